// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.topology.CpuMask;

/**
 * A task as the scheduler sees it (kernel: struct task_struct and its sched_entity). A plain structure whose fields carry
 * the kernel's names: it is read and written on every scheduling event.
 */
public final class Task {

    public final int pid;
    /** Name in reports (kernel: comm). */
    public final String comm;

    public SchedPolicy policy = SchedPolicy.NORMAL;
    /** Allowed CPUs (kernel: cpus_ptr). Replaced, never edited, when the affinity changes. */
    public CpuMask cpusPtr;
    /** Number of allowed CPUs; kept beside the mask because the hot path reads it. */
    public int nrCpusAllowed;

    public boolean migrationDisabled;

    /** CPU whose run queue the task belongs to, or last belonged to (kernel: task_cpu). */
    public int cpu;
    /** Where try_to_wake_up() starts to search; normally equal to {@link #cpu}. */
    public int wakeCpu;
    /** Queued on a run queue (delayed tasks are). */
    public boolean onRq;
    /** Executing, or not yet switched away from. */
    public boolean onCpu;
    /** Asleep but still queued until its lag is paid back (kernel: se.sched_delayed). */
    public boolean schedDelayed;

    public int recentUsedCpu;
    public int wakeeFlips;
    /** Jiffy of the last halving of {@link #wakeeFlips}. */
    public long wakeeFlipDecayTs;
    /** The task this one woke last, or null. */
    public Task lastWakee;

    /** NUMA balancing's preferred node; -1: none. */
    public int numaPreferredNid = -1;

    /** Task flags: PF_EXITING, PF_KTHREAD, and the idle thread. */
    public boolean exiting;

    public boolean kthread;
    /** A kernel thread created for exactly one CPU (kernel: KTHREAD_IS_PER_CPU, kthread_is_per_cpu). */
    public boolean kthreadIsPerCpu;

    public final boolean idleTask;

    public final SchedAvg avg = new SchedAvg();

    /**
     * The fair queue the task is, or was last, attached to (kernel: cfs_rq_of(&p->se)); null: the root queue of its CPU. Only
     * a recorded task that lived in a task group (autogroup) has another one.
     */
    public FairQueue cfsRq;

    /** Average run time between two sleeps in ns; 0: not known yet. Read only by proposals that ask for brief tasks. */
    public long durAvg;

    /** A task that may run on every CPU of {@code allowed}. */
    public Task(int pid, String comm, CpuMask allowed) {
        this(pid, comm, allowed, false);
    }

    private Task(int pid, String comm, CpuMask allowed, boolean idleTask) {
        this.pid = pid;
        this.comm = comm;
        this.idleTask = idleTask;
        setCpusAllowed(allowed);
    }

    /** The idle thread of a CPU (kernel: rq->idle). */
    public static Task idle(int cpu, CpuMask onlyThatCpu) {
        Task idle = new Task(0, "swapper/" + cpu, onlyThatCpu, true);
        idle.cpu = cpu;
        idle.wakeCpu = cpu;
        idle.kthread = true;
        return idle;
    }

    /** Kernel: set_cpus_allowed_common(). */
    public void setCpusAllowed(CpuMask allowed) {
        cpusPtr = allowed;
        nrCpusAllowed = allowed.weight();
    }

    @Override
    public String toString() {
        return comm + "(" + pid + ")";
    }
}
