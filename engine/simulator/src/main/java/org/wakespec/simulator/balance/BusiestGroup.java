// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SdFlag;

/** Decides whether a domain is out of balance, and by how much (kernel 7.2: sched_balance_find_src_group()). */
final class BusiestGroup {

    private final Balancer balancer;

    BusiestGroup(Balancer balancer) {
        this.balancer = balancer;
    }

    /** The group to pull from, with the amount and its unit in the environment; null: balanced. */
    SchedGroup schedBalanceFindSrcGroup(LbEnv env, SdLbStats sds) {
        sds.initSdLbStats();
        balancer.statistics.updateSdLbStats(env, sds);
        BalanceObserver.Exit exit = compare(env, sds);
        if (exit.pursued()) {
            calculateImbalance(env, sds);
        }
        if (balancer.observer != null) {
            balancer.observer.searched(env, sds, exit);
        }
        return exit.pursued() && env.imbalance != 0 ? sds.busiest : null;
    }

    private BalanceObserver.Exit compare(LbEnv env, SdLbStats sds) {
        SgLbStats local = sds.localStat;
        SgLbStats busiest = sds.busiestStat;
        if (sds.busiest == null) {
            return BalanceObserver.Exit.NO_BUSIEST;
        }
        if (busiest.groupType == GroupType.MISFIT_TASK) {
            return BalanceObserver.Exit.MISFIT;
        }
        if (busiest.groupType == GroupType.ASYM_PACKING) {
            return BalanceObserver.Exit.ASYM_PACKING;
        }
        if (busiest.groupType == GroupType.IMBALANCED) {
            return BalanceObserver.Exit.IMBALANCED;
        }
        if (local.groupType.compareTo(busiest.groupType) > 0) {
            return BalanceObserver.Exit.LOCAL_TYPE_HIGHER;
        }
        if (local.groupType == GroupType.OVERLOADED) {
            if (local.avgLoad >= busiest.avgLoad) {
                return BalanceObserver.Exit.LOCAL_LOAD_NOT_BELOW_BUSIEST;
            }
            computeAvgLoad(sds);
            if (local.avgLoad >= sds.avgLoad) {
                return BalanceObserver.Exit.LOCAL_LOAD_NOT_BELOW_AVERAGE;
            }
            if (100 * busiest.avgLoad <= env.sd.imbalancePct * local.avgLoad) {
                return BalanceObserver.Exit.WITHIN_IMBALANCE_PCT;
            }
        }
        if (sds.preferSibling
                && local.groupType == GroupType.HAS_SPARE
                && (busiest.groupType == GroupType.LLC_BALANCE || siblingImbalance(env, sds) > 1)) {
            return BalanceObserver.Exit.PREFER_SIBLING;
        }
        if (busiest.groupType != GroupType.OVERLOADED) {
            if (!env.idle.idle()) {
                return BalanceObserver.Exit.DST_NOT_IDLE;
            }
            if (busiest.groupType == GroupType.SMT_BALANCE
                    && GroupStatistics.smtVsNonsmtGroups(sds.local, sds.busiest)) {
                return BalanceObserver.Exit.SMT_VS_NONSMT;
            }
            if (busiest.groupWeight > 1 && local.idleCpus <= busiest.idleCpus + 1) {
                return BalanceObserver.Exit.IDLE_CPUS_EVEN;
            }
            if (busiest.sumHNrRunning == 1) {
                return BalanceObserver.Exit.ONE_TASK;
            }
        }
        return BalanceObserver.Exit.IMBALANCE;
    }

    private static void computeAvgLoad(SdLbStats sds) {
        sds.avgLoad = sds.totalLoad * Loads.SCHED_CAPACITY_SCALE / sds.totalCapacity;
    }

