// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.wakespec.simulator.Simulation;

/**
 * The simulations of scenarios that run at present in this process, for a display of progress and for the end of the process
 * by a signal. Nothing else reads it: what a scenario does and finds does not depend on others.
 */
public final class RunningScenarios {

    private static final Map<Object, Simulation> RUNNING = new LinkedHashMap<>();
    private static Supplier<? extends RuntimeException> stopped;

    private RunningScenarios() {}

    /** A scenario has started its machine; {@code owner} tells it from others. */
    public static void started(Object owner, Simulation sim) {
        synchronized (RUNNING) {
            RUNNING.put(owner, sim);
            if (stopped != null) {
                sim.stop(stopped);
            }
        }
    }

    /**
     * Ends all scenarios in which time passes, now and in future, by an exception, as soon as their simulations can. For a
     * process that is about to end; may be asked by any thread.
     */
    public static void stop(Supplier<? extends RuntimeException> reason) {
        synchronized (RUNNING) {
            stopped = reason;
            RUNNING.values().forEach(sim -> sim.stop(reason));
        }
    }

    /** The scenario is over; nothing happens if it never started. */
    public static void ended(Object owner) {
        synchronized (RUNNING) {
            RUNNING.remove(owner);
        }
    }

    /** How far the simulation is that was started last; empty if none runs. May be asked by any thread. */
    public static String status() {
        synchronized (RUNNING) {
            Simulation last = null;
            for (Simulation sim : RUNNING.values()) {
                last = sim;
            }
            return last == null ? "" : last.progress();
        }
    }
}
