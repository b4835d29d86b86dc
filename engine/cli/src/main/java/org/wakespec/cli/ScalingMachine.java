// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

/** Machines of cores with two threads and LLCs of eight cores, in two nodes from 256 CPUs on: they differ in size only. */
final class ScalingMachine {

    private static final int THREADS = 2;
    private static final int LLC = 16;
    private static final int TWO_NODES_FROM = 256;

    private ScalingMachine() {}

    /** The machine of {@code cpus} CPUs, a multiple of 8. */
    static Machine of(int cpus) {
        int nodes = cpus < TWO_NODES_FROM ? 1 : 2;
        return Machine.builder("zen-" + cpus, cpus)
                .smt(groups(cpus, THREADS))
                .coregroup(groups(cpus, LLC))
                .packages(groups(cpus, cpus / nodes))
                .nodes(groups(cpus, cpus / nodes))
                .nodeDistance(nodes == 1 ? new int[][] {{10}} : new int[][] {{10, 32}, {32, 10}})
                .nodeReclaimDistance(Machine.AMD_RECLAIM_DISTANCE)
                .build();
    }

    private static List<CpuMask> groups(int cpus, int size) {
        List<CpuMask> groups = new ArrayList<>();
        for (int first = 0; first < cpus; first += size) {
            groups.add(CpuMask.range(cpus, first, Math.min(first + size, cpus) - 1));
        }
        return groups;
    }
}
