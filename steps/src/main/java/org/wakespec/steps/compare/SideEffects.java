// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.compare;

import java.util.Arrays;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Selection;

/**
 * All that select_task_rq_fair() may change besides its answer: the waker's flips and last wakee (record_wakee()), the
 * wakee's recently used CPU (select_idle_sibling()), the idle-core flags (set_idle_cores()), the wakee's averages
 * (sync_entity_load_avg()) and the root loads that task_h_load() refreshes. Reused; allocates nothing after the first call.
 */
final class SideEffects {

    private final SchedDomainShared[] idleCoreOwners;
    private final boolean[] hasIdleCores;

    private Task waker;
    private Task wakee;
    private int wakerFlips;
    private long wakerDecayTs;
    private Task wakerLast;
    private int wakeeFlips;
    private long wakeeDecayTs;
    private Task wakeeLast;
    private int wakerRecent;
    private int wakeeRecent;
    private final SchedAvg wakeeAvg = new SchedAvg();
    private FairQueue wakerQueue;
    private long wakerHLoad;
    private long wakerHLoadAt;
    private FairQueue wakeeQueue;
    private long wakeeHLoad;
    private long wakeeHLoadAt;

    SideEffects(SchedTopology topology) {
        SchedDomainShared[] owners = new SchedDomainShared[topology.nrCpus];
        int n = 0;
        for (SchedDomainShared shared : topology.sdBalanceShared) {
            boolean known = shared == null;
            for (int i = 0; i < n && !known; i++) {
                known = owners[i] == shared;
            }
            if (!known) {
                owners[n++] = shared;
            }
        }
        idleCoreOwners = Arrays.copyOf(owners, n);
        hasIdleCores = new boolean[n];
    }

    /** Notes the state as it is. */
    void save(Selection s, Task p) {
        waker = s.current;
        wakee = p;
        wakerFlips = waker.wakeeFlips;
        wakerDecayTs = waker.wakeeFlipDecayTs;
        wakerLast = waker.lastWakee;
        wakerRecent = waker.recentUsedCpu;
        wakeeFlips = p.wakeeFlips;
        wakeeDecayTs = p.wakeeFlipDecayTs;
        wakeeLast = p.lastWakee;
        wakeeRecent = p.recentUsedCpu;
        copy(p.avg, wakeeAvg);
        wakerQueue = queue(s, waker);
        wakerHLoad = wakerQueue.hLoad;
        wakerHLoadAt = wakerQueue.lastHLoadUpdate;
        wakeeQueue = queue(s, p);
        wakeeHLoad = wakeeQueue.hLoad;
        wakeeHLoadAt = wakeeQueue.lastHLoadUpdate;
        for (int i = 0; i < idleCoreOwners.length; i++) {
            hasIdleCores[i] = idleCoreOwners[i].hasIdleCores;
        }
    }

    /** Brings the noted state back. */
    void restore() {
        waker.wakeeFlips = wakerFlips;
        waker.wakeeFlipDecayTs = wakerDecayTs;
        waker.lastWakee = wakerLast;
        waker.recentUsedCpu = wakerRecent;
        wakee.wakeeFlips = wakeeFlips;
        wakee.wakeeFlipDecayTs = wakeeDecayTs;
        wakee.lastWakee = wakeeLast;
        wakee.recentUsedCpu = wakeeRecent;
        copy(wakeeAvg, wakee.avg);
        wakerQueue.hLoad = wakerHLoad;
        wakerQueue.lastHLoadUpdate = wakerHLoadAt;
        wakeeQueue.hLoad = wakeeHLoad;
        wakeeQueue.lastHLoadUpdate = wakeeHLoadAt;
        for (int i = 0; i < idleCoreOwners.length; i++) {
            idleCoreOwners[i].hasIdleCores = hasIdleCores[i];
        }
    }

    private static FairQueue queue(Selection s, Task p) {
        return p.cfsRq != null ? p.cfsRq : s.rq[p.cpu].cfs;
    }

    private static void copy(SchedAvg from, SchedAvg to) {
        to.lastUpdateTime = from.lastUpdateTime;
        to.loadSum = from.loadSum;
        to.runnableSum = from.runnableSum;
        to.utilSum = from.utilSum;
        to.periodContrib = from.periodContrib;
        to.loadAvg = from.loadAvg;
        to.runnableAvg = from.runnableAvg;
        to.utilAvg = from.utilAvg;
        to.utilEst = from.utilEst;
    }
}
