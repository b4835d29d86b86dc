// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.SchedFeatures;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SdFlag;

/**
 * Chooses tasks of the source queue and moves them (kernel 7.2: detach_tasks(), can_migrate_task(), attach_tasks()).
 */
final class TaskMigration {

    private final Balancer balancer;
    private final boolean lbMin;
    private final boolean cacheHotBuddy;
    private final boolean placeLag;

    TaskMigration(Balancer balancer) {
        this.balancer = balancer;
        SchedFeatures features = balancer.sched.config.features();
        lbMin = features.has(SchedFeature.LB_MIN);
        cacheHotBuddy = features.has(SchedFeature.CACHE_HOT_BUDDY);
        placeLag = features.has(SchedFeature.PLACE_LAG);
    }

    /**
     * Detaches tasks from the tail of the source's list until the imbalance is used up; they wait in the environment
     * (kernel 7.2: detach_tasks()).
     *
     * @return number of tasks detached
     */
    int detachTasks(LbEnv env) {
        RunQueue src = env.srcRq;
        if (src.nrRunning <= 1) {
            env.clear(LbEnv.LBF_ALL_PINNED);
            return 0;
        }
        if (env.imbalance <= 0) {
            return 0;
        }
        int detached = 0;
        while (src.cfsTasksTail != null) {
            if (env.idle.idle() && src.nrRunning <= 1) {
                break;
            }
            env.loop++;
            if (env.loop > env.loopMax) {
                break;
            }
            if (env.loop > env.loopBreak) {
                env.loopBreak += LbEnv.SCHED_NR_MIGRATE_BREAK;
                env.set(LbEnv.LBF_NEED_BREAK);
                break;
            }
            Task p = src.cfsTasksTail;
            Verdict verdict = canMigrateTask(p, env);
            if (verdict == Verdict.OK) {
                verdict = reduceImbalance(p, env);
            }
            tested(env, p, verdict);
            if (verdict != Verdict.OK) {
                src.cfsTasksMoveToHead(p);
                continue;
            }
            detachTask(p, env);
            env.pushDetached(p);
            detached++;
            // a newly idle CPU must not be kept from its task any longer: preemptible kernels stop at the first
            if (env.idle == CpuIdleType.NEWLY_IDLE || env.imbalance <= 0) {
                break;
            }
        }
        return detached;
    }

    /** Takes the task off the imbalance, or says why it is not suitable for the amount. */
    private Verdict reduceImbalance(Task p, LbEnv env) {
        switch (env.migrationType) {
            case LOAD: {
                long load = Math.max(balancer.loads.taskHLoad(p, env.srcRq), 1);
                if (lbMin && load < 16 && env.sd.nrBalanceFailed == 0) {
                    return Verdict.TOO_MUCH_LOAD;
                }
                if (shrBound(load, env.sd.nrBalanceFailed) > env.imbalance) {
                    return Verdict.TOO_MUCH_LOAD;
                }
                env.imbalance -= load;
                return Verdict.OK;
            }
            case UTIL: {
                long util = Loads.taskUtilEst(p);
                if (shrBound(util, env.sd.nrBalanceFailed) > env.imbalance) {
                    return Verdict.TOO_MUCH_UTIL;
                }
                env.imbalance -= util;
                return Verdict.OK;
            }
            case MISFIT:
                if (Loads.fitsCapacity(Loads.taskUtilEst(p), env.srcRq.cpuCapacity)) {
                    return Verdict.FITS;
                }
                env.imbalance = 0;
                return Verdict.OK;
            default:
                env.imbalance--;
                return Verdict.OK;
        }
    }

    /** Kernel 7.2: shr_bound(). */
    private static long shrBound(long value, int shift) {
        return value >> Math.min(shift, Long.SIZE - 1);
    }

