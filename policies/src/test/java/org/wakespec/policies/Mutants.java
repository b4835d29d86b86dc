// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * Mainline with one rule broken at a time: negative controls for the vectors and for the suite. Each calls itself
 * {@code linux-7.2}, so that it can stand in for it.
 */
public final class Mutants {

    private Mutants() {}

    /** Every mutant by name. */
    public static Map<String, Supplier<PlacementPolicy>> all() {
        Map<String, Supplier<PlacementPolicy>> all = new LinkedHashMap<>();
        all.put("WF_SYNC ignored", SyncIgnored::new);
        all.put("an exiting waker's sync honoured", ExitingWakerSync::new);
        all.put("WF_CURRENT_CPU ignored", CurrentCpuIgnored::new);
        all.put("record_wakee off", RecordWakeeOff::new);
        all.put("flip counter never halved", FlipsNeverHalved::new);
        all.put("wake_wide off", WakeWideOff::new);
        all.put("wake_wide asks only the master", WakeWideMasterOnly::new);
        all.put("want_affine ignores the wakee's affinity", WantAffineUnchecked::new);
        all.put("delayed tasks counted in the sync test", DelayedCounted::new);
        all.put("previous CPU's idleness not asked by wake_affine", PrevIdleSkipped::new);
        all.put("wake_affine bias 100", Bias100::new);
        all.put("wake_affine bias not halved", BiasNotHalved::new);
        all.put("sync +1 dropped from the load comparison", SyncTieDropped::new);
        all.put("load comparison ignores capacity", CapacityIgnored::new);
        all.put("waker's load not taken off", WakerLoadKept::new);
        all.put("recent_used_cpu off", RecentOff::new);
        all.put("per-CPU kthread rule off", KthreadOff::new);
        all.put("per-CPU kthread rule also in interrupts", KthreadInInterrupt::new);
        all.put("cluster part skipped", ClusterSkipped::new);
        all.put("scan starts at the target", ScanFromTarget::new);
        all.put("scan budget one too large", BudgetPlusOne::new);
        all.put("no scan budget", NoBudget::new);
        all.put("SMT step off", SmtOff::new);
        all.put("SMT sibling's affinity not tested", SmtAffinityUnchecked::new);
        all.put("has_idle_cores never cleared", IdleCoresNeverCleared::new);
        all.put("has_idle_cores never believed", IdleCoresNeverBelieved::new);
        all.put("idle core: one idle thread is enough", OneIdleThread::new);
        all.put("a CPU with only SCHED_IDLE work is busy", SchedIdleIsBusy::new);
        all.put("a SCHED_IDLE wakee takes SCHED_IDLE CPUs", SchedIdleWakee::new);
        all.put("capacity fit not asked for single CPUs", AsymFitOff::new);
        all.put("capacity fit without the idle core", AsymFitWithoutCore::new);
        all.put("imb_numa_nr ignored", ImbNumaNrIgnored::new);
        all.put("imb_numa_nr not restricted by affinity", ImbNumaNrUnrestricted::new);
        all.put("small NUMA imbalance not tolerated", NumaImbalanceKept::new);
        all.put("first CPU of the idlest group", FirstOfGroup::new);
        all.put("utilisation estimate ignored", UtilEstIgnored::new);
        all.put("misfit test without margin", MisfitWithoutMargin::new);
        all.put("group ties go to the later group", LaterGroup::new);
        return all;
    }

    /** WF_SYNC has no effect. */
    public static final class SyncIgnored extends FairPlacement {
        @Override
        protected boolean honoursSync(Selection s, int wakeFlags) {
            return false;
        }
    }

    public static final class ExitingWakerSync extends FairPlacement {
        @Override
        protected boolean honoursSync(Selection s, int wakeFlags) {
            return (wakeFlags & WakeFlags.WF_SYNC) != 0;
        }
    }

