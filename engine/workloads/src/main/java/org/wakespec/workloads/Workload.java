// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;

/** A program that can be started on a simulation; one object describes one run. */
public interface Workload {

    /**
     * Makes the program's tasks and starts it.
     *
     * @return the main task: the program is over when it has ended
     */
    SimTask start(Simulation sim);

    /** Starts the program and lets virtual time pass until it has ended, for at most {@code limitNs}. */
    default void run(Simulation sim, long limitNs) {
        long limit = sim.now() + limitNs;
        sim.runUntilDone(start(sim), limit);
    }
}
