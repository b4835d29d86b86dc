// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** One group of a scheduling domain; groups form a ring (kernel: struct sched_group). */
public final class SchedGroup {

    /** Next group of the ring. */
    public SchedGroup next;
    /** CPUs of the group (kernel: sched_group_span). */
    public final CpuMask span;
    /** Words of {@link #span} in which it has CPUs: from this one up to, not including, {@link #endWord}. */
    public final int firstWord;

    public final int endWord;
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
        firstWord = span.isEmpty() ? 0 : span.first() >> 6;
        endWord = span.isEmpty() ? 0 : (span.last() >> 6) + 1;
    }
}
