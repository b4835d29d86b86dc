// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;

/** Pushing a task by preempting the running one (kernel 7.2: need_active_balance(), active_load_balance_cpu_stop()). */
final class ActiveBalance {

    private final Balancer balancer;
    /** Its own: the stopper runs while passes of other CPUs may be prepared. */
    private final LbEnv env;

    ActiveBalance(Balancer balancer) {
        this.balancer = balancer;
        env = new LbEnv(balancer.sched.nrCpus());
    }

    /** Kernel 7.2: need_active_balance(). */
    boolean needActiveBalance(LbEnv lb) {
        BalanceObserver.Active why = reason(lb);
        if (balancer.observer != null) {
            balancer.observer.active(lb, why);
        }
        return why != BalanceObserver.Active.NO && why != BalanceObserver.Active.LLC;
    }

    private BalanceObserver.Active reason(LbEnv lb) {
        if (balancer.cache.enabled && balancer.cache.albBreakLlc(lb)) {
            return BalanceObserver.Active.LLC;
        }
        if (asymActiveBalance(lb)) {
            return BalanceObserver.Active.ASYM_PACKING;
        }
        if (imbalancedActiveBalance(lb)) {
            return BalanceObserver.Active.FAILED_TOO_OFTEN;
        }
        if (lb.idle.idle()
                && lb.srcRq.cfs.hNrRunnable == 1
                && Loads.checkCpuCapacity(lb.srcRq, lb.sd)
                && lb.srcRq.cpuCapacity * lb.sd.imbalancePct < lb.dstRq.cpuCapacity * 100) {
            return BalanceObserver.Active.REDUCED_CAPACITY;
        }
        if (lb.migrationType == MigrationType.MISFIT || lb.migrationType == MigrationType.LLC_TASK) {
            return BalanceObserver.Active.MISFIT_OR_LLC;
        }
        return BalanceObserver.Active.NO;
    }

    /** The destination is preferred, or the source's core is shared (kernel 7.2: asym_active_balance()). */
    private boolean asymActiveBalance(LbEnv lb) {
        return lb.idle.idle()
                && balancer.asym.schedUseAsymPrio(lb.sd, lb.dstCpu)
                && (balancer.asym.schedAsymPrefer(lb.dstCpu, lb.srcCpu)
                        || !balancer.asym.schedUseAsymPrio(lb.sd, lb.srcCpu));
    }

    /** Kernel 7.2: imbalanced_active_balance(). */
    private static boolean imbalancedActiveBalance(LbEnv lb) {
        return lb.migrationType == MigrationType.TASK && lb.sd.nrBalanceFailed > lb.sd.cacheNiceTries + 2;
    }

    /**
     * Runs in the stopper of {@code busiest}, which counts as one of its tasks (kernel 7.2:
     * active_load_balance_cpu_stop()).
     *
     * @return the task that went to {@link RunQueue#pushCpu}, or null
     */
    Task activeLoadBalanceCpuStop(RunQueue busiest) {
        RunQueue target = balancer.sched.rq[busiest.pushCpu];
        Task moved = null;
        if (busiest.activeBalance && busiest.nrRunning > 1) {
            SchedDomain sd = lowestCommonDomain(target.cpu, busiest.cpu);
            if (sd != null) {
                moved = push(sd, busiest, target);
            }
        }
        busiest.activeBalance = false;
        if (moved != null) {
            balancer.tasks.attachOneTask(target, moved);
        }
        return moved;
    }

    private Task push(SchedDomain sd, RunQueue busiest, RunQueue target) {
        env.begin(balancer.sched.topology, balancer.sched.rq, sd, target.cpu, CpuIdleType.IDLE);
        env.setSource(busiest);
        env.set(LbEnv.LBF_ACTIVE_LB);
        balancer.host.updateRqClock(busiest);
        Task p = balancer.tasks.detachOneTask(env);
        if (p != null) {
            sd.nrBalanceFailed = 0;
        }
        return p;
    }

    /** The lowest domain of {@code cpu} that contains {@code other}, or null. */
    SchedDomain lowestCommonDomain(int cpu, int other) {
        SchedDomain sd = balancer.sched.topology.sd[cpu];
        while (sd != null && !sd.span.test(other)) {
            sd = sd.parent;
        }
        return sd;
    }
}
