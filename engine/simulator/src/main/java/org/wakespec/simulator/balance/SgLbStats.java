// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

/** Statistics of one group during a search (kernel 7.2: struct sg_lb_stats). Preallocated; reset before each use. */
public final class SgLbStats {

    /** load * 1024 / capacity; only set where the kernel computes it. */
    public long avgLoad;

    public long groupLoad;
    public long groupCapacity;
    public long groupUtil;
    public long groupRunnable;
    /** Queued tasks of all classes, delayed ones included. */
    public int sumNrRunning;
    /** Runnable fair tasks. */
    public int sumHNrRunning;

    public int idleCpus;
    public int groupWeight;
    public GroupType groupType = GroupType.HAS_SPARE;
    /** Load of the biggest misfit task, or of a task on a CPU with reduced capacity. */
    public long groupMisfitTaskLoad;

    public boolean groupAsymPacking;
    public boolean groupSmtBalance;
    public boolean groupLlcBalance;
    /** Tasks outside the destination's LLC that prefer it. */
    public int nrPrefDstLlc;

    SgLbStats() {}

    void reset() {
        avgLoad = 0;
        groupLoad = 0;
        groupCapacity = 0;
        groupUtil = 0;
        groupRunnable = 0;
        sumNrRunning = 0;
        sumHNrRunning = 0;
        idleCpus = 0;
        groupWeight = 0;
        groupType = GroupType.HAS_SPARE;
        groupMisfitTaskLoad = 0;
        groupAsymPacking = false;
        groupSmtBalance = false;
        groupLlcBalance = false;
        nrPrefDstLlc = 0;
    }

    void copyFrom(SgLbStats other) {
        avgLoad = other.avgLoad;
        groupLoad = other.groupLoad;
        groupCapacity = other.groupCapacity;
        groupUtil = other.groupUtil;
        groupRunnable = other.groupRunnable;
        sumNrRunning = other.sumNrRunning;
        sumHNrRunning = other.sumHNrRunning;
        idleCpus = other.idleCpus;
        groupWeight = other.groupWeight;
        groupType = other.groupType;
        groupMisfitTaskLoad = other.groupMisfitTaskLoad;
        groupAsymPacking = other.groupAsymPacking;
        groupSmtBalance = other.groupSmtBalance;
        groupLlcBalance = other.groupLlcBalance;
        nrPrefDstLlc = other.nrPrefDstLlc;
    }
}
