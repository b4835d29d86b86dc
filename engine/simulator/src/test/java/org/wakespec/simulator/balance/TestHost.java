// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;

/** A scheduler with EEVDF queues whose machine is played by hand. */
final class TestHost extends SchedulerHost {

    final Balancer balancer;
    int softirqs;
    int ipis;
    RunQueue stopperAsked;
    private long cost;
    private int pids;

    TestHost(Machine machine) {
        super(new Scheduler(DomainBuilder.build(machine), KernelConfig.DEFAULT.withFairGroupSched(false)));
        sched.startClocks(1_000_000_000);
        sched.jiffies = 1000;
        balancer = new Balancer(sched, this);
        sched.newidle = balancer.newidle;
        for (RunQueue rq : sched.rq) {
            rq.nextBalance = sched.jiffies;
        }
    }

    static Machine oneLlc(int cpus) {
        return Machine.builder("one-llc", cpus).build();
    }

    RunQueue rq(int cpu) {
        return sched.rq[cpu];
    }

    /** A runnable task of load 1024 on a CPU; the first one there runs. */
    Task start(int cpu) {
        return start(cpu, CpuMask.all(sched.nrCpus()));
    }

    Task start(int cpu, CpuMask allowed) {
        Task p = new Task(++pids, "t" + pids, allowed);
        sched.core.initTask(p, SchedPolicy.NORMAL, 0, 0);
        sched.thisCpu = cpu;
        sched.core.wakeUpNewTask(p, cpu);
        if (rq(cpu).curr == rq(cpu).idle) {
            rq(cpu).schedule();
        }
        return p;
    }

    /** Lets time pass without ticks. */
    void pass(long ns) {
        sched.now += ns;
        sched.jiffies += ns / 1_000_000;
    }

    /** The running task of a CPU goes to sleep. */
    void block(int cpu) {
        sched.thisCpu = cpu;
        rq(cpu).scheduleBlocked(true);
    }

    @Override
    public void stopOneCpuNowait(RunQueue busiest) {
        stopperAsked = busiest;
    }

    @Override
    public long schedClockCpu(int cpu) {
        return sched.now + (cost += 500);
    }

    @Override
    public long schedClock() {
        return sched.now + cost;
    }

    @Override
    public int schedRng() {
        return 0;
    }

    @Override
    public void raiseSchedSoftirq(RunQueue rq) {
        softirqs++;
    }

    @Override
    public void nohzIpi(RunQueue rq) {
        ipis++;
    }
}
