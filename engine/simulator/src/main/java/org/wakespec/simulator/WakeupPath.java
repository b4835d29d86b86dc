// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_EXEC;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_FORK;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_MIGRATED;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_RQ_SELECTED;
import static org.wakespec.simulator.wakeup.WakeFlags.WF_TTWU;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.Counters;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.TaskPlacement;
import org.wakespec.simulator.wakeup.WakerContext;

/** Waking tasks while time passes (kernel 7.2: try_to_wake_up(), ttwu_queue(), sched_ttwu_pending(), wake_up_new_task()). */
final class WakeupPath {

    private static final WakerContext[] CONTEXTS = WakerContext.values();

    private final SimKernel k;
    private final TaskPlacement placement;
    private final long wakeupNs;
    private final long enqueueNs;
    private final long selectNs;
    private final long selectPerCpuNs;
    private final long wakeListNs;
    /** By CPU: which CPU it chose last for a task that had to leave its own (kernel: distribute_cpu_mask_prev). */
    private final int[] distributed;

    WakeupPath(SimKernel k, CostModel costs, TaskPlacement placement) {
        this.k = k;
        this.placement = placement;
        wakeupNs = costs.of(Cost.WAKEUP);
        enqueueNs = costs.of(Cost.ENQUEUE);
        selectNs = costs.of(Cost.SELECT);
        selectPerCpuNs = costs.of(Cost.SELECT_PER_CPU);
        wakeListNs = costs.of(Cost.WAKE_LIST);
        distributed = new int[k.cpus.length];
    }

    /** The calls of CPU selection. */
    TaskPlacement placement() {
        return placement;
    }

    /**
     * Kernel 7.2: try_to_wake_up(), executed on {@code c}, which is charged.
     *
     * @return false if the task was not asleep
     */
    boolean tryToWakeUp(SimCpu c, SimTask w, int callerFlags, WakerContext context) {
        Counters counters = k.counters;
        if (w.state != SimTask.SLEEPING) {
            counters.wakeupsTooLate++;
            return false;
        }
        Task p = w.task;
        c.charge += wakeupNs;
        c.stall += k.lines.task(p.cpu, c.cpu);
        counters.wakings++;
        if (k.observer != null) {
            k.observer.onWaking(k.now, c.cpu, p);
        }
        k.awake++;
        w.wokenAt = k.now;
        if (p == c.rq.curr) {
            // it is on its way into schedule() here and will find itself runnable
            if (k.decisions != null) {
                k.decisions.notAsked(c, p, context, callerFlags | WF_TTWU, Path.RUNNING_SELF, Queued.NONE);
            }
            w.state = SimTask.RUNNING;
            woken(w);
            return true;
        }
        int flags = callerFlags | WF_TTWU;
        if (p.onRq) {
            boolean delayed = p.schedDelayed;
            if (k.decisions != null) {
                Path path = delayed ? Path.DELAYED_REQUEUE : Path.STILL_QUEUED;
                k.decisions.notAsked(c, p, context, flags, path, Queued.NONE);
            }
            k.sched.core.ttwuRunnable(p, flags);
            w.state = SimTask.RUNNING;
            counters.ttwuRunnable++;
            if (delayed) {
                counters.ttwuDelayed++;
                w.runnableSince = k.now;
            }
            c.charge += delayed ? enqueueNs : 0;
            c.stall += delayed ? k.lines.wake(p.cpu, c.cpu) : 0;
            count(c, p);
            woken(w);
            return true;
        }
        w.state = SimTask.WAKING;
        if (p.onCpu) {
            if (placement.ttwuQueueCond(p, p.cpu, c.cpu)) {
                counters.ttwuOnCpu++;
                count(c, p);
                if (k.decisions != null) {
                    k.decisions.notAsked(c, p, context, flags, Path.ON_CPU_WAKELIST, Queued.WAKELIST);
                }
                queueWakeList(c, w, p.cpu, false);
            } else {
                // the waker spins until the switch is complete
                counters.ttwuSpun++;
                long until = k.queue.timeOf(p.cpu);
                w.deferredWaker = c.cpu;
                w.deferredFlags = flags;
                w.deferredContext = context.ordinal();
                c.stall += Math.max(0, until - k.now);
            }
            return true;
        }
        place(c, w, flags, context);
        return true;
    }

