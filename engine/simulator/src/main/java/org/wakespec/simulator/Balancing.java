// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.balance.BalancePass;
import org.wakespec.simulator.balance.Balancer;
import org.wakespec.simulator.balance.CacheOccupancy;
import org.wakespec.simulator.balance.CpuIdleType;
import org.wakespec.simulator.balance.SchedulerHost;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.NewidleBalance;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.time.RandomStream;
import org.wakespec.simulator.topology.SchedDomain;

/** Load balancing inside a simulation: when it runs, what it costs, and what it asks of the machine. */
final class Balancing extends SchedulerHost implements BalancePass, NewidleBalance {

    private final SimKernel k;
    private final Balancer balancer;
    /** Where processes run; null: cache-aware balancing is not active. */
    private final CacheOccupancy occupancy;

    private final RandomStream random;
    private final long passNs;
    private final long perCpuNs;
    private final long migrateNs;
    /** Time spent in passes so far: the clock passes are measured with runs on while they do. */
    private long spent;

    private boolean newidle;

    Balancing(SimKernel k, CostModel costs, RandomStream random) {
        super(k.sched);
        this.k = k;
        this.random = random;
        passNs = costs.of(Cost.BALANCE);
        perCpuNs = costs.of(Cost.BALANCE_PER_CPU);
        migrateNs = costs.of(Cost.MIGRATE);
        balancer = new Balancer(sched, this, this);
        sched.newidle = this;
        occupancy = balancer.newCacheOccupancy();
        sched.mmAccounting = occupancy;
    }

    Balancer balancer() {
        return balancer;
    }

    private void spend(long ns) {
        spent += ns;
        k.charge(ns);
    }

    // ---- when ----

    /** The balancing part of a tick, after whether the running task still fits (kernel 7.2: task_tick_fair()). */
    void tick(SimCpu c) {
        if (c.rq.curr != c.rq.idle && c.rq.curr.policy.isFair()) {
            balancer.misfit.updateMisfitStatus(c.rq.curr, c.rq);
        }
        if (occupancy != null) {
            int scanned = occupancy.taskTickCache(c.rq);
            if (scanned > 0) {
                k.counters.cacheLooks++;
                spend(scanned * perCpuNs);
            }
        }
        balancer.periodic.tick(c.rq);
    }

    /** The balance softirq of a CPU. */
    void softirq(SimCpu c) {
        balancer.periodic.schedBalanceSoftirq(c.rq);
    }

    /** An idle CPU was asked to balance. */
    void kicked(SimCpu c) {
        balancer.nohz.nohzCsdFunc(c.rq);
    }

    /** The CPU is about to enter an idle state. */
    void beforeIdle(SimCpu c) {
        if (c.rq.nohzFlags != 0) {
            k.acting = c;
            balancer.nohz.nohzRunIdleBalance(c.rq);
        }
    }

    /** The tick of an idle CPU was stopped. */
    void tickStopped(SimCpu c) {
        balancer.nohz.nohzBalanceEnterIdle(c.rq);
    }

    /** The idle task is switched out. */
    void leavesIdle(SimCpu c) {
        balancer.newidle.updateRqAvgIdle(c.rq);
    }

    /** A task becomes the running one. */
    void misfit(SimCpu c, Task next) {
        balancer.misfit.updateMisfitStatus(next, c.rq);
    }

    @Override
    public boolean pull(RunQueue rq) {
        newidle = true;
        k.counters.newidlePending += rq.ttwuPending ? 1 : 0;
        k.acting = k.cpus[rq.cpu];
        boolean pulled = balancer.newidle.pull(rq);
        newidle = false;
        return pulled;
    }

    // ---- passes ----

    @Override
    public int schedBalanceRq(RunQueue rq, SchedDomain sd, CpuIdleType idle) {
        spend(passNs + sd.spanWeight * perCpuNs);
        int moved = balancer.schedBalanceRq(rq, sd, idle);
        k.counters.balancePasses++;
        k.counters.balanceScanned += sd.spanWeight;
        k.counters.balanceMoved += moved;
        if (newidle) {
            k.counters.newidlePulled += moved;
            k.counters.newidlePasses++;
        }
        if (k.observer != null) {
            k.observer.onBalance(k.now, rq.cpu, moved);
        }
        return moved;
    }

    @Override
    public boolean continueBalancing() {
        return balancer.continueBalancing();
    }

    // ---- the machine ----

    @Override
    public void detachTask(RunQueue src, Task p, int dstCpu) {
        spend(migrateNs);
        SimTask w = k.task(p);
        k.wakeups.migrated(w, dstCpu);
        super.detachTask(src, p, dstCpu);
    }

    @Override
    public void stopOneCpuNowait(RunQueue busiest) {
        k.counters.activeBalances++;
        k.stoppers.activeBalance(k.cpus[busiest.cpu]);
    }

    @Override
    public long schedClockCpu(int cpu) {
        return k.now + spent;
    }

    @Override
    public long schedClock() {
        return k.now + spent;
    }

    @Override
    public int schedRng() {
        return (int) random.nextLong();
    }

    @Override
    public void raiseSchedSoftirq(RunQueue rq) {
        k.cpus[rq.cpu].softirq = true;
    }

    @Override
    public void nohzIpi(RunQueue rq) {
        SimCpu target = k.cpus[rq.cpu];
        if (rq.polling) {
            // the call queue of a polling idle CPU needs no interrupt
            target.pending |= SimCpu.IRQ_NOHZ;
            rq.resched |= RunQueue.RESCHED_IMMEDIATE;
            k.wakeups.flagWake(k.acting, target);
        } else {
            k.interrupts.send(target, SimCpu.IRQ_NOHZ);
        }
    }
}
