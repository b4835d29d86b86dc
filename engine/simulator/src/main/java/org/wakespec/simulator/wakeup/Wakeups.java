// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_EXEC;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_FORK;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_MIGRATED;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_RQ_SELECTED;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_TTWU;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;

/**
 * The core's part of placing a task: what reaches the policy, and what becomes of its answer (kernel 7.2: the placement half
 * of try_to_wake_up(), wake_up_new_task() and sched_exec()).
 */
public final class Wakeups {

    private final Scheduler sched;
    private final PlacementPolicy policy;
    private final Selection selection;
    private final TaskPlacement placement;
    private boolean explain = true;

    public Wakeups(Scheduler sched, PlacementPolicy policy) {
        this(sched, policy, new Selection(sched));
    }

    /** With a selection of the caller's, for simulations in which averages decay. */
    public Wakeups(Scheduler sched, PlacementPolicy policy, Selection selection) {
        this.sched = sched;
        this.policy = policy;
        this.selection = selection;
        placement = new TaskPlacement(sched, policy, selection);
    }

    /** The policy asked. */
    public PlacementPolicy policy() {
        return policy;
    }

    /** Whether decisions carry a ladder; on unless switched off. */
    public void explain(boolean on) {
        explain = on;
    }

    /**
     * Kernel 7.2: try_to_wake_up(), executed on {@code thisCpu}. The wakee is enqueued, or put on the target's wake list.
     *
     * @param p a sleeping or delayed task
     * @param thisCpu the waker's CPU; its running task is the waker
     * @param context where the wakeup comes from
     * @param callerFlags WF_SYNC, WF_CURRENT_CPU or 0; WF_TTWU is added
     */
    public Decision tryToWakeUp(Task p, int thisCpu, WakerContext context, int callerFlags) {
        int flags = callerFlags | WF_TTWU;
        Task current = sched.rq[thisCpu].curr;
        if (p == current) {
            return notAsked(p, current, thisCpu, context, flags, Path.RUNNING_SELF);
        }
        if (p.onRq) {
            return ttwuRunnable(p, current, thisCpu, context, flags);
        }
        if (p.onCpu && placement.ttwuQueueCond(p, p.cpu, thisCpu)) {
            int prev = p.cpu;
            enqueue(p, prev, Queued.WAKELIST);
            return decision(
                    p, current, thisCpu, context, prev, flags, Path.ON_CPU_WAKELIST, -1, prev, Queued.WAKELIST, null);
        }
        int prev = p.wakeCpu;
        Ladder ladder = explain ? new Ladder() : null;
        int cpu = placement.selectTaskRq(p, prev, thisCpu, current, context.inTask(), flags, ladder);
        int selected = placement.selectedCpu();
        Path how = placement.path();
        if (selected >= 0) {
            flags |= WF_RQ_SELECTED;
        }
        if (p.cpu != cpu) {
            flags |= WF_MIGRATED;
            setTaskCpu(p, cpu);
        } else {
            p.wakeCpu = cpu;
        }
        Queued queued = placement.ttwuQueueCond(p, cpu, thisCpu) ? Queued.WAKELIST : Queued.DIRECT;
        Decision decision = decision(p, current, thisCpu, context, prev, flags, how, selected, cpu, queued, ladder);
        enqueue(p, cpu, queued);
        return decision;
    }

    /** Kernel 7.2: ttwu_runnable(): the task never left its queue. */
    private Decision ttwuRunnable(Task p, Task current, int thisCpu, WakerContext context, int flags) {
        if (p.schedDelayed) {
            p.schedDelayed = false;
            sched.rq[p.cpu].cfs.hNrRunnable++;
            return notAsked(p, current, thisCpu, context, flags, Path.DELAYED_REQUEUE);
        }
        return notAsked(p, current, thisCpu, context, flags, Path.STILL_QUEUED);
    }

