// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * CPU selection of Linux 6.18 as far as recordings of 6.18.15 show it. Differs from 7.2: a CPU with nothing but SCHED_IDLE
 * work counts as idle for SCHED_IDLE wakees too; the capacity search has no scan budget and does not prefer idle cores; the
 * idle-core flag and the scan budget are always those of the LLC.
 */
public class Linux618 extends FairPlacement {

    private static final PolicyInfo INFO = new PolicyInfo(
            "linux-6.18",
            List.of(),
            "Linux 6.18 (6.18.15)",
            "SCHED_IDLE wakees may join SCHED_IDLE-only CPUs; capacity search without budget and core preference",
            "recordings of Debian 6.18.15",
            Standing.EXACT,
            Scope.PLACEMENT);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    /** Kernel 6.18: sched_idle_cpu(), without a look at the wakee's policy. */
    @Override
    protected boolean chooseSchedIdleRq(RunQueue rq, Task p) {
        return rq.schedIdleRq();
    }

    /** Kernel 6.18: test_idle_cores() and set_idle_cores() use sd_llc_shared. */
    @Override
    protected SchedDomainShared idleCoresShared(Selection s, int cpu) {
        return s.topology.sdLlcShared[cpu];
    }

    /** Kernel 6.18: the budget is that of the target's LLC. */
    @Override
    protected SchedDomainShared scanLimitShared(Selection s, SchedDomain sd, int target) {
        return s.topology.sdLlcShared[target];
    }

    /** Kernel 6.18: asym_fits_cpu() does not ask whether the core is idle. */
    @Override
    protected boolean asymFitsCpu(Selection s, long taskUtil, int cpu) {
        return !s.topology.asymCpucapActive || fitsCapacity(taskUtil, s.rq[cpu].cpuCapacity);
    }

    /** Kernel 6.18: select_idle_capacity(): the first idle CPU that fits, else the biggest idle one. */
    @Override
    protected int selectIdleCapacity(Selection s, Task p, SchedDomain sd, int target, long taskUtil) {
        s.ask(FairRungs.SELECT_IDLE_CAPACITY);
        CpuMask cpus = s.selectRqMask;
        cpus.setAnd(sd.span, p.cpusPtr);
        long bestCap = 0;
        int best = NONE;
        for (int pass = 0; pass < 2; pass++) {
            int end = pass == 0 ? cpus.size() : target;
            for (int c = cpus.next(pass == 0 ? target : 0); c >= 0 && c < end; c = cpus.next(c + 1)) {
                if (!chooseIdleCpu(s, c, p)) {
                    continue;
                }
                long cap = s.rq[c].cpuCapacity;
                if (fitsCapacity(taskUtil, cap)) {
                    return s.decide(FairRules.ASYM_FIT, c);
                }
                if (cap > bestCap) {
                    bestCap = cap;
                    best = c;
                }
            }
        }
        s.finalRule = FairRules.ASYM_BEST;
        return best == NONE ? NONE : s.decide(FairRules.ASYM_BEST, best);
    }
}