    /** By how many tasks siblings differ, in proportion to their cores (kernel 7.2: sibling_imbalance()). */
    private static long siblingImbalance(LbEnv env, SdLbStats sds) {
        SgLbStats local = sds.localStat;
        SgLbStats busiest = sds.busiestStat;
        if (!env.idle.idle() || busiest.sumNrRunning == 0) {
            return 0;
        }
        long cl = sds.local.cores;
        long cb = sds.busiest.cores;
        if (cl == cb) {
            return Math.max(0, busiest.sumNrRunning - local.sumNrRunning);
        }
        long imbalance = Math.max(0, cl * busiest.sumNrRunning - cb * local.sumNrRunning);
        imbalance = (2 * imbalance + cl + cb) / (cl + cb);
        // an empty group takes one task of several even if the proportion says no
        if (imbalance <= 1 && local.sumNrRunning == 0 && busiest.sumNrRunning > 1) {
            return 2;
        }
        return imbalance;
    }

    /** Kernel 7.2: calculate_imbalance(). */
    private static void calculateImbalance(LbEnv env, SdLbStats sds) {
        SgLbStats local = sds.localStat;
        SgLbStats busiest = sds.busiestStat;
        switch (busiest.groupType) {
            case MISFIT_TASK:
                if (env.sd.has(SdFlag.SD_ASYM_CPUCAPACITY)) {
                    amount(env, MigrationType.MISFIT, 1);
                } else {
                    amount(env, MigrationType.LOAD, busiest.groupMisfitTaskLoad);
                }
                return;
            case ASYM_PACKING:
                amount(env, MigrationType.TASK, busiest.sumHNrRunning);
                return;
            case SMT_BALANCE:
            case IMBALANCED:
                amount(env, MigrationType.TASK, 1);
                return;
            case LLC_BALANCE:
                amount(env, MigrationType.LLC_TASK, 1);
                return;
            default:
                break;
        }
        if (local.groupType == GroupType.HAS_SPARE) {
            fillSpareCapacity(env, sds);
            return;
        }
        if (local.groupType != GroupType.OVERLOADED) {
            local.avgLoad = local.groupLoad * Loads.SCHED_CAPACITY_SCALE / local.groupCapacity;
            if (local.avgLoad >= busiest.avgLoad) {
                amount(env, env.migrationType, 0);
                return;
            }
            computeAvgLoad(sds);
            if (local.avgLoad >= sds.avgLoad) {
                amount(env, env.migrationType, 0);
                return;
            }
        }
        // a busiest group below the average gives a negative term, which counts as huge
        long excess = (busiest.avgLoad - sds.avgLoad) * busiest.groupCapacity;
        long room = (sds.avgLoad - local.avgLoad) * local.groupCapacity;
        long load = Long.compareUnsigned(excess, room) < 0 ? excess : room;
        amount(env, MigrationType.LOAD, Long.divideUnsigned(load, Loads.SCHED_CAPACITY_SCALE));
    }

    private static void fillSpareCapacity(LbEnv env, SdLbStats sds) {
        SgLbStats local = sds.localStat;
        SgLbStats busiest = sds.busiestStat;
        if (busiest.groupType.compareTo(GroupType.FULLY_BUSY) > 0 && !env.sd.has(SdFlag.SD_SHARE_LLC)) {
            amount(env, MigrationType.UTIL, Math.max(local.groupCapacity, local.groupUtil) - local.groupUtil);
            if (env.idle.idle() && env.imbalance == 0) {
                amount(env, MigrationType.TASK, 1);
            }
            return;
        }
        long tasks;
        if (busiest.groupWeight == 1 || sds.preferSibling) {
            tasks = siblingImbalance(env, sds);
        } else {
            tasks = Math.max(0, local.idleCpus - busiest.idleCpus);
        }
        if (env.sd.has(SdFlag.SD_NUMA)) {
            tasks = adjustNumaImbalance(tasks, local.sumNrRunning + 1, env.sd.imbNumaNr);
        }
        amount(env, MigrationType.TASK, tasks >> 1);
    }

    /** A few tasks may stay together on their node (kernel 7.2: adjust_numa_imbalance()). */
    private static long adjustNumaImbalance(long imbalance, int dstRunning, int imbNumaNr) {
        return dstRunning <= imbNumaNr && imbalance <= 2 ? 0 : imbalance;
    }

    private static void amount(LbEnv env, MigrationType type, long imbalance) {
        env.migrationType = type;
        env.imbalance = imbalance;
    }
}