    /**
     * Whether affinity, cache and lag allow the move (kernel 7.2: can_migrate_task()). Clears LBF_ALL_PINNED, sets
     * LBF_SOME_PINNED, LBF_DST_PINNED and LBF_LLC_PINNED.
     *
     * @return {@link Verdict#OK}, {@link Verdict#OK_ACTIVE}, or why not
     */
    Verdict canMigrateTask(Task p, LbEnv env) {
        if (p.schedDelayed && env.migrationType != MigrationType.LOAD) {
            return Verdict.DELAYED;
        }
        if (balancer.host.throttledLbPair(p, env.srcCpu, env.dstCpu)) {
            return Verdict.THROTTLED;
        }
        if (env.sd.nrBalanceFailed == 0 && taskIsIneligibleOnDstCpu(p, env)) {
            return Verdict.INELIGIBLE;
        }
        if (p.kthreadIsPerCpu) {
            return Verdict.PERCPU_KTHREAD;
        }
        if (!p.cpusPtr.test(env.dstCpu)) {
            env.set(LbEnv.LBF_SOME_PINNED);
            if (env.idle != CpuIdleType.NEWLY_IDLE && !env.has(LbEnv.LBF_DST_PINNED | LbEnv.LBF_ACTIVE_LB)) {
                lookForOtherDestination(p, env);
            }
            return Verdict.PINNED;
        }
        env.clear(LbEnv.LBF_ALL_PINNED);
        if (env.srcRq.curr == p) {
            return Verdict.RUNNING;
        }
        if (env.has(LbEnv.LBF_ACTIVE_LB)) {
            return Verdict.OK_ACTIVE;
        }
        boolean degradesLlc = balancer.cache.enabled && balancer.cache.migrateDegradesLlc(p, env);
        if (env.sd.nrBalanceFailed > env.sd.cacheNiceTries) {
            return Verdict.OK;
        }
        if (degradesLlc) {
            if (env.migrationType != MigrationType.LLC_TASK) {
                env.set(LbEnv.LBF_LLC_PINNED);
            }
            return Verdict.LLC;
        }
        return taskHot(p, env) ? Verdict.HOT : Verdict.OK;
    }

    private static void lookForOtherDestination(Task p, LbEnv env) {
        CpuMask group = env.dstGrpmask;
        for (int cpu = group.first(); cpu >= 0; cpu = group.next(cpu + 1)) {
            if (env.cpus.test(cpu) && p.cpusPtr.test(cpu)) {
                env.set(LbEnv.LBF_DST_PINNED);
                env.newDstCpu = cpu;
                return;
            }
        }
    }

    /** It would not run there soon, having had more than its share (kernel 7.2: task_is_ineligible_on_dst_cpu()). */
    private boolean taskIsIneligibleOnDstCpu(Task p, LbEnv env) {
        return placeLag && env.dstRq.cfs.hNrQueued != 0 && !balancer.host.entityEligible(env.srcRq, p);
    }

    /** Kernel 7.2: task_hot(). */
    private boolean taskHot(Task p, LbEnv env) {
        if (!p.policy.isFair() || p.policy == SchedPolicy.IDLE) {
            return false;
        }
        if (env.sd.has(SdFlag.SD_SHARE_CPUCAPACITY)) {
            return false;
        }
        if (cacheHotBuddy && env.dstRq.nrRunning != 0 && env.srcRq.cfs.next == p) {
            return true;
        }
        long cost = balancer.tunables.migrationCost;
        if (cost == -1) {
            return true;
        }
        if (cost == 0) {
            return false;
        }
        return env.srcRq.clockTask() - p.execStart < cost;
    }

    /** Kernel 7.2: detach_task(). */
    private void detachTask(Task p, LbEnv env) {
        balancer.host.detachTask(env.srcRq, p, env.dstCpu);
        if (balancer.observer != null) {
            balancer.observer.detached(env, p);
        }
    }

    /** The first task from the tail that may move, taken off its queue, or null (kernel 7.2: detach_one_task()). */
    Task detachOneTask(LbEnv env) {
        for (Task p = env.srcRq.cfsTasksTail; p != null; p = p.groupPrev) {
            Verdict verdict = canMigrateTask(p, env);
            tested(env, p, verdict);
            if (verdict == Verdict.OK || verdict == Verdict.OK_ACTIVE) {
                detachTask(p, env);
                return p;
            }
        }
        return null;
    }

    /** Queues the detached tasks on the destination, the last one first (kernel 7.2: attach_tasks()). */
    void attachTasks(LbEnv env) {
        balancer.host.beginAttach(env.dstRq);
        for (Task p = env.popDetached(); p != null; p = env.popDetached()) {
            attachTask(env.dstRq, p);
        }
    }

    /** Kernel 7.2: attach_one_task(). */
    void attachOneTask(RunQueue dst, Task p) {
        balancer.host.beginAttach(dst);
        attachTask(dst, p);
    }

    private void attachTask(RunQueue dst, Task p) {
        balancer.host.attachTask(dst, p);
        if (balancer.observer != null) {
            balancer.observer.attached(dst, p);
        }
    }

    private void tested(LbEnv env, Task p, Verdict verdict) {
        if (balancer.observer != null) {
            balancer.observer.tested(env, p, verdict);
        }
    }
}
