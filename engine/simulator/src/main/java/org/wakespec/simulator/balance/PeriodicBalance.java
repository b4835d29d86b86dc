// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.SchedDomain;

/** Balancing by the tick (kernel 7.2: sched_balance_trigger(), sched_balance_softirq(), sched_balance_domains()). */
public final class PeriodicBalance {

    private final Balancer balancer;
    private final Scheduler sched;

    PeriodicBalance(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
    }

    /** The balancing part of a tick (kernel 7.2: sched_tick() from rq->idle_balance on). */
    public void tick(RunQueue rq) {
        rq.idleBalance = rq.idleCpu();
        schedBalanceTrigger(rq);
    }

    /** Kernel 7.2: sched_balance_trigger(). */
    public void schedBalanceTrigger(RunQueue rq) {
        if (sched.topology.sd[rq.cpu] == null || !sched.topology.active.test(rq.cpu)) {
            return;
        }
        if (sched.jiffies - rq.nextBalance >= 0) {
            balancer.host.raiseSchedSoftirq(rq);
        }
        balancer.nohz.nohzBalancerKick(rq);
    }

    /** Kernel 7.2: sched_balance_softirq(). */
    public void schedBalanceSoftirq(RunQueue rq) {
        CpuIdleType idle = CpuIdleType.of(rq.idleBalance);
        if (balancer.nohz.nohzIdleBalance(rq, idle)) {
            return;
        }
        balancer.host.updateBlockedAverages(rq);
        schedBalanceDomains(rq, idle);
    }

    /** Balances all domains of the CPU that are due, lowest first (kernel 7.2: sched_balance_domains()). */
    public void schedBalanceDomains(RunQueue rq, CpuIdleType idleType) {
        DomainTiming timing = balancer.timing;
        CpuIdleType idle = idleType;
        boolean busy = busy(rq, idle);
        long nextBalance = sched.jiffies + 60L * timing.hz();
        boolean updateNextBalance = false;
        boolean continueBalancing = true;
        boolean needDecay = false;
        long maxCost = 0;
        for (SchedDomain sd = sched.topology.sd[rq.cpu]; sd != null; sd = sd.parent) {
            needDecay = timing.updateNewidleCost(sd, 0, 0);
            maxCost += sd.maxNewidleLbCost;
            if (!continueBalancing) {
                if (needDecay) {
                    continue;
                }
                break;
            }
            long interval = timing.getSdBalanceInterval(sd, busy);
            if (sched.jiffies - (sd.lastBalance + interval) >= 0) {
                if (balancer.pass.schedBalanceRq(rq, sd, idle) != 0) {
                    idle = CpuIdleType.of(rq.idleCpu());
                    busy = busy(rq, idle);
                }
                continueBalancing = balancer.pass.continueBalancing();
                sd.lastBalance = sched.jiffies;
                interval = timing.getSdBalanceInterval(sd, busy);
            }
            if (nextBalance - (sd.lastBalance + interval) > 0) {
                nextBalance = sd.lastBalance + interval;
                updateNextBalance = true;
            }
        }
        if (needDecay) {
            rq.maxIdleBalanceCost = Math.max(balancer.tunables.migrationCost, maxCost);
        }
        if (updateNextBalance) {
            rq.nextBalance = nextBalance;
        }
    }

    private static boolean busy(RunQueue rq, CpuIdleType idle) {
        return !idle.idle() && !rq.schedIdleRq();
    }
}
