// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.SchedDomain;

/**
 * Balance intervals and the accounting of what newly-idle passes cost and bring. Times in jiffies unless they say ns.
 */
final class DomainTiming {

    private static final int NEWIDLE_CALLS = 1024;
    private static final int NEWIDLE_RATIO_MAX = 1024;

    private final Scheduler sched;
    private final Balancer balancer;
    private final boolean niRate;
    /** Upper bound of every interval (kernel 7.2: max_load_balance_interval, set by update_max_interval()). */
    final long maxLoadBalanceInterval;

    DomainTiming(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
        niRate = sched.config.features().has(SchedFeature.NI_RATE);
        maxLoadBalanceInterval = (long) sched.config.hz() * sched.topology.active.weight() / 10;
    }

    int hz() {
        return sched.config.hz();
    }

    /** Rounded up (kernel: msecs_to_jiffies()). */
    long msecsToJiffies(long ms) {
        return (ms * hz() + 999) / 1000;
    }

    long clampInterval(long jiffies) {
        return Math.max(1, Math.min(jiffies, maxLoadBalanceInterval));
    }

    /** Kernel 7.2: get_sd_balance_interval(). */
    long getSdBalanceInterval(SchedDomain sd, boolean cpuBusy) {
        long ms = sd.balanceInterval;
        if (cpuBusy) {
            ms *= sd.busyFactor;
        }
        long interval = msecsToJiffies(ms);
        // one less so that busy CPUs of different levels do not balance in the same tick
        if (cpuBusy) {
            interval--;
        }
        return clampInterval(interval);
    }

    /** The earlier of two times, the second being the domain's next balance (kernel 7.2: update_next_balance()). */
    long updateNextBalance(SchedDomain sd, long nextBalance) {
        long next = sd.lastBalance + getSdBalanceInterval(sd, false);
        return nextBalance - next > 0 ? next : nextBalance;
    }

    /** Counts a newly-idle call, and now and then how often they are worth it (kernel 7.2: update_newidle_stats()). */
    void updateNewidleStats(SchedDomain sd, int success) {
        sd.newidleCall++;
        sd.newidleSuccess += success;
        if (sd.newidleCall < NEWIDLE_CALLS) {
            return;
        }
        long now = balancer.host.schedClock();
        long elapsed = Math.max(0, now - sd.newidleStamp);
        sd.newidleStamp = now;
        long ratio = sd.newidleSuccess;
        if (niRate) {
            ratio += elapsed >> 22;
        }
        sd.newidleRatio = (int) Math.min(NEWIDLE_RATIO_MAX, ratio);
        sd.newidleCall /= 2;
        sd.newidleSuccess /= 2;
    }

    /**
     * Notes the cost of a newly-idle pass in ns, 0 for none, or lets the maximum decay (kernel 7.2:
     * update_newidle_cost()).
     *
     * @return whether the maximum decayed
     */
    boolean updateNewidleCost(SchedDomain sd, long cost, int success) {
        if (cost != 0) {
            updateNewidleStats(sd, success);
        }
        if (cost > sd.maxNewidleLbCost) {
            sd.maxNewidleLbCost = cost;
            sd.lastDecayMaxLbCost = sched.jiffies;
            return false;
        }
        if (sched.jiffies - (sd.lastDecayMaxLbCost + hz()) > 0) {
            sd.maxNewidleLbCost = sd.maxNewidleLbCost * 253 / 256;
            sd.lastDecayMaxLbCost = sched.jiffies;
            return true;
        }
        return false;
    }
}
