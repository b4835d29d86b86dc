// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

/** Statistics of a group during fork, exec and slow-path wakeup placement (kernel: struct sg_lb_stats). */
public final class GroupStats {

    /** Group types from idlest to busiest (kernel 7.2: enum group_type). */
    static final int HAS_SPARE = 0;

    static final int FULLY_BUSY = 1;
    static final int MISFIT_TASK = 2;
    static final int IMBALANCED = 5;
    static final int OVERLOADED = 7;

    long groupLoad;
    long groupUtil;
    long groupRunnable;
    long groupCapacity;
    long avgLoad;
    int sumNrRunning;
    int sumHNrRunning;
    int idleCpus;
    int groupWeight;
    int groupType;

    GroupStats() {}

    void reset() {
        groupLoad = 0;
        groupUtil = 0;
        groupRunnable = 0;
        groupCapacity = 0;
        avgLoad = 0;
        sumNrRunning = 0;
        sumHNrRunning = 0;
        idleCpus = 0;
        groupWeight = 0;
        groupType = HAS_SPARE;
    }

    /** The pseudo group that every real one beats. */
    void startIdlest() {
        reset();
        groupType = OVERLOADED;
        avgLoad = 0xffffffffL;
    }

    /** Kernel 7.2: group_classify(), without the types that only load balancing produces. */
    void classify(int imbalancePct, boolean imbalanced, boolean misfit) {
        if (isOverloaded(imbalancePct)) {
            groupType = OVERLOADED;
        } else if (imbalanced) {
            groupType = IMBALANCED;
        } else if (misfit) {
            groupType = MISFIT_TASK;
        } else {
            groupType = hasCapacity(imbalancePct) ? HAS_SPARE : FULLY_BUSY;
        }
        if (groupType == FULLY_BUSY || groupType == OVERLOADED) {
            avgLoad = groupLoad * 1024 / groupCapacity;
        }
    }

    /** Kernel 7.2: group_is_overloaded(). */
    private boolean isOverloaded(int imbalancePct) {
        if (sumNrRunning <= groupWeight) {
            return false;
        }
        return groupCapacity * 100 < groupUtil * imbalancePct || groupCapacity * imbalancePct < groupRunnable * 100;
    }

    /** Kernel 7.2: group_has_capacity(). */
    private boolean hasCapacity(int imbalancePct) {
        if (sumNrRunning < groupWeight) {
            return true;
        }
        if (groupCapacity * imbalancePct < groupRunnable * 100) {
            return false;
        }
        return groupCapacity * 100 > groupUtil * imbalancePct;
    }
}
