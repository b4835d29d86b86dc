// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import static org.wakespec.simulator.topology.SdFlag.SD_ASYM_CPUCAPACITY;
import static org.wakespec.simulator.topology.SdFlag.SD_BALANCE_FORK;
import static org.wakespec.simulator.topology.SdFlag.SD_CLUSTER;
import static org.wakespec.simulator.topology.SdFlag.SD_NUMA;
import static org.wakespec.simulator.topology.SdFlag.SD_WAKE_AFFINE;
import static org.wakespec.simulator.wakeup.WakeFlags.SD_FLAG_MASK;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_CURRENT_CPU;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_SYNC;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_TTWU;

import java.util.List;
import org.wakespec.policies.FairRules.Miss;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.SchedFeatures;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * CPU selection of the fair class as mainline 7.2 does it (kernel/sched/fair.c, blob d78467ec6ee1): the policy
 * {@code linux-7.2}, and the parent of every variant.
 *
 * <p>Methods bear the kernel's function names and are the seams: a variant overrides the function its patch touches. Where
 * a patch inserts something in the middle of a function there is a named step: {@link #honoursSync}, {@link #beforeDomains},
 * {@link #hintedTarget}, {@link #beforeWakeAffine}, {@link #afterWakeAffine}, {@link #acceptsSyncShortcut},
 * {@link #beforeSelectIdleSibling}, {@link #beforeIdleSearch}. A step that returns {@link #NONE} leaves the decision to
 * mainline.
 *
 * <p>Not modelled: energy-aware placement, utilisation clamps, core scheduling, virtual CPUs.
 */
public class FairPlacement implements PlacementPolicy {

    /** No CPU: the question goes on to the next rung. */
    protected static final int NONE = -1;

    private static final PolicyInfo INFO = new PolicyInfo(
            "linux-7.2",
            List.of("tip", "mainline"),
            "mainline 7.2",
            "wake_affine() picks the waker's or the previous CPU as target; select_idle_sibling() looks for an idle CPU near it",
            "Linux v7.2, kernel/sched/fair.c blob d78467ec6ee1",
            Standing.EXACT,
            Scope.FULL);

    private final GroupStats localStats = new GroupStats();
    private GroupStats idlestStats = new GroupStats();
    private GroupStats candidateStats = new GroupStats();

    /** Set by {@link #selectIdleCpu} and {@link #selectIdleCapacity}: how the last search ended. */
    private Miss miss;

    private int idleCandidate;

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    // ------------------------------------------------------------------ select_task_rq_fair

    /** Kernel 7.2: select_task_rq_fair(). */
    @Override
    public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
        s.ask(FairRungs.SELECT_TASK_RQ_FAIR);
        int cpu = s.thisCpu;
        boolean sync = honoursSync(s, wakeFlags);
        s.sync = sync;
        boolean wakeup = (wakeFlags & WF_TTWU) != 0;
        boolean wantAffine = false;
        int target = prevCpu;
        boolean hinted = false;

        if (wakeup) {
            recordWakee(s, p);
            if ((wakeFlags & WF_CURRENT_CPU) != 0) {
                s.ask(FairRungs.CURRENT_CPU);
                if (p.cpusPtr.test(cpu)) {
                    return s.decide(FairRules.CURRENT_CPU, cpu);
                }
                s.answer("the waker's CPU is not allowed");
            }
            boolean wide = wakeWide(s, p);
            int early = beforeDomains(s, p, sync, wide);
            if (early != NONE) {
                return early;
            }
            int hint = hintedTarget(s, p, prevCpu);
            if (hint != NONE) {
                target = hint;
                hinted = true;
            }
            wantAffine = wantAffine(s, p, wide);
        }

        SchedDomain slow = null;
        int sdFlag = wakeFlags & SD_FLAG_MASK;
        for (SchedDomain sd = s.topology.sd[cpu]; sd != null; sd = sd.parent) {
            if (wantAffine && (sd.flags & SD_WAKE_AFFINE) != 0 && sd.span.test(prevCpu)) {
                int early = beforeWakeAffine(s, sd, p, prevCpu, sync);
                if (early != NONE) {
                    return early;
                }
                if (cpu != prevCpu && !hinted) {
                    target = wakeAffine(s, sd, p, cpu, prevCpu, sync);
                }
                int kept = afterWakeAffine(s, p, prevCpu, target, sync);
                if (kept != NONE) {
                    return kept;
                }
                slow = null;
                break;
            }
            if ((sd.flags & sdFlag) != 0) {
                slow = sd;
            } else if (!wantAffine) {
                break;
            }
        }

        if (slow != null) {
            return schedBalanceFindDstCpu(s, slow, p, cpu, prevCpu, sdFlag);
        }
        if (wakeup) {
            return selectIdleSibling(s, p, prevCpu, target);
        }
        return s.decide(FairRules.NO_BALANCE, target);
    }

    /** Whether the wakeup counts as sync: the flag, and a waker that is not exiting (PF_EXITING). */
    protected boolean honoursSync(Selection s, int wakeFlags) {
        return (wakeFlags & WF_SYNC) != 0 && !s.current.exiting;
    }

    /** Step: a patch may decide before any domain is looked at. */
    protected int beforeDomains(Selection s, Task p, boolean sync, boolean wide) {
        return NONE;
    }

    /** Step: a patch may name the target itself; wake_affine() is then not asked. */
    protected int hintedTarget(Selection s, Task p, int prevCpu) {
        return NONE;
    }

    /** Step: a patch may decide once a wake-affine domain covers both CPUs, before wake_affine() is asked. */
    protected int beforeWakeAffine(Selection s, SchedDomain sd, Task p, int prevCpu, boolean sync) {
        return NONE;
    }

    /** Step: a patch may decide when the target is known, before select_idle_sibling() is asked. */
    protected int afterWakeAffine(Selection s, Task p, int prevCpu, int target, boolean sync) {
        return NONE;
    }

    /** Kernel 7.2: the want_affine condition of select_task_rq_fair(). */
    protected boolean wantAffine(Selection s, Task p, boolean wide) {
        s.ask(FairRungs.WANT_AFFINE);
        boolean allowed = p.cpusPtr.test(s.thisCpu);
        s.saw("waker's CPU allowed", allowed);
        boolean want = !wide && allowed;
        s.answer(want ? "yes" : wide ? "no: wide" : "no: the wakee may not run on the waker's CPU");
        return want;
    }

    // ------------------------------------------------------------------ wakee bookkeeping

    /** Kernel 7.2: record_wakee(). Halves the waker's flip counter at most once a second, counts a change of wakee. */
    protected void recordWakee(Selection s, Task p) {
        s.ask(FairRungs.RECORD_WAKEE);
        Task waker = s.current;
        long now = s.sched.jiffies;
        if (now - (waker.wakeeFlipDecayTs + s.sched.config.hz()) > 0) {
            waker.wakeeFlips >>>= 1;
            waker.wakeeFlipDecayTs = now;
        }
        if (waker.lastWakee != p) {
            waker.lastWakee = p;
            waker.wakeeFlips++;
        }
        s.saw("waker's flips", waker.wakeeFlips);
    }

    /** Kernel 7.2: wake_wide(): many-to-many relation, by the flip counters of both and the size of this LLC. */
    protected boolean wakeWide(Selection s, Task p) {
        s.ask(FairRungs.WAKE_WIDE);
        int master = s.current.wakeeFlips;
        int slave = p.wakeeFlips;
        int factor = s.topology.sdLlcSize[s.thisCpu];
        s.saw("waker's flips", master);
        s.saw("wakee's flips", slave);
        s.saw("LLC size", factor);
        if (Integer.compareUnsigned(master, slave) < 0) {
            int swap = master;
            master = slave;
            slave = swap;
        }
        boolean wide =
                Integer.compareUnsigned(slave, factor) >= 0 && Integer.compareUnsigned(master, slave * factor) >= 0;
        s.answer(wide ? "wide" : "narrow");
        return wide;
    }

    // ------------------------------------------------------------------ wake_affine

    /** Kernel 7.2: wake_affine(): the waker's CPU or the previous one as target. */
    protected int wakeAffine(Selection s, SchedDomain sd, Task p, int thisCpu, int prevCpu, boolean sync) {
        s.ask(FairRungs.WAKE_AFFINE);
        s.saw("domain", sd.span);
        SchedFeatures features = s.sched.config.features();
        int target = NONE;
        if (features.has(SchedFeature.WA_IDLE)) {
            target = wakeAffineIdle(s, thisCpu, prevCpu, sync);
        }
        if (target == NONE && features.has(SchedFeature.WA_WEIGHT)) {
            target = wakeAffineWeight(s, sd, p, thisCpu, prevCpu, sync);
        }
        return target == thisCpu ? thisCpu : prevCpu;
    }

    /** Kernel 7.2: wake_affine_idle() (WA_IDLE). */
    protected int wakeAffineIdle(Selection s, int thisCpu, int prevCpu, boolean sync) {
        s.ask(FairRungs.WAKE_AFFINE_IDLE);
        s.saw("sync", sync);
        if (s.availableIdleCpu(thisCpu) && s.topology.cpusShareCache(thisCpu, prevCpu)) {
            return s.affine(FairRules.AFFINE_CACHE_IDLE, s.availableIdleCpu(prevCpu) ? prevCpu : thisCpu);
        }
        if (sync && runsAlone(s, thisCpu) && acceptsSyncShortcut(s, thisCpu, prevCpu)) {
            return s.affine(FairRules.AFFINE_SYNC, thisCpu);
        }
        if (s.availableIdleCpu(prevCpu)) {
            return s.affine(FairRules.AFFINE_PREV_IDLE, prevCpu);
        }
        s.answer("neither");
        return NONE;
    }

    /** Whether exactly one task that is not delayed is queued on the CPU: a waker about to sleep would leave it free. */
    protected boolean runsAlone(Selection s, int cpu) {
        RunQueue rq = s.rq[cpu];
        s.saw("nr_running", rq.nrRunning);
        s.saw("delayed", rq.cfs.hNrDelayed());
        return rq.nrRunning - rq.cfs.hNrDelayed() == 1;
    }

    /** Step: a patch may decline the sync shortcuts of wake_affine(). */
    protected boolean acceptsSyncShortcut(Selection s, int thisCpu, int prevCpu) {
        return true;
    }

    /** Kernel 7.2: wake_affine_weight() (WA_WEIGHT, WA_BIAS). Loads are as last updated, not decayed here. */
    protected int wakeAffineWeight(Selection s, SchedDomain sd, Task p, int thisCpu, int prevCpu, boolean sync) {
        s.ask(FairRungs.WAKE_AFFINE_WEIGHT);
        long thisEffLoad = cpuLoad(s.rq[thisCpu]);
        s.saw("this load", thisEffLoad);
        if (sync && acceptsSyncShortcut(s, thisCpu, prevCpu)) {
            long currentLoad = taskHLoad(s, s.current);
            s.saw(FairRungs.WAKERS_LOAD, currentLoad);
            if (currentLoad > thisEffLoad) {
                return s.affine(FairRules.AFFINE_SYNC_LOAD, thisCpu);
            }
            thisEffLoad -= currentLoad;
        }
        long taskLoad = taskHLoad(s, p);
        s.saw(FairRungs.WAKEES_LOAD, taskLoad);
        thisEffLoad += taskLoad;
        thisEffLoad *= 100;
        thisEffLoad *= s.rq[prevCpu].cpuCapacity;

        long prevEffLoad = cpuLoad(s.rq[prevCpu]);
        s.saw("prev load", prevEffLoad);
        prevEffLoad -= taskLoad;
        prevEffLoad *= s.sched.config.features().has(SchedFeature.WA_BIAS) ? affineBias(sd) : 100;
        prevEffLoad *= s.rq[thisCpu].cpuCapacity;
        if (sync) {
            prevEffLoad += 1;
        }
        s.saw("this weighted", thisEffLoad);
        s.saw("prev weighted", prevEffLoad);
        if (thisEffLoad < prevEffLoad) {
            return s.affine(FairRules.AFFINE_THIS, thisCpu);
        }
        s.affine(FairRules.AFFINE_PREV, prevCpu);
        return NONE;
    }

    /** Kernel 7.2: the bias of wake_affine_weight() towards the waker's CPU, in percent of prev's load. */
    protected int affineBias(SchedDomain sd) {
        return 100 + (sd.imbalancePct - 100) / 2;
    }

    // ------------------------------------------------------------------ slow path

    /** Kernel 7.2: sched_balance_find_dst_cpu(): idlest group, idlest CPU in it, then down from that CPU. */
    protected int schedBalanceFindDstCpu(Selection s, SchedDomain top, Task p, int thisCpu, int prevCpu, int sdFlag) {
        s.ask(FairRungs.FIND_DST_CPU);
        s.saw("domain", top.span);
        if (!top.span.intersects(p.cpusPtr)) {
            return s.decide(FairRules.SLOW_PATH_NONE_ALLOWED, prevCpu);
        }
        if ((sdFlag & SD_BALANCE_FORK) == 0) {
            syncEntityLoadAvg(s, p);
        }
        int cpu = thisCpu;
        int newCpu = cpu;
        SchedDomain sd = top;
        while (sd != null) {
            if ((sd.flags & sdFlag) == 0) {
                sd = sd.child;
                continue;
            }
            SchedGroup group = schedBalanceFindDstGroup(s, sd, p, cpu);
            if (group == null) {
                sd = sd.child;
                continue;
            }
            newCpu = schedBalanceFindDstGroupCpu(s, group, p, cpu);
            if (newCpu == cpu) {
                sd = sd.child;
                continue;
            }
            cpu = newCpu;
            int weight = sd.spanWeight;
            sd = null;
            for (SchedDomain tmp = s.topology.sd[cpu]; tmp != null && weight > tmp.spanWeight; tmp = tmp.parent) {
                if ((tmp.flags & sdFlag) != 0) {
                    sd = tmp;
                }
            }
        }
        return s.decide(FairRules.SLOW_PATH, newCpu);
    }

    /** Kernel 7.2: sched_balance_find_dst_group(). Returns null to stay in the local group. */
    protected SchedGroup schedBalanceFindDstGroup(Selection s, SchedDomain sd, Task p, int thisCpu) {
        s.ask(FairRungs.FIND_DST_GROUP);
        s.saw("domain", sd.span);
        SchedGroup idlest = null;
        SchedGroup local = null;
        GroupStats localSgs = localStats;
        idlestStats.startIdlest();

        SchedGroup group = sd.groups;
        do {
            if (group.span.intersects(p.cpusPtr)) {
                if (group.span.test(thisCpu)) {
                    local = group;
                    updateSgWakeupStats(s, sd, group, localSgs, p);
                } else {
                    updateSgWakeupStats(s, sd, group, candidateStats, p);
                    if (updatePickIdlest(idlest, idlestStats, group, candidateStats)) {
                        idlest = group;
                        GroupStats swap = idlestStats;
                        idlestStats = candidateStats;
                        candidateStats = swap;
                    }
                }
            }
            group = group.next;
        } while (group != sd.groups);

        SchedGroup chosen =
                idlest == null ? null : chooseGroup(s, sd, p, thisCpu, local, localSgs, idlest, idlestStats);
        if (s.listening()) {
            if (chosen == null) {
                s.answer("stay in the local group");
            } else {
                s.saw("idlest group", chosen.span);
            }
        }
        return chosen;
    }

    private SchedGroup chooseGroup(
            Selection s,
            SchedDomain sd,
            Task p,
            int thisCpu,
            SchedGroup local,
            GroupStats localSgs,
            SchedGroup idlest,
            GroupStats idlestSgs) {
        if (local == null) {
            return idlest;
        }
        if (localSgs.groupType < idlestSgs.groupType) {
            return null;
        }
        if (localSgs.groupType > idlestSgs.groupType) {
            return idlest;
        }
        switch (localSgs.groupType) {
            case GroupStats.OVERLOADED:
            case GroupStats.FULLY_BUSY: {
                long imbalance = 1024L * (sd.imbalancePct - 100) / 100;
                if ((sd.flags & SD_NUMA) != 0 && idlestSgs.avgLoad + imbalance >= localSgs.avgLoad) {
                    return null;
                }
                if (idlestSgs.avgLoad >= localSgs.avgLoad + imbalance) {
                    return null;
                }
                if (100 * localSgs.avgLoad <= sd.imbalancePct * idlestSgs.avgLoad) {
                    return null;
                }
                return idlest;
            }
            case GroupStats.MISFIT_TASK:
                return local.sgc.maxCapacity >= idlest.sgc.maxCapacity ? null : idlest;
            case GroupStats.HAS_SPARE:
                if ((sd.flags & SD_NUMA) != 0) {
                    int preferred = p.numaPreferredNid;
                    if (s.topology.cpuToNode[thisCpu] == preferred) {
                        return null;
                    }
                    if (s.topology.cpuToNode[idlest.span.first()] == preferred) {
                        return idlest;
                    }
                    int allowance = imbNumaNr(sd, local, p);
                    int imbalance = Math.abs(localSgs.idleCpus - idlestSgs.idleCpus);
                    if (adjustNumaImbalance(imbalance, localSgs.sumNrRunning + 1, allowance) == 0) {
                        return null;
                    }
                }
                return localSgs.idleCpus >= idlestSgs.idleCpus ? null : idlest;
            default:
                return null;
        }
    }

    /**
     * Kernel 7.2: how many tasks may stay on the local node before fork and exec spread. The affinity of the task always
     * restricts it, since no task is allowed on as many CPUs as the kernel could support (NR_CPUS).
     */
    protected int imbNumaNr(SchedDomain sd, SchedGroup local, Task p) {
        return Math.min(p.cpusPtr.intersectionWeight(local.span), sd.imbNumaNr);
    }

    /** Kernel 7.2: adjust_numa_imbalance(). */
    protected int adjustNumaImbalance(int imbalance, int dstRunning, int imbNumaNr) {
        if (dstRunning > imbNumaNr) {
            return imbalance;
        }
        return imbalance <= 2 ? 0 : imbalance;
    }

    /** Kernel 7.2: update_sg_wakeup_stats(). */
    protected void updateSgWakeupStats(Selection s, SchedDomain sd, SchedGroup group, GroupStats sgs, Task p) {
        sgs.reset();
        boolean asym = (sd.flags & SD_ASYM_CPUCAPACITY) != 0;
        boolean misfit = asym;
        for (int i = group.span.first(); i >= 0; i = group.span.next(i + 1)) {
            if (!p.cpusPtr.test(i)) {
                continue;
            }
            RunQueue rq = s.rq[i];
            sgs.groupLoad += cpuLoadWithout(s, rq, p);
            sgs.groupUtil += cpuUtilWithout(s, i, p);
            sgs.groupRunnable += cpuRunnableWithout(rq, p);
            int local = taskRunningOnCpu(i, p) ? 1 : 0;
            int nrRunning = rq.nrRunning - local;
            sgs.sumHNrRunning += rq.cfs.hNrRunnable - local;
            sgs.sumNrRunning += nrRunning;
            if (nrRunning == 0 && idleCpuWithout(rq, p)) {
                sgs.idleCpus++;
            }
            if (misfit && taskFitsCpu(s, p, i)) {
                misfit = false;
            }
        }
        sgs.groupCapacity = group.sgc.capacity;
        sgs.groupWeight = group.groupWeight;
        sgs.classify(sd.imbalancePct, group.sgc.imbalance != 0, misfit);
    }

    /** Kernel 7.2: update_pick_idlest(): whether the candidate is idler than the idlest so far. */
    protected boolean updatePickIdlest(SchedGroup idlest, GroupStats idlestSgs, SchedGroup group, GroupStats sgs) {
        if (sgs.groupType != idlestSgs.groupType) {
            return sgs.groupType < idlestSgs.groupType;
        }
        switch (sgs.groupType) {
            case GroupStats.OVERLOADED:
            case GroupStats.FULLY_BUSY:
                return idlestSgs.avgLoad > sgs.avgLoad;
            case GroupStats.MISFIT_TASK:
                return idlest.sgc.maxCapacity < group.sgc.maxCapacity;
            case GroupStats.HAS_SPARE:
                if (idlestSgs.idleCpus != sgs.idleCpus) {
                    return idlestSgs.idleCpus < sgs.idleCpus;
                }
                return idlestSgs.groupUtil > sgs.groupUtil;
            default:
                return false;
        }
    }

    /** Kernel 7.2: sched_balance_find_dst_group_cpu(): shallowest idle state, else most recently idle, else least loaded. */
    protected int schedBalanceFindDstGroupCpu(Selection s, SchedGroup group, Task p, int thisCpu) {
        s.ask(FairRungs.FIND_DST_GROUP_CPU);
        s.saw("group", group.span);
        if (group.groupWeight == 1) {
            return group.span.first();
        }
        long minLoad = Long.MAX_VALUE;
        long minExitLatency = 0xffffffffL;
        long latestIdleTimestamp = 0;
        int leastLoaded = thisCpu;
        int shallowestIdle = NONE;
        for (int i = group.span.first(); i >= 0; i = group.span.next(i + 1)) {
            if (!p.cpusPtr.test(i)) {
                continue;
            }
            RunQueue rq = s.rq[i];
            if (chooseSchedIdleRq(rq, p)) {
                s.answer("only SCHED_IDLE work there");
                return i;
            }
            if (s.availableIdleCpu(i)) {
                boolean inState = rq.idleExitLatency >= 0;
                if (inState && rq.idleExitLatency < minExitLatency) {
                    minExitLatency = rq.idleExitLatency;
                    latestIdleTimestamp = rq.idleStamp;
                    shallowestIdle = i;
                } else if ((!inState || rq.idleExitLatency == minExitLatency)
                        && Long.compareUnsigned(rq.idleStamp, latestIdleTimestamp) > 0) {
                    latestIdleTimestamp = rq.idleStamp;
                    shallowestIdle = i;
                }
            } else if (shallowestIdle == NONE) {
                long load = cpuLoad(rq);
                if (load < minLoad) {
                    minLoad = load;
                    leastLoaded = i;
                }
            }
        }
        return shallowestIdle != NONE ? shallowestIdle : leastLoaded;
    }

    // ------------------------------------------------------------------ select_idle_sibling

    /** Kernel 7.2: select_idle_sibling(). */
    protected int selectIdleSibling(Selection s, Task p, int prevCpu, int target) {
        SchedTopology topology = s.topology;
        s.ask(FairRungs.SELECT_IDLE_SIBLING);
        s.saw("target", target);
        s.saw("prev", prevCpu);
        int early = beforeSelectIdleSibling(s, p, prevCpu, target);
        if (early != NONE) {
            return early;
        }

        long taskUtil = 0;
        if (topology.asymCpucapActive) {
            syncEntityLoadAvg(s, p);
            taskUtil = taskUtilEst(p);
        }

        s.ask(FairRungs.SIS_TARGET);
        if (chooseIdleCpu(s, target, p) && asymFitsCpu(s, taskUtil, target)) {
            return s.decide(FairRules.TARGET_IDLE, target);
        }
        s.answer("no");

        int prevAff = NONE;
        if (prevCpu != target) {
            s.ask(FairRungs.SIS_PREV);
            if (topology.cpusShareCache(prevCpu, target)
                    && chooseIdleCpu(s, prevCpu, p)
                    && asymFitsCpu(s, taskUtil, prevCpu)) {
                if (nearEnough(s, prevCpu, target)) {
                    return s.decide(FairRules.PREV_IDLE, prevCpu);
                }
                prevAff = prevCpu;
                s.answer("idle, but in another cluster: kept for the end");
            } else {
                s.answer("no");
            }
        }

        if (stacksOnPerCpuKthread(s, prevCpu) && asymFitsCpu(s, taskUtil, prevCpu)) {
            return s.decide(FairRules.KTHREAD_STACK, prevCpu);
        }

        int recent = p.recentUsedCpu;
        p.recentUsedCpu = prevCpu;
        int recentAff = NONE;
        if (recent != prevCpu && recent != target) {
            s.ask(FairRungs.SIS_RECENT);
            s.saw("recent", recent);
            if (topology.cpusShareCache(recent, target)
                    && chooseIdleCpu(s, recent, p)
                    && p.cpusPtr.test(recent)
                    && asymFitsCpu(s, taskUtil, recent)) {
                if (nearEnough(s, recent, target)) {
                    return s.decide(FairRules.RECENT, recent);
                }
                recentAff = recent;
                s.answer("idle, but in another cluster: kept for the end");
            } else {
                s.answer("no");
            }
        }

        if (topology.asymCpucapActive) {
            SchedDomain asym = topology.sdAsymCpucapacity[target];
            if (asym != null) {
                int cpu = selectIdleCapacity(s, p, asym, target, taskUtil);
                return cpu != NONE ? cpu : s.decide(s.finalRule, target);
            }
        }

        SchedDomain llc = topology.sdLlc[target];
        if (llc == null) {
            s.ask(FairRungs.SIS_FALLBACK);
            return s.decide(FairRules.NO_LLC, target);
        }

        boolean hasIdleCore = false;
        if (topology.smtActive) {
            s.ask(FairRungs.TEST_IDLE_CORES);
            hasIdleCore = testIdleCores(s, target);
            s.answer(hasIdleCore ? "yes" : "no");
            if (!hasIdleCore && topology.cpusShareCache(prevCpu, target)) {
                int sibling = selectIdleSmt(s, p, llc, prevCpu);
                if (sibling != NONE) {
                    return s.decide(FairRules.SMT, sibling);
                }
            }
        }
        int before = beforeIdleSearch(s, p, llc, hasIdleCore, target, taskUtil);
        if (before != NONE) {
            return before;
        }

        int cpu = selectIdleCpu(s, p, llc, hasIdleCore, target);
        if (cpu != NONE) {
            return cpu;
        }
        s.ask(FairRungs.SIS_FALLBACK);
        s.answer(miss.words);
        if (prevAff != NONE) {
            return s.decide(miss.prevCluster, prevAff);
        }
        if (recentAff != NONE) {
            return s.decide(miss.recentCluster, recentAff);
        }
        return s.decide(miss.target, target);
    }

    /** Step: a patch may decide at the head of select_idle_sibling(). */
    protected int beforeSelectIdleSibling(Selection s, Task p, int prevCpu, int target) {
        return NONE;
    }

    /** Step: a patch may decide when it is known whether the target's LLC has an idle core, before the LLC is searched. */
    protected int beforeIdleSearch(
            Selection s, Task p, SchedDomain llc, boolean hasIdleCore, int target, long taskUtil) {
        return NONE;
    }

    private boolean nearEnough(Selection s, int cpu, int target) {
        return !searchesClusters(s) || s.topology.cpusShareResources(cpu, target);
    }

    /** Kernel 7.2: whether clusters are looked at: the key sched_cluster_active. */
    protected boolean searchesClusters(Selection s) {
        return s.topology.clusterActive;
    }

    /** Kernel 7.2: the per-CPU kthread rule of select_idle_sibling(), without the capacity test. */
    protected boolean stacksOnPerCpuKthread(Selection s, int prevCpu) {
        Task waker = s.current;
        if (!waker.kthread || waker.nrCpusAllowed != 1) {
            return false;
        }
        s.ask(FairRungs.SIS_KTHREAD);
        s.saw("task context", s.inTask);
        s.saw("nr_running", s.rq[s.thisCpu].nrRunning);
        boolean stacks = s.inTask && prevCpu == s.thisCpu && s.rq[s.thisCpu].nrRunning <= 1;
        s.answer(stacks ? "yes" : "no");
        return stacks;
    }

    /** Kernel 7.2: select_idle_capacity(). Returns NONE if no CPU was found; the rule is set in both cases. */
    protected int selectIdleCapacity(Selection s, Task p, SchedDomain sd, int target, long taskUtil) {
        s.ask(FairRungs.SELECT_IDLE_CAPACITY);
        boolean hasIdleCore = s.topology.smtActive && testIdleCores(s, target);
        CpuMask cpus = s.selectRqMask;
        cpus.setAnd(sd.span, p.cpusPtr);
        int nr = Integer.MAX_VALUE;
        if (sd.shared != null && s.sched.config.features().has(SchedFeature.SIS_UTIL)) {
            nr = sd.shared.nrIdleScan + 1;
            s.saw("scan budget", nr - 1);
            if (nr == 1) {
                s.finalRule = FairRules.ASYM_OVERLOADED;
                return NONE;
            }
        }
        int bestFits = 0;
        long bestCap = 0;
        int best = NONE;
        for (int pass = 0; pass < 2; pass++) {
            int end = pass == 0 ? cpus.size() : target;
            for (int c = cpus.next(pass == 0 ? target : 0); c >= 0 && c < end; c = cpus.next(c + 1)) {
                boolean preferred = !hasIdleCore || isCoreIdle(s, c);
                if (!hasIdleCore && --nr <= 0) {
                    s.finalRule = FairRules.ASYM_SCAN_LIMIT;
                    return best == NONE ? NONE : s.decide(FairRules.ASYM_SCAN_LIMIT, best);
                }
                if (!chooseIdleCpu(s, c, p)) {
                    continue;
                }
                boolean fits = fitsCapacity(taskUtil, s.rq[c].cpuCapacity);
                if (fits && preferred) {
                    return s.decide(FairRules.ASYM_FIT, c);
                }
                int rank = fits ? -2 : 0;
                if (preferred) {
                    rank -= 3;
                }
                long cap = s.rq[c].cpuCapacity;
                if (rank < bestFits || rank == bestFits && cap > bestCap) {
                    bestCap = cap;
                    best = c;
                    bestFits = rank;
                }
            }
        }
        if (hasIdleCore && bestFits > -3) {
            setIdleCores(s, target, false);
        }
        s.finalRule = FairRules.ASYM_BEST;
        return best == NONE ? NONE : s.decide(FairRules.ASYM_BEST, best);
    }

    /** Kernel 7.2: select_idle_smt(): the first idle sibling of {@code cpu} inside the domain. */
    protected int selectIdleSmt(Selection s, Task p, SchedDomain sd, int cpu) {
        s.ask(FairRungs.SELECT_IDLE_SMT);
        CpuMask siblings = s.topology.smtMask[cpu];
        for (int i = siblings.first(); i >= 0; i = siblings.next(i + 1)) {
            if (i == cpu || !p.cpusPtr.test(i) || !sd.span.test(i)) {
                continue;
            }
            if (chooseIdleCpu(s, i, p)) {
                return i;
            }
        }
        s.answer("no");
        return NONE;
    }

    /** Kernel 7.2: select_idle_cpu(): an idle core if one is advertised, else an idle CPU within the scan budget. */
    protected int selectIdleCpu(Selection s, Task p, SchedDomain sd, boolean hasIdleCore, int target) {
        s.ask(FairRungs.SELECT_IDLE_CPU);
        int nr = Integer.MAX_VALUE;
        SchedDomainShared shared = scanLimitShared(s, sd, target);
        if (shared != null && s.sched.config.features().has(SchedFeature.SIS_UTIL)) {
            nr = shared.nrIdleScan + 1;
            s.saw("scan budget", nr - 1);
            if (nr == 1) {
                return missed(s, Miss.OVERLOADED);
            }
        }
        CpuMask cpus = s.selectRqMask;
        if (!cpus.setAnd(sd.span, p.cpusPtr)) {
            return missed(s, Miss.NONE_ALLOWED);
        }
        idleCandidate = NONE;
        int start = scanStart(target);

        if (searchesClusters(s) && (sd.groups.flags & SD_CLUSTER) != 0) {
            CpuMask cluster = sd.groups.span;
            for (int pass = 0; pass < 2; pass++) {
                int end = pass == 0 ? cpus.size() : start;
                for (int c = cluster.next(pass == 0 ? start : 0); c >= 0 && c < end; c = cluster.next(c + 1)) {
                    if (!cpus.test(c)) {
                        continue;
                    }
                    if (hasIdleCore) {
                        if (selectIdleCore(s, p, c, cpus)) {
                            return s.decide(FairRules.IDLE_CORE_CLUSTER, c);
                        }
                    } else {
                        if (--nr <= 0) {
                            return missed(s, Miss.SCAN_LIMIT);
                        }
                        if (chooseIdleCpu(s, c, p)) {
                            return s.decide(FairRules.CPU_SCAN_CLUSTER, c);
                        }
                    }
                }
            }
            cpus.andNot(cluster);
        }

        if (!hasIdleCore) {
            return scanIdleCpus(s, p, cpus, start, nr);
        }
        for (int pass = 0; pass < 2; pass++) {
            int end = pass == 0 ? cpus.size() : start;
            for (int c = cpus.next(pass == 0 ? start : 0); c >= 0 && c < end; c = cpus.next(c + 1)) {
                if (selectIdleCore(s, p, c, cpus)) {
                    return s.decide(FairRules.IDLE_CORE, c);
                }
            }
        }
        setIdleCores(s, target, false);
        if (idleCandidate != NONE) {
            return s.decide(FairRules.CORE_SCAN_IDLE_CPU, idleCandidate);
        }
        return missed(s, Miss.NONE_IDLE);
    }

    /**
     * The part of select_idle_cpu() that examines one CPU after the other, wrapping from {@code start}, while the budget
     * lasts. The mask does not change meanwhile, so it is walked word by word.
     */
    private int scanIdleCpus(Selection s, Task p, CpuMask cpus, int start, int budget) {
        int nr = budget;
        int words = cpus.words();
        int first = start < cpus.size() ? start >>> 6 : 0;
        long behind = start < cpus.size() ? -1L << start : -1L;
        for (int i = 0; i <= words; i++) {
            int index = first + i < words ? first + i : first + i - words;
            long word = cpus.word(index);
            if (i == 0) {
                word &= behind;
            } else if (i == words) {
                word &= ~behind;
            }
            while (word != 0) {
                int c = (index << 6) + Long.numberOfTrailingZeros(word);
                word &= word - 1;
                if (--nr <= 0) {
                    return missed(s, Miss.SCAN_LIMIT);
                }
                if (chooseIdleCpu(s, c, p)) {
                    return s.decide(FairRules.CPU_SCAN, c);
                }
            }
        }
        return missed(s, Miss.NONE_IDLE);
    }

    /** Kernel 7.2: scans of the LLC start behind the target; the target itself comes last. */
    protected int scanStart(int target) {
        return target + 1;
    }

    /** Kernel 7.2: the shared object whose nr_idle_scan limits select_idle_cpu(): the scanned domain's own. */
    protected SchedDomainShared scanLimitShared(Selection s, SchedDomain sd, int target) {
        return sd.shared;
    }

    private int missed(Selection s, Miss why) {
        miss = why;
        s.answer(why.words);
        return NONE;
    }

    /**
     * Kernel 7.2: select_idle_core(): whether every thread of the core is idle. An idle thread met on the way is
     * remembered; the siblings of a core that is not idle leave {@code cpus}.
     */
    protected boolean selectIdleCore(Selection s, Task p, int core, CpuMask cpus) {
        s.ask(FairRungs.SELECT_IDLE_CORE);
        s.saw("core of CPU", core);
        CpuMask siblings = s.topology.smtMask[core];
        boolean idle = true;
        for (int cpu = siblings.first(); cpu >= 0; cpu = siblings.next(cpu + 1)) {
            if (!threadIsIdle(s, cpu)) {
                idle = false;
                if (idleCandidate != NONE) {
                    break;
                }
                if (chooseSchedIdleRq(s.rq[cpu], p) && cpus.test(cpu)) {
                    idleCandidate = cpu;
                    break;
                }
                continue;
            }
            if (idleCandidate == NONE && cpus.test(cpu)) {
                idleCandidate = cpu;
            }
        }
        if (!idle) {
            cpus.andNot(siblings);
        }
        s.answer(idle ? "yes" : "no");
        return idle;
    }

    /** Step: what select_idle_core() counts as an idle thread. */
    protected boolean threadIsIdle(Selection s, int cpu) {
        return s.availableIdleCpu(cpu);
    }

    // ------------------------------------------------------------------ predicates and quantities

    /** Kernel 7.2: choose_idle_cpu(). */
    protected boolean chooseIdleCpu(Selection s, int cpu, Task p) {
        return s.availableIdleCpu(cpu) || chooseSchedIdleRq(s.rq[cpu], p);
    }

    /** Kernel 7.2: choose_sched_idle_rq(): only SCHED_IDLE work there, and the wakee is not SCHED_IDLE itself. */
    protected boolean chooseSchedIdleRq(RunQueue rq, Task p) {
        return p.policy != SchedPolicy.IDLE && rq.schedIdleRq();
    }

    /** Kernel 7.2: is_core_idle(): every other thread of the core is idle. */
    protected boolean isCoreIdle(Selection s, int cpu) {
        CpuMask siblings = s.topology.smtMask[cpu];
        for (int i = siblings.first(); i >= 0; i = siblings.next(i + 1)) {
            if (i != cpu && !s.rq[i].idleCpu()) {
                return false;
            }
        }
        return true;
    }

    /** Kernel 7.2: asym_fits_cpu(). True unless the machine has CPUs of different capacity. */
    protected boolean asymFitsCpu(Selection s, long taskUtil, int cpu) {
        if (!s.topology.asymCpucapActive) {
            return true;
        }
        return (!s.topology.smtActive || isCoreIdle(s, cpu)) && fitsCapacity(taskUtil, s.rq[cpu].cpuCapacity);
    }

    /** Kernel 7.2: task_fits_cpu(), with utilisation clamps unused. */
    protected boolean taskFitsCpu(Selection s, Task p, int cpu) {
        return fitsCapacity(taskUtilEst(p), s.rq[cpu].cpuCapacity);
    }

    /** Kernel 7.2: fits_capacity(): utilisation below 80 % of the capacity. */
    protected static boolean fitsCapacity(long util, long capacity) {
        return util * 1280 < capacity * 1024;
    }

    /** Kernel 7.2: test_idle_cores(). */
    protected boolean testIdleCores(Selection s, int cpu) {
        SchedDomainShared shared = idleCoresShared(s, cpu);
        return shared != null && shared.hasIdleCores;
    }

    /** Kernel 7.2: set_idle_cores(). */
    protected void setIdleCores(Selection s, int cpu, boolean value) {
        SchedDomainShared shared = idleCoresShared(s, cpu);
        if (shared != null) {
            shared.hasIdleCores = value;
        }
    }

    /** Kernel 7.2: the object that holds has_idle_cores: sd_balance_shared. */
    protected SchedDomainShared idleCoresShared(Selection s, int cpu) {
        return s.topology.sdBalanceShared[cpu];
    }

    /** Kernel 7.2: cpu_load(), as last updated. */
    protected static long cpuLoad(RunQueue rq) {
        return rq.cfs.avg.loadAvg;
    }

    /** Kernel 7.2: task_h_load(). The root load it scales with is refreshed at most once a jiffy. */
    protected long taskHLoad(Selection s, Task p) {
        if (!s.sched.config.fairGroupSched()) {
            return p.avg.loadAvg;
        }
        FairQueue cfs = p.cfsRq != null ? p.cfsRq : s.rq[p.cpu].cfs;
        if (cfs.lastHLoadUpdate != s.sched.jiffies) {
            cfs.hLoad = cfs.avg.loadAvg;
            cfs.lastHLoadUpdate = s.sched.jiffies;
        }
        return Long.divideUnsigned(p.avg.loadAvg * cfs.hLoad, cfs.avg.loadAvg + 1);
    }

    private static boolean contributesTo(int cpu, Task p) {
        return p.cpu == cpu && p.avg.lastUpdateTime != 0;
    }

    private static boolean taskRunningOnCpu(int cpu, Task p) {
        return contributesTo(cpu, p) && p.onRq;
    }

    /** Kernel 7.2: cpu_load_without(). */
    protected long cpuLoadWithout(Selection s, RunQueue rq, Task p) {
        long load = cpuLoad(rq);
        return contributesTo(rq.cpu, p) ? Math.max(0, load - taskHLoad(s, p)) : load;
    }

    /** Kernel 7.2: cpu_runnable_without(). */
    protected static long cpuRunnableWithout(RunQueue rq, Task p) {
        long runnable = rq.cfs.avg.runnableAvg;
        return contributesTo(rq.cpu, p) ? Math.max(0, runnable - p.avg.runnableAvg) : runnable;
    }

    /** Kernel 7.2: cpu_util_without(). */
    protected long cpuUtilWithout(Selection s, int cpu, Task p) {
        SchedAvg queue = s.rq[cpu].cfs.avg;
        long util = queue.utilAvg;
        long estimate =
                s.sched.config.features().has(SchedFeature.UTIL_EST) ? Integer.toUnsignedLong(queue.utilEst) : 0;
        if (contributesTo(cpu, p)) {
            util = Math.max(0, util - p.avg.utilAvg);
            if (p.onRq || s.current == p) {
                estimate = Math.max(0, estimate - (p.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED));
            }
        }
        return Math.min(Math.max(util, estimate), s.topology.archScaleCpuCapacity[cpu]);
    }

    /** Kernel 7.2: idle_cpu_without(). The caller has tested that nothing but the task is queued. */
    private static boolean idleCpuWithout(RunQueue rq, Task p) {
        return (rq.curr == rq.idle || rq.curr == p) && !rq.ttwuPending;
    }

    /** Kernel 7.2: task_util_est(). */
    protected static long taskUtilEst(Task p) {
        return Math.max(p.avg.utilAvg, p.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED);
    }

    /** Kernel 7.2: sync_entity_load_avg(): a sleeping task's averages, decayed to its old queue's last update. */
    protected void syncEntityLoadAvg(Selection s, Task p) {
        s.syncEntityLoadAvg(p);
    }
}
