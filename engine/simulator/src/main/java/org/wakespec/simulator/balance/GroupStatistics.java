// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.NrIdleScan;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SdFlag;

/**
 * Collects the statistics of a domain's groups, classifies them and picks the busiest (kernel 7.2:
 * update_sd_lb_stats()).
 */
final class GroupStatistics {

    private final Balancer balancer;
    private final Scheduler sched;
    private final AsymPacking asym;
    private final Loads loads;
    private final boolean sisUtil;
    /** Some CPU seen by the present search has more than one task. */
    private boolean sgOverloaded;

    GroupStatistics(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
        asym = balancer.asym;
        loads = balancer.loads;
        sisUtil = sched.config.features().has(SchedFeature.SIS_UTIL);
    }

    /** Kernel 7.2: update_sd_lb_stats(). */
    void updateSdLbStats(LbEnv env, SdLbStats sds) {
        sgOverloaded = false;
        balancer.cpusExamined += env.sd.spanWeight;
        long sumUtil = 0;
        SchedGroup sg = env.sd.groups;
        do {
            boolean local = sg.span.test(env.dstCpu);
            SgLbStats sgs = sds.tmpStat;
            if (local) {
                sds.local = sg;
                sgs = sds.localStat;
                if (env.idle != CpuIdleType.NEWLY_IDLE || sched.jiffies - sg.sgc.nextUpdate >= 0) {
                    balancer.capacity.updateGroupCapacity(env.sd, env.dstCpu);
                }
            }
            updateSgLbStats(env, sg, sgs, local);
            if (!local && updateSdPickBusiest(env, sds, sg, sgs)) {
                sds.busiest = sg;
                sds.busiestStat.copyFrom(sgs);
            }
            sds.totalLoad += sgs.groupLoad;
            sds.totalCapacity += sgs.groupCapacity;
            sumUtil += sgs.groupUtil;
            sg = sg.next;
        } while (sg != env.sd.groups);
        sds.preferSibling = sds.busiest != null && (sds.busiest.flags & SdFlag.SD_PREFER_SIBLING) != 0;
        if (env.sd.parent == null) {
            env.dstRq.rd.overloaded = sgOverloaded;
        }
        updateIdleCpuScan(env, sumUtil);
    }

    /** Kernel 7.2: update_sg_lb_stats(). */
    private void updateSgLbStats(LbEnv env, SchedGroup group, SgLbStats sgs, boolean local) {
        sgs.reset();
        boolean rootDomain = env.sd.parent == null;
        boolean asymCapacity = env.sd.has(SdFlag.SD_ASYM_CPUCAPACITY);
        boolean lookForReduced = !local && !asymCapacity && env.idle.idle();
        for (int i = group.firstWord; i < group.endWord; i++) {
            for (long left = group.span.commonWord(env.cpus, i); left != 0; left &= left - 1) {
                RunQueue rq = sched.rq[(i << 6) + Long.numberOfTrailingZeros(left)];
                addCpu(env, rq, sgs, local, rootDomain, asymCapacity, lookForReduced);
            }
        }
        sgs.groupCapacity = group.sgc.capacity;
        sgs.groupWeight = group.groupWeight;
        if (!local) {
            sgs.groupAsymPacking = env.idle.idle() && sgs.sumHNrRunning != 0 && schedGroupAsym(env, sgs, group);
            sgs.groupSmtBalance = smtBalance(env, sgs, group);
            sgs.groupLlcBalance = balancer.cache.enabled && balancer.cache.llcBalance(env, sgs, group);
        }
        sgs.groupType = groupClassify(env.sd.imbalancePct, group, sgs);
        if (balancer.cache.enabled) {
            balancer.cache.recordSgLlcStats(env, sgs, group);
        }
        if (sgs.groupType == GroupType.OVERLOADED) {
            sgs.avgLoad = sgs.groupLoad * Loads.SCHED_CAPACITY_SCALE / sgs.groupCapacity;
        }
        if (balancer.observer != null) {
            balancer.observer.group(group, sgs);
        }
    }

