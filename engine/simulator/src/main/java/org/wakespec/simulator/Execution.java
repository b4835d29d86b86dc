// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure.Kind;
import org.wakespec.simulator.task.Task;

/**
 * Lets CPUs execute tasks: stretches of work, what follows each, and the switch to another task (kernel 7.2: exit to user
 * mode, schedule(), context_switch(), finish_task_switch()).
 */
final class Execution {

    /** Operations a task may do without time passing. */
    private static final int MOST_STALLED = 100_000;

    /** Work in ns up to which work by speed is computed without overflow. */
    private static final long MOST_SCALED = Long.MAX_VALUE >> 11;

    private final SimKernel k;
    private final long scheduleNs;
    private final long switchNs;
    private final long switchToIdleNs;
    private final long switchFromIdleNs;

    Execution(SimKernel k, CostModel costs) {
        this.k = k;
        scheduleNs = costs.of(Cost.SCHEDULE);
        switchNs = costs.of(Cost.CONTEXT_SWITCH);
        switchToIdleNs = costs.of(Cost.SWITCH_TO_IDLE);
        switchFromIdleNs = costs.of(Cost.SWITCH_FROM_IDLE);
    }

    // ---- stretches of work ----

    /** Starts or resumes the current task's segment. */
    private void start(SimCpu c) {
        long work = c.current.segmentLeft + c.charge;
        start(c, work, endOf(c, k.now + c.stall, work));
    }

    private void start(SimCpu c, long work, long end) {
        c.current.segmentLeft = work;
        c.charge = 0;
        c.mode = SimCpu.RUN;
        c.segmentStart = k.now + c.stall;
        c.stall = 0;
        c.segmentEnd = end;
        k.queue.schedule(c.cpu, end);
    }

    /** When work that begins at {@code from} is done. */
    private long endOf(SimCpu c, long from, long work) {
        long end = from + (c.speed == 1024 ? work : wallTime(c.speed, work));
        if (end < k.now) {
            throw k.failure(
                    Kind.BAD_TIME,
                    c.current + " on CPU " + c.cpu + " would execute beyond the end of time: " + work + " ns of work");
        }
        return end;
    }

    private static long wallTime(int speed, long work) {
        if (work <= MOST_SCALED) {
            return (work * 1024 + speed - 1) / speed;
        }
        long whole = work / speed;
        return whole > MOST_SCALED ? Long.MAX_VALUE : whole * 1024 + (work % speed * 1024 + speed - 1) / speed;
    }

    /** Notes how much of the segment is left when it is interrupted now. */
    private void save(SimCpu c) {
        long elapsed = k.now - c.segmentStart;
        if (elapsed > 0) {
            long done = c.speed == 1024 ? elapsed : elapsed * c.speed >> 10;
            c.current.segmentLeft = Math.max(0, c.current.segmentLeft - done);
        }
        k.queue.cancel(c.cpu);
    }

    /** Lets the segment end later by what the CPU was charged. */
    void extend(SimCpu c) {
        long time = c.charge + c.stall;
        c.segmentStart += time;
        c.segmentEnd += time;
        c.charge = 0;
        c.stall = 0;
        k.queue.schedule(c.cpu, c.segmentEnd);
    }

    /** The core's other threads became busy or idle. */
    void speedChanged(SimCpu c, int speed) {
        if (c.speed == speed) {
            return;
        }
        if (c.mode != SimCpu.RUN) {
            c.speed = speed;
            return;
        }
        save(c);
        // what an interrupt took is not over yet: it stays in front of the work
        long overhead = Math.max(0, c.segmentStart - k.now);
        c.speed = speed;
        c.segmentStart = k.now + overhead;
        c.segmentEnd = endOf(c, c.segmentStart, c.current.segmentLeft);
        k.queue.schedule(c.cpu, c.segmentEnd);
    }

    // ---- what follows ----

    /** The segment is over. */
    void segmentDone(SimCpu c) {
        c.current.segmentLeft = 0;
        proceed(c);
    }

    /** Goes on with the current task until something takes time. */
    private void proceed(SimCpu c) {
        SimTask t = c.current;
        k.sched.thisCpu = c.cpu;
        while (true) {
            switch (t.segment) {
                case SimTask.USER, SimTask.KERNEL -> {
                    if (t.op == null) {
                        nextOperation(t);
                    }
                    advance(c, t);
                }
                case SimTask.RETURNING -> {
                    if (c.rq.resched != 0) {
                        reschedule(c);
                        return;
                    }
                    nextOperation(t);
                    advance(c, t);
                }
                case SimTask.BLOCKING -> {
                    block(c, t);
                    return;
                }
                case SimTask.YIELDING -> {
                    t.segment = SimTask.RETURNING;
                    t.segmentLeft = k.costSyscallExit;
                    switchTo(c, t, c.rq.schedYield(), false);
                    return;
                }
                default -> {
                    die(c, t);
                    return;
                }
            }
            if (t.segment != SimTask.USER && c.rq.needResched()) {
                reschedule(c);
                return;
            }
            long work = t.segmentLeft + c.charge;
            if (work + c.stall > 0) {
                long end = endOf(c, k.now + c.stall, work);
                if (end > k.limit || !k.queue.wouldBeNext(c.cpu, end)) {
                    start(c, work, end);
                    return;
                }
                // nothing happens anywhere until the segment is over
                k.shortcuts++;
                t.segmentLeft = 0;
                c.charge = 0;
                c.stall = 0;
                k.advanceTo(end);
                continue;
            }
            if (++c.stalled > MOST_STALLED) {
                stalled(c, t);
            }
        }
    }

