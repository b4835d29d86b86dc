// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;

/** What balancing asks of the scheduler and the machine around it. */
public interface BalanceHost {

    /** Whether the task's lag is not negative on its queue (kernel 7.2: entity_eligible()). */
    boolean entityEligible(RunQueue rq, Task p);

    /**
     * The task's group is throttled on one of the two CPUs (kernel 7.2: throttled_lb_pair()). Never without bandwidth
     * control.
     */
    boolean throttledLbPair(Task p, int srcCpu, int dstCpu);

    /**
     * Takes the task off its queue and gives it its new CPU (kernel 7.2: detach_task()). It leaves the list of fair
     * tasks.
     */
    void detachTask(RunQueue src, Task p, int dstCpu);

    /** Brings the destination's clock up to date before tasks are attached. */
    void beginAttach(RunQueue dst);

    /** Queues the task, at the head of the list of fair tasks, and lets it preempt (kernel 7.2: attach_task()). */
    void attachTask(RunQueue dst, Task p);

    /**
     * Queues the stopper on the source, which will call activeLoadBalanceCpuStop (kernel 7.2: stop_one_cpu_nowait()).
     */
    void stopOneCpuNowait(RunQueue busiest);

    /** Capacity the CPU has for fair tasks now, 0 if none is left (kernel 7.2: scale_rt_capacity()). */
    long scaleRtCapacity(RunQueue rq);

    /**
     * Lets the averages of the CPU decay and sets {@link RunQueue#hasBlockedLoad} and
     * {@link RunQueue#lastBlockedLoadUpdateTick} (kernel 7.2: sched_balance_update_blocked_averages()).
     */
    void updateBlockedAverages(RunQueue rq);

    /** Brings the queue's clock up to date (kernel 7.2: update_rq_clock()). */
    void updateRqClock(RunQueue rq);

    /** Clock of a CPU in ns (kernel: sched_clock_cpu()); passes cost the difference of two readings. */
    long schedClockCpu(int cpu);

    /** Clock in ns (kernel: sched_clock()). */
    long schedClock();

    /** A random number (kernel 7.2: sched_rng()). */
    int schedRng();

    /** A task of a class above fair was queued meanwhile (kernel 7.2: sched_class_above(rq->next_class, fair)). */
    boolean higherClassQueued(RunQueue rq);

    /** Kernel: need_resched() on that CPU. */
    boolean needResched(RunQueue rq);

    /** Raises the balance softirq of the CPU (kernel: raise_softirq(SCHED_SOFTIRQ)). */
    void raiseSchedSoftirq(RunQueue rq);

    /** Interrupts an idle CPU, whose handler calls nohzCsdFunc (kernel 7.2: smp_call_function_single_async()). */
    void nohzIpi(RunQueue rq);
}
