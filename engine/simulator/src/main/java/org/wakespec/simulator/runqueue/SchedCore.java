// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_DELAYED;
import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_INITIAL;
import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_MIGRATED;
import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_WAKEUP;

import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * Operations on tasks that find their run queue themselves (kernel 7.2: core.c). CPU selection has taken place before;
 * {@link Scheduler#now} and {@link Scheduler#thisCpu} say when and where the operation runs.
 */
public class SchedCore {

    /** Bounds of a custom slice in ns (kernel 7.2: __setparam_fair()). */
    private static final long MIN_CUSTOM_SLICE = 100_000;

    private static final long MAX_CUSTOM_SLICE = 100_000_000;

    private final Scheduler sched;

    SchedCore(Scheduler sched) {
        this.sched = sched;
    }

    private RunQueue rqOf(Task p) {
        return sched.rq[p.cpu];
    }

    // ---- new tasks ----

    /** A child takes over its parent's scheduling parameters (kernel 7.2: sched_fork()). */
    public void schedFork(Task child, Task parent) {
        child.policy = parent.policy;
        child.nice = parent.nice;
        child.weight = parent.weight;
        child.slice = parent.slice;
        child.customSlice = parent.customSlice;
        child.deadline = parent.deadline;
        child.vprot = parent.vprot;
        child.minVruntime = parent.minVruntime;
        child.minSlice = parent.minSlice;
        child.maxSlice = parent.maxSlice;
        resetEntity(child);
    }

    /**
     * A task without a parent in the simulation. Its tree caches start at its own slice, as if it had been queued
     * before.
     *
     * @param slice custom slice in ns; 0: the default
     */
    public void initTask(Task p, SchedPolicy policy, int nice, long slice) {
        p.policy = policy;
        p.nice = nice;
        p.weight = Weights.of(policy, nice);
        setSlice(p, slice);
        p.minSlice = p.slice;
        p.maxSlice = p.slice;
        resetEntity(p);
    }

    private void resetEntity(Task p) {
        p.vruntime = 0;
        p.vlag = 0;
        p.relDeadline = false;
        p.execStart = 0;
        p.sumExecRuntime = 0;
        FairLoad.init(p);
    }

    private void setSlice(Task p, long runtime) {
        p.customSlice = runtime != 0;
        p.slice = runtime == 0 ? sched.baseSlice : clampSlice(runtime);
    }

    long clampSlice(long runtime) {
        return Math.max(MIN_CUSTOM_SLICE, Math.min(runtime, MAX_CUSTOM_SLICE));
    }

    /** First wakeup of a new task on the chosen CPU (kernel 7.2: wake_up_new_task()). */
    public void wakeUpNewTask(Task p, int cpu) {
        RunQueue rq = sched.rq[cpu];
        p.recentUsedCpu = p.cpu;
        p.cpu = cpu;
        p.wakeCpu = cpu;
        rq.updateClock();
        rq.cfs.load.postInit(p);
        rq.activateTask(p, ENQUEUE_INITIAL);
        rq.wakeupPreempt(p, WakeFlags.WF_FORK);
    }

    // ---- wakeups ----

    /**
     * Wakes a task that is still queued, where it is (kernel 7.2: ttwu_runnable()).
     *
     * @return false if it is not queued: a CPU has to be selected and {@link #ttwuActivate} called
     */
    public boolean ttwuRunnable(Task p, int wakeFlags) {
        if (!p.onRq) {
            return false;
        }
        RunQueue rq = rqOf(p);
        rq.updateClock();
        if (p.schedDelayed) {
            rq.enqueueTask(p, ENQUEUE_DELAYED);
        }
        if (rq.curr != p) {
            rq.wakeupPreempt(p, wakeFlags);
        }
        return true;
    }

    /** Queues a woken task on the selected CPU (kernel 7.2: set_task_cpu() and ttwu_do_activate()). */
    public void ttwuActivate(Task p, int cpu, int wakeFlags) {
        int flags = wakeFlags;
        if (p.cpu != cpu) {
            flags |= WakeFlags.WF_MIGRATED;
            setTaskCpu(p, cpu);
        }
        RunQueue rq = sched.rq[cpu];
        rq.updateClock();
        rq.activateTask(p, (flags & WakeFlags.WF_MIGRATED) != 0 ? ENQUEUE_WAKEUP | ENQUEUE_MIGRATED : ENQUEUE_WAKEUP);
        rq.wakeupPreempt(p, flags);
    }

    /** A real-time task becomes runnable on a CPU; it occupies it, nothing more of its class is modelled. */
    public void wakeRealtime(Task rt, int cpu) {
        RunQueue rq = sched.rq[cpu];
        rt.cpu = cpu;
        rq.updateClock();
        rq.activateTask(rt, ENQUEUE_WAKEUP);
        rq.wakeupPreempt(rt, WakeFlags.WF_TTWU);
    }

    /** Moves a task that is on no queue to another CPU's (kernel 7.2: set_task_cpu()). */
    public void setTaskCpu(Task p, int cpu) {
        if (p.cpu != cpu) {
            if (p.policy.isFair()) {
                rqOf(p).fair.migrateTaskRq(p, sched.now);
            }
            p.cpu = cpu;
        }
        p.wakeCpu = cpu;
    }

    /** Decays a sleeping task's averages to the last update of the queue it slept on (kernel 7.2: sync_entity_load_avg()). */
    public void syncEntityLoadAvg(Task p) {
        if (p.avg.lastUpdateTime != 0) {
            rqOf(p).cfs.load.sync(p);
        }
    }

    /**
     * Moves a queued, not running task (kernel 7.2: move_queued_task(); the balancer's detach and attach do the same).
     */
    public void moveQueuedTask(Task p, int cpu) {
        RunQueue source = rqOf(p);
        source.updateClock();
        source.deactivateTask(p);
        setTaskCpu(p, cpu);
        RunQueue target = sched.rq[cpu];
        target.updateClock();
        target.activateTask(p, ENQUEUE_MIGRATED);
        target.wakeupPreempt(p, 0);
    }

    /** After the switch away from a dying task (kernel 7.2: finish_task_switch(), task_dead_fair()). */
    public void taskDead(Task p) {
        rqOf(p).fair.taskDead(p);
    }

    // ---- parameters ----

    /** Kernel 7.2: set_user_nice(). Does nothing if the value is outside -20..19. */
    public void setUserNice(Task p, int nice) {
        if (p.nice == nice || nice < Weights.MIN_NICE || nice > Weights.MAX_NICE) {
            return;
        }
        RunQueue rq = rqOf(p);
        rq.updateClock();
        if (!p.policy.isFair()) {
            p.nice = nice;
            return;
        }
        change(rq, p, p.policy, nice, -1);
    }

    /**
     * Kernel 7.2: sched_setattr().
     *
     * @param runtime custom slice in ns, brought into 0.1 ms .. 100 ms; 0: the default slice
     * @throws IllegalArgumentException if the nice value is outside -20..19, or the slice negative; nothing has happened then
     */
    public void schedSetattr(Task p, SchedPolicy policy, int nice, long runtime) {
        // refuses what has no weight
        Weights.of(policy, nice);
        if (runtime < 0) {
            throw new IllegalArgumentException("a slice is a number of ns, or 0 for the default, not " + runtime);
        }
        RunQueue rq = rqOf(p);
        rq.updateClock();
        if (policy == p.policy && (!policy.isFair() || nice == p.nice && runtime == p.slice)) {
            return;
        }
        change(rq, p, policy, nice, runtime);
    }

    /** Takes the task off, changes it, puts it back (kernel 7.2: sched_change_begin() to sched_change_end()). */
    void change(RunQueue rq, Task p, SchedPolicy policy, int nice, long runtime) {
        boolean wasFair = p.policy.isFair();
        boolean leaves = wasFair && !policy.isFair();
        boolean comes = !wasFair && policy.isFair();
        if (leaves) {
            rq.fair.switchingFrom(p);
        }
        boolean queued = p.onRq;
        boolean running = rq.curr == p;
        int oldNice = p.nice;
        if (queued) {
            rq.dequeueTask(p, 0);
        }
        if (running) {
            rq.putPrevTask(p);
        }
        if (leaves) {
            rq.fair.switchedFrom(p);
        }
        p.policy = policy;
        if (policy.isFair()) {
            p.nice = nice;
            if (runtime >= 0) {
                setSlice(p, runtime);
            }
        }
        long weight = Weights.of(policy, p.nice);
        if (wasFair) {
            rq.cfs.load.reweight(p, weight);
        } else {
            p.weight = weight;
        }
        if (comes) {
            rq.fair.switchedTo(p);
        }
        if (queued) {
            rq.enqueueTask(p, 0);
        }
        if (running) {
            rq.setNextTask(p, false);
        }
        if (policy.isFair()) {
            rq.fair.prioChanged(p, oldNice);
        }
    }
}