    private void stalled(SimCpu c, SimTask t) {
        if (c.stalledAt == k.now) {
            throw k.failure(
                    Kind.NO_PROGRESS,
                    t + " on CPU " + c.cpu + " did " + c.stalled + " operations without any time passing");
        }
        c.stalled = 0;
        c.stalledAt = k.now;
    }

    private void nextOperation(SimTask t) {
        t.op = null;
        t.phase = 0;
        t.segment = SimTask.USER;
        t.operations++;
        t.program.step(t.api);
        if (t.op == null) {
            throw k.failure(Kind.BAD_PROGRAM, "the program of " + t + " issued no operation");
        }
    }

    private void advance(SimCpu c, SimTask t) {
        k.acting = c;
        k.acted = false;
        t.op.advance(k, t);
        if (!k.acted) {
            throw k.failure(Kind.BAD_PROGRAM, t.op.name() + " of " + t + " did not say how it goes on");
        }
    }

    private void block(SimCpu c, SimTask t) {
        t.segment = SimTask.KERNEL;
        t.segmentLeft = t.finishNs;
        if (t.state == SimTask.RUNNING) {
            // woken on its way: schedule() finds it runnable
            switchTo(c, t, c.rq.schedule(), false);
            return;
        }
        switchTo(c, t, c.rq.scheduleBlocked(false), true);
    }

    private void die(SimCpu c, SimTask t) {
        k.taskExits(t);
        t.state = SimTask.DEAD;
        switchTo(c, t, c.rq.scheduleBlocked(true), true);
    }

    /** Schedules the running task away, or finds that it goes on (kernel 7.2: preempt_schedule(), exit to user mode). */
    private void reschedule(SimCpu c) {
        switchTo(c, c.current, c.rq.schedule(), false);
    }

    /** An interrupt has set a flag that takes effect now. */
    void preempt(SimCpu c) {
        save(c);
        // what it waits for, and what an interrupt took, is not over yet
        c.stall += Math.max(0, c.segmentStart - k.now);
        reschedule(c);
    }

    // ---- switching ----

    /** The idle loop calls schedule(). */
    void scheduleFromIdle(SimCpu c) {
        k.sched.thisCpu = c.cpu;
        Task next = c.rq.schedule();
        if (next == c.rq.idle) {
            k.idle.enter(c, true);
            return;
        }
        switchTo(c, null, next, false);
    }

    private void switchTo(SimCpu c, SimTask prev, Task nextTask, boolean slept) {
        SimTask next = nextTask == c.rq.idle ? null : k.task(nextTask);
        if (next == prev) {
            c.charge += scheduleNs;
            start(c);
            return;
        }
        long cost = scheduleNs + c.charge + c.stall;
        c.charge = 0;
        c.stall = 0;
        k.counters.switches++;
        if (prev == null) {
            cost += switchFromIdleNs;
            k.balancing.leavesIdle(c);
        } else {
            prev.task.onCpu = true;
            if (!slept) {
                k.counters.preemptions++;
                prev.runnableSince = k.now;
            }
            if (prev.record != null) {
                prev.record.runTime[c.cpu] += k.now - c.switchedIn;
            }
            cost += next == null ? switchToIdleNs : switchNs;
        }
        if (next == null) {
            k.counters.switchesToIdle++;
            k.idle.updateIdleCore(c);
        } else {
            noteSwitchIn(c, next);
            k.balancing.misfit(c, nextTask);
        }
        if (k.observer != null) {
            k.observer.onSwitch(k.now, c.cpu, prev == null ? c.rq.idle : prev.task, nextTask);
        }
        boolean busyBefore = prev != null;
        c.previous = prev;
        c.current = next;
        c.mode = SimCpu.SWITCH;
        if (busyBefore != (next != null)) {
            k.busyChanged(c, next != null);
        }
        k.queue.schedule(c.cpu, k.now + cost);
    }

    private void noteSwitchIn(SimCpu c, SimTask next) {
        c.switchedIn = k.now;
        next.switchesIn++;
        if (next.runnableSince >= 0) {
            long waited = k.now - next.runnableSince;
            next.runnableSince = -1;
            next.waitSum += waited;
            next.waitMax = Math.max(next.waitMax, waited);
            if (next.record != null) {
                next.record.waited(waited);
            }
        }
    }

    /** The switch is complete (kernel 7.2: finish_task_switch()). */
    void switchDone(SimCpu c) {
        SimTask prev = c.previous;
        c.previous = null;
        if (prev != null) {
            prev.task.onCpu = false;
            prev.lastCpu = c.cpu;
            if (prev.state == SimTask.DEAD) {
                k.sched.core.taskDead(prev.task);
                k.forget(prev);
            } else if (prev.deferredWaker >= 0) {
                k.wakeups.deferred(prev);
            }
        }
        int pending = c.pending;
        c.pending = 0;
        SimTask next = c.current;
        if (next == null) {
            k.idle.enter(c, true);
        } else {
            if (k.monitor != null) {
                k.monitor.switchedIn(k.now, c.cpu, next);
            }
            if (next.lastCpu != c.cpu) {
                c.stall += next.lastCpu < 0 ? 0 : k.lines.refill(next.lastCpu, c.cpu);
                next.lastCpu = c.cpu;
            }
            if (next.segmentLeft + c.charge + c.stall > 0) {
                start(c);
            } else if (pending == 0) {
                c.mode = SimCpu.RUN;
                proceed(c);
                return;
            } else {
                // let the interrupts find a running task
                c.charge = 1;
                start(c);
            }
        }
        if (pending != 0) {
            k.interrupts.arrive(c, pending);
        }
    }
}
