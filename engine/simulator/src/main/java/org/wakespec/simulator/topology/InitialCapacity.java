// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.Arrays;

/**
 * Group capacities as they stand when a build ends (kernel 7.2: init_sched_groups_capacity, update_group_capacity).
 * CPUs are visited from the highest down, so a group that reaches below the CPU visited may count CPUs that still have
 * their initial 1024; the first balancing pass corrects that.
 */
final class InitialCapacity {

    private InitialCapacity() {}

    static void compute(Machine machine, CpuMask cpuMap, SchedDomain[][] domains) {
        long[] cpuCapacity = new long[machine.nrCpus()];
        Arrays.fill(cpuCapacity, 1024);
        for (int cpu = machine.nrCpus() - 1; cpu >= 0; cpu--) {
            if (!cpuMap.test(cpu)) {
                continue;
            }
            for (SchedDomain sd = domains[0][cpu]; sd != null; sd = sd.parent) {
                if (sd.groups.sgc.balanceMask.first() == cpu) {
                    update(machine, sd, cpuCapacity);
                }
            }
        }
    }

    private static void update(Machine machine, SchedDomain sd, long[] cpuCapacity) {
        SchedGroupCapacity sgc = sd.groups.sgc;
        if (sd.child == null) {
            cpuCapacity[sd.cpu] = machine.capacity(sd.cpu);
            sgc.capacity = cpuCapacity[sd.cpu];
            sgc.minCapacity = sgc.capacity;
            sgc.maxCapacity = sgc.capacity;
            return;
        }
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        if (sd.child.has(SdFlag.SD_NUMA)) {
            CpuMask span = sd.groups.span;
            for (int cpu = span.first(); cpu >= 0; cpu = span.next(cpu + 1)) {
                sum += cpuCapacity[cpu];
                min = Math.min(min, cpuCapacity[cpu]);
                max = Math.max(max, cpuCapacity[cpu]);
            }
        } else {
            SchedGroup group = sd.child.groups;
            do {
                sum += group.sgc.capacity;
                min = Math.min(min, group.sgc.minCapacity);
                max = Math.max(max, group.sgc.maxCapacity);
                group = group.next;
            } while (group != sd.child.groups);
        }
        sgc.capacity = sum;
        sgc.minCapacity = min;
        sgc.maxCapacity = max;
    }
}
