// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;

/**
 * Load balancing of one simulated scheduler (kernel 7.2: the balancing half of fair.c). The parts work on the
 * scheduler's own run queues and domains; all they need for a pass is allocated here.
 */
public final class Balancer {

    public final BalanceTunables tunables = new BalanceTunables();
    /** CPUs whose statistics were collected by balance passes so far: the length of their scans, summed. */
    public long cpusExamined;

    public final AsymPacking asym;
    public final Misfit misfit;
    public final NewlyIdle newidle;
    public final PeriodicBalance periodic;
    public final NohzBalance nohz;

    final Scheduler sched;
    final BalanceHost host;
    final Loads loads;
    final DomainTiming timing;
    final GroupCapacity capacity;
    final CacheAware cache;
    final GroupStatistics statistics;
    final BusiestGroup busiestGroup;
    final BusiestQueue busiestQueue;
    final TaskMigration tasks;
    final ActiveBalance active;
    final BalancePass pass;
    BalanceObserver observer;

    private final LoadBalancer loadBalancer;

    public Balancer(Scheduler sched, BalanceHost host) {
        this(sched, host, null);
    }

    /** With a pass of the caller's in place of {@code sched_balance_rq()}, to look at what happens around passes. */
    public Balancer(Scheduler sched, BalanceHost host, BalancePass scripted) {
        this.sched = sched;
        this.host = host;
        loads = new Loads(sched.config);
        timing = new DomainTiming(this);
        asym = new AsymPacking(sched);
        misfit = new Misfit(this);
        capacity = new GroupCapacity(this);
        cache = new CacheAware(this);
        statistics = new GroupStatistics(this);
        busiestGroup = new BusiestGroup(this);
        busiestQueue = new BusiestQueue(this);
        tasks = new TaskMigration(this);
        active = new ActiveBalance(this);
        loadBalancer = new LoadBalancer(this);
        pass = scripted == null ? loadBalancer : scripted;
        nohz = new NohzBalance(this);
        periodic = new PeriodicBalance(this);
        newidle = new NewlyIdle(this);
        for (RunQueue rq : sched.rq) {
            rq.maxIdleBalanceCost = tunables.migrationCost;
            rq.avgIdle = 2 * tunables.migrationCost;
        }
    }

    /** Whom to tell; null: nobody. */
    public void observe(BalanceObserver newObserver) {
        observer = newObserver;
    }

    /** Memory footprints count when a preferred cache is judged, as they do where NUMA balancing runs. */
    public void countFootprints(boolean on) {
        cache.footprints = on;
    }

    /** Whether cache-aware balancing is active: configured, and the machine has several last-level caches. */
    public boolean schedCacheEnabled() {
        return cache.enabled;
    }

    /** Follows where processes run; null: cache-aware balancing is not active. */
    public CacheOccupancy newCacheOccupancy() {
        return cache.enabled ? new CacheOccupancy(this) : null;
    }

    /** A pass of this CPU over the domain, whatever was put in place of it (kernel 7.2: sched_balance_rq()). */
    public int schedBalanceRq(RunQueue rq, SchedDomain sd, CpuIdleType idle) {
        return loadBalancer.schedBalanceRq(rq, sd, idle);
    }

    /** Whether the last pass left the way to higher domains open. */
    public boolean continueBalancing() {
        return loadBalancer.continueBalancing();
    }

    /** Another CPU holds the lock of domains with SD_SERIALIZE (kernel 7.2: sched_balance_running). */
    public void schedBalanceRunning(boolean held) {
        loadBalancer.schedBalanceRunning = held;
    }

    /** A working area for the single steps below. */
    public LbEnv newEnv() {
        return new LbEnv(sched.nrCpus());
    }

    /** Statistics for {@link #schedBalanceFindSrcGroup}. */
    public SdLbStats newStats() {
        return new SdLbStats();
    }

    /** Kernel 7.2: sched_balance_find_src_group(). */
    public SchedGroup schedBalanceFindSrcGroup(LbEnv env, SdLbStats sds) {
        return busiestGroup.schedBalanceFindSrcGroup(env, sds);
    }

    /** Kernel 7.2: sched_balance_find_src_rq(). */
    public RunQueue schedBalanceFindSrcRq(LbEnv env, SchedGroup group) {
        return busiestQueue.schedBalanceFindSrcRq(env, group);
    }

    /** Kernel 7.2: should_we_balance(). */
    public boolean shouldWeBalance(LbEnv env) {
        return loadBalancer.shouldWeBalance(env);
    }

    /** Kernel 7.2: need_active_balance(). */
    public boolean needActiveBalance(LbEnv env) {
        return active.needActiveBalance(env);
    }

    /** Kernel 7.2: detach_tasks(). The tasks wait in the environment. */
    public int detachTasks(LbEnv env) {
        return tasks.detachTasks(env);
    }

    /**
     * Kernel 7.2: active_load_balance_cpu_stop(), run by the stopper of {@code busiest}. Returns the task moved, or
     * null.
     */
    public Task activeLoadBalanceCpuStop(RunQueue busiest) {
        return active.activeLoadBalanceCpuStop(busiest);
    }

    /** The lowest domain of {@code cpu} that contains {@code other}, or null. */
    public SchedDomain lowestCommonDomain(int cpu, int other) {
        return active.lowestCommonDomain(cpu, other);
    }

    /** Kernel 7.2: update_idle_cpu_scan(). */
    public void updateIdleCpuScan(LbEnv env, long sumUtil) {
        statistics.updateIdleCpuScan(env, sumUtil);
    }

    /** Kernel 7.2: get_sd_balance_interval(), in jiffies. */
    public long getSdBalanceInterval(SchedDomain sd, boolean cpuBusy) {
        return timing.getSdBalanceInterval(sd, cpuBusy);
    }

    /** Upper bound of every balance interval in jiffies (kernel 7.2: max_load_balance_interval). */
    public long maxLoadBalanceInterval() {
        return timing.maxLoadBalanceInterval;
    }
}