    private void addCpu(
            LbEnv env,
            RunQueue rq,
            SgLbStats sgs,
            boolean local,
            boolean rootDomain,
            boolean asymCapacity,
            boolean lookForReduced) {
        long load = Loads.cpuLoad(rq);
        sgs.groupLoad += load;
        sgs.groupUtil += loads.cpuUtilCfs(rq);
        sgs.groupRunnable += Loads.cpuRunnable(rq);
        sgs.sumHNrRunning += rq.cfs.hNrRunnable;
        sgs.sumNrRunning += rq.nrRunning;
        if (balancer.cache.enabled) {
            sgs.nrPrefDstLlc += balancer.cache.nrComingToDstLlc(rq, env.dstCpu);
        }
        if (rq.idleCpu()) {
            sgs.idleCpus++;
            return;
        }
        if (rootDomain && rq.nrRunning > 1) {
            sgOverloaded = true;
        }
        if (local) {
            return;
        }
        if (asymCapacity) {
            if (sgs.groupMisfitTaskLoad < rq.misfitTaskLoad) {
                sgs.groupMisfitTaskLoad = rq.misfitTaskLoad;
                sgOverloaded = true;
            }
        } else if (lookForReduced && Loads.schedReducedCapacity(rq, env.sd) && sgs.groupMisfitTaskLoad < load) {
            sgs.groupMisfitTaskLoad = load;
        }
    }

    /** Kernel 7.2: sched_group_asym(). */
    private boolean schedGroupAsym(LbEnv env, SgLbStats sgs, SchedGroup group) {
        if (smtGroup(group) && sgs.groupWeight - sgs.idleCpus != 1) {
            return false;
        }
        return asym.schedAsym(env.sd, env.dstCpu, group.asymPreferCpu);
    }

    /** An idle CPU may relieve a core that runs several tasks (kernel 7.2: smt_balance()). */
    private static boolean smtBalance(LbEnv env, SgLbStats sgs, SchedGroup group) {
        return env.idle.idle() && smtGroup(group) && sgs.sumHNrRunning > 1;
    }

    /** Kernel 7.2: group_classify(). */
    private static GroupType groupClassify(int imbalancePct, SchedGroup group, SgLbStats sgs) {
        if (groupIsOverloaded(imbalancePct, sgs)) {
            return GroupType.OVERLOADED;
        }
        if (sgs.groupLlcBalance) {
            return GroupType.LLC_BALANCE;
        }
        if (group.sgc.imbalance != 0) {
            return GroupType.IMBALANCED;
        }
        if (sgs.groupAsymPacking) {
            return GroupType.ASYM_PACKING;
        }
        if (sgs.groupSmtBalance) {
            return GroupType.SMT_BALANCE;
        }
        if (sgs.groupMisfitTaskLoad != 0) {
            return GroupType.MISFIT_TASK;
        }
        return groupHasCapacity(imbalancePct, sgs) ? GroupType.HAS_SPARE : GroupType.FULLY_BUSY;
    }

    /** Kernel 7.2: group_is_overloaded(). */
    private static boolean groupIsOverloaded(int imbalancePct, SgLbStats sgs) {
        if (sgs.sumNrRunning <= sgs.groupWeight) {
            return false;
        }
        return sgs.groupCapacity * 100 < sgs.groupUtil * imbalancePct
                || sgs.groupCapacity * imbalancePct < sgs.groupRunnable * 100;
    }

    /** Kernel 7.2: group_has_capacity(). */
    private static boolean groupHasCapacity(int imbalancePct, SgLbStats sgs) {
        if (sgs.sumNrRunning < sgs.groupWeight) {
            return true;
        }
        if (sgs.groupCapacity * imbalancePct < sgs.groupRunnable * 100) {
            return false;
        }
        return sgs.groupCapacity * 100 > sgs.groupUtil * imbalancePct;
    }

