// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.util.List;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;

/**
 * One entry of {@code tasks}.
 *
 * @param instances threads started; 0: only by fork
 * @param delayUs delay before the first phase
 * @param cpus affinity of phases that have none of their own; null: everywhere
 * @param loop times all phases are repeated; -1: for ever
 * @param sliceNs custom slice; 0: the default
 */
record TaskSpec(
        String name,
        int instances,
        long delayUs,
        int loop,
        SchedPolicy policy,
        int nice,
        long sliceNs,
        CpuMask cpus,
        List<Phase> phases) {}
