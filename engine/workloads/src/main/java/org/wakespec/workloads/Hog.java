// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.topology.CpuMask;

/** A task that computes for ever. */
public final class Hog implements Workload {

    /** Length of one stretch of computation; nothing depends on it. */
    private static final long STRETCH = 1_000_000_000L;

    private final String name;
    private final CpuMask cpus;

    /** A hog that may run everywhere. */
    public Hog(String name) {
        this(name, null);
    }

    /** A hog that may run on the CPUs; null: everywhere. */
    public Hog(String name, CpuMask cpus) {
        this.name = name;
        this.cpus = cpus;
    }

    @Override
    public SimTask start(Simulation sim) {
        SimTask t = cpus == null
                ? sim.task(name, task -> task.compute(STRETCH))
                : sim.task(name, task -> task.compute(STRETCH), cpus);
        sim.start(t);
        return t;
    }
}
