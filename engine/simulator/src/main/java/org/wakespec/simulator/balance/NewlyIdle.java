// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.NewidleBalance;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SdFlag;

/** Looks for work when a CPU runs out of it (kernel 7.2: sched_balance_newidle()). */
public final class NewlyIdle implements NewidleBalance {

    private final Balancer balancer;
    private final Scheduler sched;
    private final boolean niRandom;
    /** Earliest next balance of the domains walked over. */
    private long earliest;

    NewlyIdle(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
        niRandom = sched.config.features().has(SchedFeature.NI_RANDOM);
    }

    @Override
    public boolean pull(RunQueue rq) {
        return schedBalanceNewidle(rq) != 0;
    }

    /**
     * Kernel 7.2: sched_balance_newidle().
     *
     * @return 0: nothing; greater: fair tasks are there now; -1: a task of a higher class appeared, the pick starts
     * over
     */
    public int schedBalanceNewidle(RunQueue rq) {
        balancer.misfit.updateMisfitStatus(null, rq);
        if (rq.ttwuPending) {
            ended(rq, BalanceObserver.Newidle.TTWU_PENDING);
            return 0;
        }
        rq.idleStamp = rq.clock;
        long nextBalance = sched.jiffies + balancer.timing.hz();
        int pulled = 0;
        SchedDomain lowest = sched.topology.sd[rq.cpu];
        if (lowest == null) {
            ended(rq, BalanceObserver.Newidle.NO_DOMAIN);
        } else if (!rq.rd.overloaded || rq.avgIdle < lowest.maxNewidleLbCost) {
            nextBalance = balancer.timing.updateNextBalance(lowest, nextBalance);
            ended(rq, BalanceObserver.Newidle.NOT_OVERLOADED_OR_SHORT);
        } else {
            long start = balancer.host.schedClockCpu(rq.cpu);
            balancer.host.updateBlockedAverages(rq);
            earliest = nextBalance;
            pulled = walk(rq, lowest, start);
            nextBalance = earliest;
            ended(rq, BalanceObserver.Newidle.DONE);
        }
        if (rq.nextBalance - nextBalance > 0) {
            rq.nextBalance = nextBalance;
        }
        if (pulled != 0) {
            rq.idleStamp = 0;
        } else {
            balancer.nohz.nohzNewidleBalance(rq);
        }
        return pulled;
    }

    /** Passes over the domains, as long as the CPU expects to be idle for longer than they cost. */
    private int walk(RunQueue rq, SchedDomain lowest, long start) {
        long t0 = start;
        long currCost = 0;
        int pulled = 0;
        for (SchedDomain sd = lowest; sd != null; sd = sd.parent) {
            earliest = balancer.timing.updateNextBalance(sd, earliest);
            if (rq.avgIdle < currCost + sd.maxNewidleLbCost) {
                break;
            }
            if (!sd.has(SdFlag.SD_BALANCE_NEWIDLE)) {
                continue;
            }
            int weight = 1;
            if (niRandom && sd.newidleRatio < 1024) {
                // the less successful, the rarer; a success then counts for the calls left out
                int draw = Integer.remainderUnsigned(balancer.host.schedRng(), 1024);
                weight = 1 + sd.newidleRatio;
                if (draw > weight) {
                    balancer.timing.updateNewidleStats(sd, 0);
                    continue;
                }
                weight = (1024 + weight / 2) / weight;
            }
            pulled = balancer.pass.schedBalanceRq(rq, sd, CpuIdleType.NEWLY_IDLE);
            long t1 = balancer.host.schedClockCpu(rq.cpu);
            long domainCost = t1 - t0;
            currCost += domainCost;
            t0 = t1;
            balancer.timing.updateNewidleCost(sd, domainCost, pulled != 0 ? weight : 0);
            if (pulled != 0 || !balancer.pass.continueBalancing()) {
                break;
            }
        }
        rq.maxIdleBalanceCost = Math.max(rq.maxIdleBalanceCost, currCost);
        // the queue's lock was free meanwhile
        if (rq.cfs.hNrQueued != 0 && pulled == 0) {
            pulled = 1;
        }
        return balancer.host.higherClassQueued(rq) ? -1 : pulled;
    }

    /**
     * The idle task is switched out: learns how long idle periods are (kernel 7.2: update_rq_avg_idle(), called by
     * put_prev_task_idle()). Entering idle with a wakeup pending leaves no stamp, and the whole uptime counts; mainline
     * 7.2 does that.
     */
    public void updateRqAvgIdle(RunQueue rq) {
        long max = 2 * rq.maxIdleBalanceCost;
        long delta = rq.clock - rq.idleStamp;
        rq.avgIdle += (delta - rq.avgIdle) / 8;
        if (rq.avgIdle > max) {
            rq.avgIdle = max;
        }
        rq.idleStamp = 0;
    }

    private void ended(RunQueue rq, BalanceObserver.Newidle why) {
        if (balancer.observer != null) {
            balancer.observer.newidle(rq, why);
        }
    }
}
