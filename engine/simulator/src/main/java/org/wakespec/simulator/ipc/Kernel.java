// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.Lines;
import org.wakespec.simulator.record.Counters;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.WakerContext;

/**
 * What a system call may ask of the rest of the kernel. All calls concern the CPU that executes the operation at the
 * present instant.
 */
public interface Kernel {

    /** Virtual time in ns. */
    long now();

    /** When this CPU begins what it does next: now, and what it was charged and waits for. In ns. */
    long ready();

    /** The CPU that executes (kernel: smp_processor_id()). */
    int thisCpu();

    CostModel costs();

    /** The kernel's configuration. */
    KernelConfig config();

    Lines lines();

    /** What is counted of the run. */
    Counters counters();

    // ---- how an operation goes on ----

    /** Works in the kernel for {@code ns}; then the operation is continued. */
    void work(long ns);

    /** Works in user mode for {@code ns} at full speed; then the operation is continued. */
    void compute(long ns);

    /**
     * The task sleeps: its state is set now, it is dequeued after {@code prepareNs} unless it was woken by then, and after
     * the wakeup and {@code finishNs} more the operation is continued.
     */
    void sleep(long prepareNs, long finishNs);

    /** The operation is over; the task is back in user mode after {@code ns}. */
    void complete(long ns);

    /** Gives up the CPU after {@code ns} (kernel: sched_yield()); the operation is over. */
    void yield(long ns);

    /** The task ends. */
    void exit();

    /** Adds to the time of what this CPU does now. */
    void charge(long ns);

    /**
     * This CPU waits before what it does now: for cache lines to come over, or spinning. Unlike work it takes no longer when
     * the core's other threads are busy, which use what the waiting thread does not.
     */
    void stall(long ns);

    // ---- services ----

    /**
     * Wakes a task (kernel: try_to_wake_up()) and charges the waker.
     *
     * @return false if it was not asleep
     */
    boolean wake(SimTask task, int wakeFlags, WakerContext context);

    /**
     * Starts the task's timer on this CPU.
     *
     * @param soft earliest expiry in ns of virtual time
     * @param hard expiry by which an interrupt is programmed
     */
    void armTimer(SimTask task, long soft, long hard);

    /** Stops the task's timer if it is armed. */
    void cancelTimer(SimTask task);

    /**
     * Starts a task made by {@link SimTask}'s creator as a child of the running one (kernel: wake_up_new_task()).
     *
     * @param thread it becomes a thread of the same process (kernel: CLONE_THREAD, CLONE_VM)
     */
    void wakeUpNewTask(SimTask child, boolean thread);

    /** Kernel: sched_exec(), for the running task. */
    void exec();

    /**
     * Kernel: sched_setaffinity(): the CPUs, as far as the task's cpuset has them.
     *
     * @return false if it has none of them: nothing changes (kernel: EINVAL)
     */
    boolean setAffinity(SimTask task, CpuMask allowed);

    /** Kernel: set_user_nice(). */
    void setNice(SimTask task, int nice);

    /** Kernel: sched_setattr(); {@code sliceNs} 0: the default slice. */
    void setScheduler(SimTask task, SchedPolicy policy, int nice, long sliceNs);

    /** Ends the run as failed. */
    SimulationFailure failure(SimulationFailure.Kind kind, String message);
}
