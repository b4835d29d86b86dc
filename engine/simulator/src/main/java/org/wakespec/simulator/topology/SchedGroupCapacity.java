// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** Capacity of a group, shared by every group object with the same span (kernel: struct sched_group_capacity). */
public final class SchedGroupCapacity {

    /** First CPU of the group's balance mask, or the CPU whose slot this is (kernel: sgc->id). */
    public final int id;
    /** Sum of the capacities left for fair tasks over the group's CPUs. */
    public long capacity;
    /** Smallest and largest capacity of one CPU of the group. */
    public long minCapacity;

    public long maxCapacity;
    /** Jiffy at which the next non-periodic refresh is due. */
    public long nextUpdate;
    /** Set by load balancing when affinity kept it from pulling out of this group (kernel: sgc->imbalance). */
    public int imbalance;
    /** CPUs that may balance on behalf of the group (kernel: group_balance_mask). */
    public final CpuMask balanceMask;

    /** CPUs of the groups that share this object; set when the topology is complete. */
    CpuMask span;

    public SchedGroupCapacity(int id, CpuMask balanceMask) {
        this.id = id;
        this.balanceMask = balanceMask;
    }

    void refresh(long[] cpuCapacity) {
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        for (int cpu = span.first(); cpu >= 0; cpu = span.next(cpu + 1)) {
            long one = cpuCapacity[cpu];
            sum += one;
            min = Math.min(min, one);
            max = Math.max(max, one);
        }
        capacity = sum;
        minCapacity = min;
        maxCapacity = max;
    }
}