    /**
     * Kernel 7.2: the placement of wake_up_new_task(), executed by the parent on {@code thisCpu}.
     *
     * @param child a new task; its CPU becomes the parent's before the policy is asked
     */
    public Decision fork(Task child, int thisCpu) {
        Task parent = sched.rq[thisCpu].curr;
        child.cpu = thisCpu;
        child.wakeCpu = thisCpu;
        child.recentUsedCpu = thisCpu;
        Ladder ladder = explain ? new Ladder() : null;
        int cpu = placement.selectTaskRq(child, thisCpu, thisCpu, parent, true, WF_FORK, ladder);
        int selected = placement.selectedCpu();
        Path how = placement.path();
        child.cpu = cpu;
        child.wakeCpu = cpu;
        Decision decision = decision(
                child, parent, thisCpu, WakerContext.TASK, thisCpu, WF_FORK, how, selected, cpu, Queued.DIRECT, ladder);
        enqueue(child, cpu, Queued.DIRECT);
        return decision;
    }

    /**
     * Kernel 7.2: sched_exec() of the task running on {@code thisCpu}. Asks the policy even for a task with one allowed CPU,
     * and has no fallback: a CPU that is not active, or is this one, means that the task stays. The stopper that moves the
     * task checks its affinity again.
     */
    public Decision exec(int thisCpu) {
        Task p = sched.rq[thisCpu].curr;
        Ladder ladder = explain ? new Ladder() : null;
        int cpu = placement.selectExec(p, thisCpu, ladder);
        int selected = placement.selectedCpu();
        Decision decision = decision(
                p,
                p,
                thisCpu,
                WakerContext.TASK,
                thisCpu,
                WF_EXEC,
                placement.path(),
                selected,
                cpu,
                Queued.NONE,
                ladder);
        if (cpu != thisCpu) {
            dequeue(p, thisCpu);
            setTaskCpu(p, cpu);
            enqueue(p, cpu, Queued.DIRECT);
        }
        return decision;
    }

    private static void setTaskCpu(Task p, int cpu) {
        p.cpu = cpu;
        p.wakeCpu = cpu;
        // the averages left the old queue and are attached nowhere until the task is enqueued
        p.avg.lastUpdateTime = 0;
    }

    private void enqueue(Task p, int cpu, Queued queued) {
        RunQueue rq = sched.rq[cpu];
        p.onRq = true;
        if (queued == Queued.WAKELIST) {
            rq.ttwuPending = true;
            return;
        }
        rq.nrRunning++;
        rq.cfs.hNrQueued++;
        rq.cfs.hNrRunnable++;
        if (p.policy == SchedPolicy.IDLE) {
            rq.cfs.hNrIdle++;
        }
    }

    private void dequeue(Task p, int cpu) {
        RunQueue rq = sched.rq[cpu];
        rq.nrRunning--;
        rq.cfs.hNrQueued--;
        rq.cfs.hNrRunnable--;
        if (p.policy == SchedPolicy.IDLE) {
            rq.cfs.hNrIdle--;
        }
        rq.curr = rq.idle;
        p.onRq = false;
        p.onCpu = false;
    }

    private Decision notAsked(Task p, Task current, int thisCpu, WakerContext context, int flags, Path how) {
        selection.begin(thisCpu, current, context.inTask(), null);
        return decision(
                p, current, thisCpu, context, p.cpu, flags, how, -1, p.cpu, Queued.NONE, explain ? new Ladder() : null);
    }

    private Decision decision(
            Task p,
            Task current,
            int thisCpu,
            WakerContext context,
            int prev,
            int flags,
            Path how,
            int selected,
            int cpu,
            Queued queued,
            Ladder ladder) {
        String by = selected >= 0 ? selection.by() : how.label();
        return new Decision(
                policy.info().id(),
                p,
                current,
                thisCpu,
                context,
                prev,
                flags,
                how,
                selected,
                cpu,
                by,
                selection.scanned,
                queued,
                ladder);
    }
}