    /** A wakeup that had to wait for the end of a switch goes on, on behalf of the CPU that started it. */
    void deferred(SimTask w) {
        SimCpu c = k.cpus[w.deferredWaker];
        w.deferredWaker = -1;
        int thisCpu = k.sched.thisCpu;
        SimCpu acting = k.acting;
        k.sched.thisCpu = c.cpu;
        k.acting = c;
        place(c, w, w.deferredFlags, CONTEXTS[w.deferredContext]);
        if (c.mode == SimCpu.RUN) {
            k.execution.extend(c);
        }
        k.acting = acting;
        k.sched.thisCpu = thisCpu;
    }

    private void place(SimCpu c, SimTask w, int callerFlags, WakerContext context) {
        Task p = w.task;
        int flags = callerFlags;
        Ladder ladder = k.decisions == null ? null : k.decisions.ladder(p);
        int prev = p.wakeCpu;
        int cpu = placement.selectTaskRq(p, prev, c.cpu, c.rq.curr, context.inTask(), flags, ladder);
        if (placement.selectedCpu() >= 0) {
            int scanned = placement.selection().scanned;
            k.counters.selections++;
            k.counters.cpusScanned += scanned;
            c.charge += selectNs + scanned * selectPerCpuNs;
            flags |= WF_RQ_SELECTED;
        }
        if (k.decisions != null) {
            Queued queued = placement.ttwuQueueCond(p, cpu, c.cpu) ? Queued.WAKELIST : Queued.DIRECT;
            k.decisions.placed(c, p, context, prev, flags | (p.cpu != cpu ? WF_MIGRATED : 0), cpu, queued, ladder);
        }
        if (p.cpu != cpu) {
            flags |= WF_MIGRATED;
            k.counters.wakeupMigrations++;
            migrated(w, cpu);
            k.sched.core.setTaskCpu(p, cpu);
        } else {
            p.wakeCpu = cpu;
        }
        count(c, p);
        if (placement.ttwuQueueCond(p, cpu, c.cpu)) {
            queueWakeList(c, w, cpu, (flags & WF_MIGRATED) != 0);
            return;
        }
        w.state = SimTask.RUNNING;
        w.runnableSince = k.now;
        k.sched.core.ttwuActivate(p, cpu, flags);
        c.charge += enqueueNs;
        c.stall += k.lines.wake(cpu, c.cpu);
        woken(w);
    }

    private void count(SimCpu c, Task p) {
        k.counters.wakeupsByDistance[k.lines.distance(c.cpu, p.cpu)]++;
        if (p.cpu == c.cpu) {
            k.counters.ttwuLocal++;
        }
    }

    private void woken(SimTask w) {
        k.counters.wakeups++;
        if (k.observer != null) {
            k.observer.onWakeup(k.now, w.task.cpu, w.task);
        }
    }

    /** The task is about to get another CPU. */
    void migrated(SimTask w, int cpu) {
        k.counters.migrations++;
        w.migrations++;
        if (k.observer != null) {
            k.observer.onMigrate(k.now, w.task, w.task.cpu, cpu);
        }
    }

    // ---- wake lists ----

    /** Kernel 7.2: __ttwu_queue_wakelist(). */
    private void queueWakeList(SimCpu c, SimTask w, int cpu, boolean migrated) {
        SimCpu target = k.cpus[cpu];
        k.counters.ttwuQueued++;
        c.charge += wakeListNs;
        target.rq.ttwuPending = true;
        w.wakeNext = null;
        w.wakeMigrated = migrated;
        w.wakerCpu = c.cpu;
        if (target.wakeHead != null) {
            target.wakeTail.wakeNext = w;
            target.wakeTail = w;
            return;
        }
        target.wakeHead = w;
        target.wakeTail = w;
        if (target.rq.polling) {
            target.rq.resched |= RunQueue.RESCHED_IMMEDIATE;
            flagWake(c, target);
        } else {
            k.interrupts.send(target, SimCpu.IRQ_CALL);
        }
    }

