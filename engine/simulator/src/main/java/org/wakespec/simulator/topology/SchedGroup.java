// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** One group of a scheduling domain; groups form a ring (kernel: struct sched_group). */
public final class SchedGroup {

    /** Next group of the ring. */
    public SchedGroup next;
    /** CPUs of the group (kernel: sched_group_span). */
    public final CpuMask span;
    /** Number of CPUs. */
    public final int groupWeight;
    /** Number of SMT cores. */
    public int cores;
    /** Flags of the child domain that spans the group; 0 at the bottom. */
    public int flags;
    /** Highest-priority CPU for asymmetric packing. */
    public int asymPreferCpu;

    public SchedGroupCapacity sgc;

    public SchedGroup(CpuMask span) {
        this.span = span;
        this.groupWeight = span.weight();
    }
}