    /** Whether the group is busier than the busiest so far (kernel 7.2: update_sd_pick_busiest()). */
    private boolean updateSdPickBusiest(LbEnv env, SdLbStats sds, SchedGroup sg, SgLbStats sgs) {
        SgLbStats busiest = sds.busiestStat;
        boolean asymCapacity = env.sd.has(SdFlag.SD_ASYM_CPUCAPACITY);
        if (sgs.sumHNrRunning == 0) {
            return false;
        }
        if (asymCapacity && sgs.groupType == GroupType.MISFIT_TASK && !helpsMisfit(env, sds, sg)) {
            return false;
        }
        int order = sgs.groupType.compareTo(busiest.groupType);
        if (order != 0) {
            return order > 0;
        }
        switch (sgs.groupType) {
            case OVERLOADED:
                return sgs.avgLoad > busiest.avgLoad;
            case LLC_BALANCE:
                return sgs.nrPrefDstLlc > busiest.nrPrefDstLlc;
            case IMBALANCED:
                return false;
            case ASYM_PACKING:
                return asym.schedAsymPrefer(sds.busiest.asymPreferCpu, sg.asymPreferCpu);
            case MISFIT_TASK:
                return sgs.groupMisfitTaskLoad > busiest.groupMisfitTaskLoad;
            case SMT_BALANCE:
                if (sgs.idleCpus != 0 || busiest.idleCpus != 0) {
                    return moreToSpare(sds, sg, sgs) && !(asymCapacity && biggerThanNeeded(env, sg, sgs));
                }
                return !smtGroup(sds.busiest);
            case FULLY_BUSY:
                return !smtGroup(sds.busiest) && !(asymCapacity && biggerThanNeeded(env, sg, sgs));
            default:
                if (smtVsNonsmtGroups(sds.busiest, sg)) {
                    return !smtGroup(sg) || sgs.sumHNrRunning > 1;
                }
                return moreToSpare(sds, sg, sgs) && !(asymCapacity && biggerThanNeeded(env, sg, sgs));
        }
    }

    /** The destination can take over a misfit task: it is bigger, its core is idle and it has room. */
    private boolean helpsMisfit(LbEnv env, SdLbStats sds, SchedGroup sg) {
        return asym.isCoreIdle(env.dstCpu)
                && Loads.capacityGreater(env.dstRq.cpuCapacity, sg.sgc.maxCapacity)
                && sds.localStat.groupType == GroupType.HAS_SPARE;
    }

    /** Between groups with spare capacity: fewer idle CPUs, then more tasks. */
    private static boolean moreToSpare(SdLbStats sds, SchedGroup sg, SgLbStats sgs) {
        SgLbStats busiest = sds.busiestStat;
        if (sgs.idleCpus != busiest.idleCpus) {
            return sgs.idleCpus < busiest.idleCpus;
        }
        return sgs.sumNrRunning > busiest.sumNrRunning;
    }

    /** Tasks are not pulled from bigger CPUs to a smaller one unless those are overloaded. */
    private static boolean biggerThanNeeded(LbEnv env, SchedGroup sg, SgLbStats sgs) {
        return sgs.groupType.compareTo(GroupType.FULLY_BUSY) <= 0
                && Loads.capacityGreater(sg.sgc.minCapacity, env.dstRq.cpuCapacity);
    }

    static boolean smtGroup(SchedGroup group) {
        return (group.flags & SdFlag.SD_SHARE_CPUCAPACITY) != 0;
    }

    /** Kernel 7.2: smt_vs_nonsmt_groups(). */
    static boolean smtVsNonsmtGroups(SchedGroup a, SchedGroup b) {
        return a != null && b != null && smtGroup(a) != smtGroup(b);
    }

    /** Publishes how many CPUs a wakeup may examine (kernel 7.2: update_idle_cpu_scan()). */
    void updateIdleCpuScan(LbEnv env, long sumUtil) {
        if (!sisUtil || env.idle == CpuIdleType.NEWLY_IDLE || env.sd.shared == null) {
            return;
        }
        int depth = NrIdleScan.of(sumUtil, env.sd.spanWeight, env.sd.imbalancePct);
        env.sd.shared.nrIdleScan = depth;
        if (balancer.observer != null) {
            balancer.observer.idleScan(env.sd, depth);
        }
    }
}