    /** A polling idle CPU sees the flag when the waker has got that far and the line has come over. */
    void flagWake(SimCpu c, SimCpu target) {
        k.counters.flagWakeups++;
        k.idle.wake(target, SimCpu.FLAG, c.charge + c.stall + k.lines.transfer(c.cpu, target.cpu));
    }

    /** Enqueues what others have put on this CPU's list (kernel 7.2: sched_ttwu_pending()). */
    void flush(SimCpu c) {
        SimTask w = c.wakeHead;
        if (w == null) {
            return;
        }
        c.wakeHead = null;
        c.wakeTail = null;
        while (w != null) {
            SimTask next = w.wakeNext;
            w.wakeNext = null;
            w.state = SimTask.RUNNING;
            w.runnableSince = k.now;
            c.charge += enqueueNs;
            c.stall += k.lines.wake(w.wakerCpu, c.cpu);
            k.sched.core.ttwuActivate(w.task, c.cpu, w.wakeMigrated ? WF_MIGRATED : 0);
            woken(w);
            w = next;
        }
        c.rq.ttwuPending = false;
    }

    // ---- new tasks ----

    /** Kernel 7.2: wake_up_new_task(), executed on {@code c} by the parent. */
    void wakeUpNewTask(SimCpu c, SimTask w) {
        Task p = w.task;
        k.counters.forks++;
        p.cpu = c.cpu;
        p.wakeCpu = c.cpu;
        p.recentUsedCpu = c.cpu;
        Ladder ladder = k.decisions == null ? null : k.decisions.ladder(p);
        int cpu = placement.selectTaskRq(p, c.cpu, c.cpu, c.rq.curr, true, WF_FORK, ladder);
        if (k.decisions != null) {
            k.decisions.placed(c, p, WakerContext.TASK, c.cpu, WF_FORK, cpu, Queued.DIRECT, ladder);
        }
        if (placement.selectedCpu() >= 0) {
            k.counters.selections++;
            k.counters.cpusScanned += placement.selection().scanned;
            c.charge += selectNs + placement.selection().scanned * selectPerCpuNs;
        }
        w.state = SimTask.RUNNING;
        w.runnableSince = k.now;
        k.awake++;
        k.sched.core.wakeUpNewTask(p, cpu);
        c.charge += enqueueNs;
        c.stall += k.lines.wake(cpu, c.cpu);
        woken(w);
    }

    /** Kernel 7.2: sched_exec(): the CPU the running task should go to, or the present one. */
    int selectExec(SimCpu c, Task p) {
        k.counters.execs++;
        Ladder ladder = k.decisions == null ? null : k.decisions.ladder(p);
        int cpu = placement.selectExec(p, c.cpu, ladder);
        if (k.decisions != null) {
            k.decisions.placed(c, p, WakerContext.TASK, c.cpu, WF_EXEC, cpu, Queued.NONE, ladder);
        }
        k.counters.selections++;
        k.counters.cpusScanned += placement.selection().scanned;
        c.charge += selectNs + placement.selection().scanned * selectPerCpuNs;
        return cpu;
    }

    /**
     * An allowed CPU for a task that must leave its own: the one after the last that this CPU chose (kernel 7.2:
     * cpumask_any_and_distribute()).
     */
    int anyAllowed(Task p, int thisCpu) {
        if (placement.isCpuAllowed(p, p.cpu)) {
            return p.cpu;
        }
        int n = distributed.length;
        for (int i = 1; i <= n; i++) {
            int cpu = (distributed[thisCpu] + i) % n;
            if (placement.isCpuAllowed(p, cpu)) {
                distributed[thisCpu] = cpu;
                return cpu;
            }
        }
        return placement.selectFallbackRq(p.cpu, p);
    }
}
