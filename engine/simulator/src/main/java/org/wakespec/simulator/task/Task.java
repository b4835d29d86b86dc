// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.topology.CpuMask;

/**
 * A task as the scheduler sees it (kernel: struct task_struct and its sched_entity). A plain structure whose fields
 * carry
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

    /** -20 (most) to 19 (least CPU time). */
    public int nice;
    /** Full load weight, {@link Weights#NICE_0_LOAD} at nice 0 (kernel: se.load.weight). */
    public long weight = Weights.NICE_0_LOAD;
    /** The entity is on its fair queue, running and delayed ones included (kernel: se.on_rq). */
    public boolean seOnRq;
    /** Taken off one run queue and not yet put on the other (kernel: TASK_ON_RQ_MIGRATING). */
    public boolean onRqMigrating;
    /** {@link #deadline} is relative to {@link #vruntime} until the next placement (kernel: se.rel_deadline). */
    public boolean relDeadline;
    /** {@link #slice} was requested by the task itself (kernel: se.custom_slice). */
    public boolean customSlice;
    /** Virtual run time in ns at weight nice 0; wraps, compare by signed difference. */
    public long vruntime;
    /** Virtual deadline, in units of {@link #vruntime}. */
    public long deadline;
    /** Request length in ns. */
    public long slice;
    /** Virtual lag when the entity last left the queue or was delayed. */
    public long vlag;
    /** Virtual time up to which the running entity is protected. */
    public long vprot;
    /** Task clock in ns at which run time was last accounted; 0 after a migration: not cache hot. */
    public long execStart;
    /** Run time in ns (kernel: se.sum_exec_runtime). */
    public long sumExecRuntime;

    /** Links of the fair queue's red-black tree (kernel: se.run_node); null while not in it. */
    public Task treeParent;

    public Task treeLeft;
    public Task treeRight;
    public boolean treeRed;
    /**
     * Values cached over the node's subtree. The slices may be stale, as in the kernel, and outlive a stay in the tree.
     */
    public long minVruntime;

    public long minSlice;
    public long maxSlice;

    /** Neighbours in the run queue's most-recently-used list (kernel: se.group_node). */
    public Task groupPrev;

    public Task groupNext;

    /** The process, or null for a kernel thread. */
    public MmStruct mm;
    /** What the threads of the process share. */
    public SignalStruct signal = new SignalStruct();
    /** Id of the last-level cache the task prefers; -1: none. */
    public int preferredLlc = -1;

    /**
     * The fair queue the task is, or was last, attached to (kernel: cfs_rq_of(&p->se)); null: the root queue of its
     * CPU. Only
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

    /**
     * The idle thread of a CPU (kernel: rq->idle). Its load is never updated, but wake_affine() reads it when an interrupt
     * on an idle CPU wakes with WF_SYNC.
     */
    public static Task idle(int cpu, CpuMask onlyThatCpu) {
        Task idle = new Task(0, "swapper/" + cpu, onlyThatCpu, true);
        idle.cpu = cpu;
        idle.wakeCpu = cpu;
        idle.kthread = true;
        // as recorded: idle threads are forked at boot and keep a new task's load; the boot CPU's was never forked
        idle.avg.loadAvg = cpu == 0 ? 0 : Weights.scaleLoadDown(idle.weight);
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
