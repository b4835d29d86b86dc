// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import org.wakespec.simulator.Simulation;
import org.wakespec.workloads.DeterminismCheck;

/** Which simulations run at present, for a line of progress. */
final class RunningSimulation implements DeterminismCheck.Watcher {

    private final Map<Simulation, String> running = new LinkedHashMap<>();
    private int ended;

    @Override
    public synchronized void started(String name, Simulation sim) {
        running.put(sim, name);
    }

    @Override
    public synchronized void ended(String name, Simulation sim) {
        running.remove(sim);
        ended++;
    }

    /** The one that runs longest, how far it is, and how many have ended; empty if none runs. */
    synchronized String status() {
        if (running.isEmpty()) {
            return "";
        }
        Map.Entry<Simulation, String> first = running.entrySet().iterator().next();
        String text = first.getValue() + ": " + first.getKey().progress();
        return ended == 0 ? text : text + ", " + ended + " runs ended";
    }
}
