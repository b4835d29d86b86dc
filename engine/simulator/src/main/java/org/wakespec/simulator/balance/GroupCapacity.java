// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedGroupCapacity;
import org.wakespec.simulator.topology.SdFlag;

/** Keeps the capacity of the local group up to date (kernel 7.2: update_group_capacity()). */
final class GroupCapacity {

    private final Balancer balancer;

    GroupCapacity(Balancer balancer) {
        this.balancer = balancer;
    }

    /**
     * Kernel 7.2: update_group_capacity(). At the bottom the CPU's capacity is measured, higher up groups are summed.
     */
    void updateGroupCapacity(SchedDomain sd, int cpu) {
        SchedGroupCapacity sgc = sd.groups.sgc;
        long interval = balancer.timing.clampInterval(balancer.timing.msecsToJiffies(sd.balanceInterval));
        sgc.nextUpdate = balancer.sched.jiffies + interval;
        SchedDomain child = sd.child;
        if (child == null) {
            updateCpuCapacity(sgc, balancer.sched.rq[cpu]);
            return;
        }
        long capacity = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        if (child.has(SdFlag.SD_NUMA)) {
            // groups of the child overlap: its CPUs are summed one by one
            CpuMask span = sd.groups.span;
            for (int c = span.first(); c >= 0; c = span.next(c + 1)) {
                long one = balancer.sched.rq[c].cpuCapacity;
                capacity += one;
                min = Math.min(min, one);
                max = Math.max(max, one);
            }
        } else {
            SchedGroup group = child.groups;
            do {
                capacity += group.sgc.capacity;
                min = Math.min(min, group.sgc.minCapacity);
                max = Math.max(max, group.sgc.maxCapacity);
                group = group.next;
            } while (group != child.groups);
        }
        sgc.capacity = capacity;
        sgc.minCapacity = min;
        sgc.maxCapacity = max;
    }

    /** Kernel 7.2: update_cpu_capacity(). */
    private void updateCpuCapacity(SchedGroupCapacity sgc, RunQueue rq) {
        rq.cpuCapacity = Math.max(1, balancer.host.scaleRtCapacity(rq));
        sgc.capacity = rq.cpuCapacity;
        sgc.minCapacity = rq.cpuCapacity;
        sgc.maxCapacity = rq.cpuCapacity;
    }
}