    public static final class CurrentCpuIgnored extends FairPlacement {
        @Override
        public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
            return super.selectTaskRq(s, p, prevCpu, wakeFlags & ~WakeFlags.WF_CURRENT_CPU);
        }
    }

    public static final class RecordWakeeOff extends FairPlacement {
        @Override
        protected void recordWakee(Selection s, Task p) {
            s.ask(FairRungs.RECORD_WAKEE);
        }
    }

    public static final class FlipsNeverHalved extends FairPlacement {
        @Override
        protected void recordWakee(Selection s, Task p) {
            s.ask(FairRungs.RECORD_WAKEE);
            if (s.current.lastWakee != p) {
                s.current.lastWakee = p;
                s.current.wakeeFlips++;
            }
        }
    }

    public static final class WakeWideOff extends FairPlacement {
        @Override
        protected boolean wakeWide(Selection s, Task p) {
            super.wakeWide(s, p);
            return false;
        }
    }

    public static final class WakeWideMasterOnly extends FairPlacement {
        @Override
        protected boolean wakeWide(Selection s, Task p) {
            super.wakeWide(s, p);
            return Math.max(s.current.wakeeFlips, p.wakeeFlips) >= s.topology.sdLlcSize[s.thisCpu];
        }
    }

    public static final class WantAffineUnchecked extends FairPlacement {
        @Override
        protected boolean wantAffine(Selection s, Task p, boolean wide) {
            super.wantAffine(s, p, wide);
            return !wide;
        }
    }

    public static final class DelayedCounted extends FairPlacement {
        @Override
        protected boolean runsAlone(Selection s, int cpu) {
            return s.rq[cpu].nrRunning == 1;
        }
    }

    public static final class PrevIdleSkipped extends FairPlacement {
        @Override
        protected int wakeAffineIdle(Selection s, int thisCpu, int prevCpu, boolean sync) {
            int target = super.wakeAffineIdle(s, thisCpu, prevCpu, sync);
            if (s.affineRule == FairRules.AFFINE_PREV_IDLE) {
                s.affineRule = null;
                return NONE;
            }
            return target;
        }
    }

    public static final class Bias100 extends FairPlacement {
        @Override
        protected int affineBias(SchedDomain sd) {
            return 100;
        }
    }

    public static final class BiasNotHalved extends FairPlacement {
        @Override
        protected int affineBias(SchedDomain sd) {
            return sd.imbalancePct;
        }
    }

    /** The load comparison with its terms open to change. */
    private abstract static class Weight extends FairPlacement {

        long tie(boolean sync) {
            return sync ? 1 : 0;
        }

        long capacity(RunQueue rq) {
            return rq.cpuCapacity;
        }

        long without(long load, long wakerLoad) {
            return load - wakerLoad;
        }

        @Override
        protected int wakeAffineWeight(Selection s, SchedDomain sd, Task p, int thisCpu, int prevCpu, boolean sync) {
            s.ask(FairRungs.WAKE_AFFINE_WEIGHT);
            long here = s.rq[thisCpu].cfs.avg.loadAvg;
            if (sync) {
                long waker = taskHLoad(s, s.current);
                if (waker > here) {
                    return s.affine(FairRules.AFFINE_SYNC_LOAD, thisCpu);
                }
                here = without(here, waker);
            }
            long wakee = taskHLoad(s, p);
            long thisSide = (here + wakee) * 100 * capacity(s.rq[prevCpu]);
            long prevSide =
                    (s.rq[prevCpu].cfs.avg.loadAvg - wakee) * affineBias(sd) * capacity(s.rq[thisCpu]) + tie(sync);
            if (thisSide < prevSide) {
                return s.affine(FairRules.AFFINE_THIS, thisCpu);
            }
            s.affine(FairRules.AFFINE_PREV, prevCpu);
            return NONE;
        }
    }

    public static final class SyncTieDropped extends Weight {
        @Override
        long tie(boolean sync) {
            return 0;
        }
    }

    public static final class CapacityIgnored extends Weight {
        @Override
        long capacity(RunQueue rq) {
            return 1024;
        }
    }

    public static final class WakerLoadKept extends Weight {
        @Override
        long without(long load, long wakerLoad) {
            return load;
        }
    }

    public static final class RecentOff extends FairPlacement {

        /** Answers given before the recent CPU is looked at, and remembered anew. */
        private static final Set<String> EARLIER = Set.of("sis:target-idle", "sis:prev-idle", "sis:kthread-stack");

        @Override
        protected int selectIdleSibling(Selection s, Task p, int prevCpu, int target) {
            int recent = p.recentUsedCpu;
            p.recentUsedCpu = prevCpu;
            int cpu = super.selectIdleSibling(s, p, prevCpu, target);
            if (EARLIER.contains(s.finalRule.label())) {
                p.recentUsedCpu = recent;
            }
            return cpu;
        }
    }

    public static final class KthreadOff extends FairPlacement {
        @Override
        protected boolean stacksOnPerCpuKthread(Selection s, int prevCpu) {
            return false;
        }
    }

    public static final class KthreadInInterrupt extends FairPlacement {
        @Override
        protected boolean stacksOnPerCpuKthread(Selection s, int prevCpu) {
            boolean task = s.inTask;
            s.inTask = true;
            boolean stacks = super.stacksOnPerCpuKthread(s, prevCpu);
            s.inTask = task;
            return stacks;
        }
    }

    public static final class ClusterSkipped extends FairPlacement {
        @Override
        protected boolean searchesClusters(Selection s) {
            return false;
        }
    }

    public static final class ScanFromTarget extends FairPlacement {
        @Override
        protected int scanStart(int target) {
            return target;
        }
    }

    public static final class BudgetPlusOne extends FairPlacement {
        private final SchedDomainShared larger = new SchedDomainShared(0);

        @Override
        protected SchedDomainShared scanLimitShared(Selection s, SchedDomain sd, int target) {
            SchedDomainShared shared = super.scanLimitShared(s, sd, target);
            if (shared == null) {
                return null;
            }
            larger.nrIdleScan = shared.nrIdleScan + 1;
            return larger;
        }
    }

    public static final class NoBudget extends FairPlacement {
        @Override
        protected SchedDomainShared scanLimitShared(Selection s, SchedDomain sd, int target) {
            return null;
        }
    }

    public static final class SmtOff extends FairPlacement {
        @Override
        protected int selectIdleSmt(Selection s, Task p, SchedDomain sd, int cpu) {
            return NONE;
        }
    }

    public static final class SmtAffinityUnchecked extends FairPlacement {
        @Override
        protected int selectIdleSmt(Selection s, Task p, SchedDomain sd, int cpu) {
            CpuMask siblings = s.topology.smtMask[cpu];
            for (int i = siblings.first(); i >= 0; i = siblings.next(i + 1)) {
                if (i != cpu && sd.span.test(i) && chooseIdleCpu(s, i, p)) {
                    return i;
                }
            }
            return NONE;
        }
    }

    public static final class IdleCoresNeverCleared extends FairPlacement {
        @Override
        protected void setIdleCores(Selection s, int cpu, boolean value) {
            // the flag stays as it is
        }
    }

    public static final class IdleCoresNeverBelieved extends FairPlacement {
        @Override
        protected boolean testIdleCores(Selection s, int cpu) {
            return false;
        }
    }

    public static final class OneIdleThread extends FairPlacement {
        @Override
        protected boolean selectIdleCore(Selection s, Task p, int core, CpuMask cpus) {
            return super.selectIdleCore(s, p, core, cpus) || s.rq[core].idleCpu();
        }
    }

    public static final class SchedIdleIsBusy extends FairPlacement {
        @Override
        protected boolean chooseSchedIdleRq(RunQueue rq, Task p) {
            return false;
        }
    }

    public static final class SchedIdleWakee extends FairPlacement {
        @Override
        protected boolean chooseSchedIdleRq(RunQueue rq, Task p) {
            return rq.schedIdleRq();
        }
    }

    public static final class AsymFitOff extends FairPlacement {
        @Override
        protected boolean asymFitsCpu(Selection s, long taskUtil, int cpu) {
            return true;
        }
    }

    public static final class AsymFitWithoutCore extends FairPlacement {
        @Override
        protected boolean asymFitsCpu(Selection s, long taskUtil, int cpu) {
            return !s.topology.asymCpucapActive || fitsCapacity(taskUtil, s.rq[cpu].cpuCapacity);
        }
    }

    public static final class ImbNumaNrIgnored extends FairPlacement {
        @Override
        protected int imbNumaNr(SchedDomain sd, SchedGroup local, Task p) {
            return 0;
        }
    }

    public static final class ImbNumaNrUnrestricted extends FairPlacement {
        @Override
        protected int imbNumaNr(SchedDomain sd, SchedGroup local, Task p) {
            return sd.imbNumaNr;
        }
    }

    public static final class NumaImbalanceKept extends FairPlacement {
        @Override
        protected int adjustNumaImbalance(int imbalance, int dstRunning, int imbNumaNr) {
            return imbalance;
        }
    }

    public static final class FirstOfGroup extends FairPlacement {
        @Override
        protected int schedBalanceFindDstGroupCpu(Selection s, SchedGroup group, Task p, int thisCpu) {
            return group.span.first();
        }
    }

    public static final class UtilEstIgnored extends FairPlacement {
        @Override
        protected long cpuUtilWithout(Selection s, int cpu, Task p) {
            int estimate = s.rq[cpu].cfs.avg.utilEst;
            s.rq[cpu].cfs.avg.utilEst = 0;
            long util = super.cpuUtilWithout(s, cpu, p);
            s.rq[cpu].cfs.avg.utilEst = estimate;
            return util;
        }
    }

    public static final class MisfitWithoutMargin extends FairPlacement {
        @Override
        protected boolean taskFitsCpu(Selection s, Task p, int cpu) {
            return taskUtilEst(p) <= s.rq[cpu].cpuCapacity;
        }
    }

    public static final class LaterGroup extends FairPlacement {
        @Override
        protected boolean updatePickIdlest(SchedGroup idlest, GroupStats idlestSgs, SchedGroup group, GroupStats sgs) {
            return super.updatePickIdlest(idlest, idlestSgs, group, sgs)
                    || sgs.groupType == GroupStats.HAS_SPARE
                            && idlestSgs.groupType == GroupStats.HAS_SPARE
                            && idlestSgs.idleCpus == sgs.idleCpus
                            && idlestSgs.groupUtil == sgs.groupUtil;
        }
    }
}
