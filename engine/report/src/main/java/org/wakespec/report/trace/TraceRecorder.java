// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_FORK;

import java.util.Arrays;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Decision;

/**
 * Records a simulation's events as the kernel's tracer would: sched_switch, sched_waking, sched_wakeup, sched_wakeup_new,
 * sched_migrate_task and cpu_idle, and the decisions of CPU selection; ticks and passes of the load balancer, for which the
 * kernel has no events, if they are wanted.
 *
 * <p>The CPU of an event is the one that executes it, and its task the one that runs there: a wakeup that is handed over by wake
 * list ends on the target's CPU. A migration outside of a wakeup counts as executed by the CPU the task goes to.
 */
public final class TraceRecorder implements SimObserver {

    private static final int NONE = -1;

    private final Trace trace;
    private final boolean ladders;
    private final boolean passes;
    private final int[] runningOn;
    /** By pid: the CPU that executes the rest of a wakeup that has begun; {@link #NONE}: no wakeup has. */
    private int[] wakingCpu = new int[64];

    /** By pid: the CPU whose wake list the task is on; {@link #NONE}: none. */
    private int[] endCpu = new int[64];

    private boolean[] forked = new boolean[64];

    /**
     * A recorder.
     *
     * @param nrCpus CPUs of the machine
     * @param mostEvents events that are kept; later ones are only counted
     * @param ladders whether decisions keep the rungs they asked
     * @param passes whether ticks and passes of the load balancer are recorded, too
     */
    public TraceRecorder(int nrCpus, int mostEvents, boolean ladders, boolean passes) {
        trace = new Trace(nrCpus, mostEvents);
        this.ladders = ladders;
        this.passes = passes;
        runningOn = new int[nrCpus];
        Arrays.fill(wakingCpu, NONE);
        Arrays.fill(endCpu, NONE);
    }

    /** What was recorded so far. */
    public Trace trace() {
        return trace;
    }

    private int pid(Task task) {
        int pid = task.pid;
        if (pid >= wakingCpu.length) {
            int old = wakingCpu.length;
            int length = Math.max(pid + 1, 2 * old);
            wakingCpu = Arrays.copyOf(wakingCpu, length);
            Arrays.fill(wakingCpu, old, length, NONE);
            endCpu = Arrays.copyOf(endCpu, length);
            Arrays.fill(endCpu, old, length, NONE);
            forked = Arrays.copyOf(forked, length);
        }
        if (!task.idleTask) {
            trace.name(pid, task.comm);
        }
        return task.idleTask ? 0 : pid;
    }

    private static int prio(Task task) {
        return Trace.NICE_0_PRIO + (task.idleTask ? 0 : task.nice);
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        int prevPid = pid(prev);
        int nextPid = pid(next);
        boolean runnable = prev.idleTask || (prev.onRq && !prev.schedDelayed);
        int state = runnable ? Trace.RUNNING : prev.exiting ? Trace.DEAD : Trace.SLEEPING;
        runningOn[cpu] = nextPid;
        trace.add(EventKind.SCHED_SWITCH, now, cpu, prevPid, prevPid, nextPid, state, prio(prev) << 16 | prio(next));
    }

    @Override
    public void onWaking(long now, int cpu, Task task) {
        int pid = pid(task);
        wakingCpu[pid] = cpu;
        trace.add(EventKind.SCHED_WAKING, now, cpu, runningOn[cpu], pid, task.cpu, prio(task), 0);
    }

    @Override
    public void onWakeup(long now, int cpu, Task task) {
        int pid = pid(task);
        boolean isNew = forked[pid] || wakingCpu[pid] == NONE;
        int by = endCpu[pid] != NONE ? endCpu[pid] : wakingCpu[pid] != NONE ? wakingCpu[pid] : cpu;
        wakingCpu[pid] = NONE;
        endCpu[pid] = NONE;
        forked[pid] = false;
        EventKind kind = isNew ? EventKind.SCHED_WAKEUP_NEW : EventKind.SCHED_WAKEUP;
        trace.add(kind, now, by, runningOn[by], pid, cpu, prio(task), 0);
    }

    @Override
    public void onMigrate(long now, Task task, int from, int to) {
        int pid = pid(task);
        int by = wakingCpu[pid] == NONE ? to : wakingCpu[pid];
        trace.add(EventKind.SCHED_MIGRATE_TASK, now, by, runningOn[by], pid, from, to, prio(task));
    }

    @Override
    public void onIdle(long now, int cpu, int state) {
        trace.add(EventKind.CPU_IDLE, now, cpu, runningOn[cpu], state, 0, 0, 0);
    }

    @Override
    public void onTick(long now, int cpu) {
        if (passes) {
            trace.add(EventKind.SCHED_TICK, now, cpu, runningOn[cpu], cpu, 0, 0, 0);
        }
    }

    @Override
    public void onBalance(long now, int cpu, int moved) {
        if (passes) {
            trace.add(EventKind.SCHED_BALANCE_RQ, now, cpu, runningOn[cpu], cpu, moved, 0, 0);
        }
    }

    @Override
    public boolean wantsDecisions() {
        return true;
    }

    @Override
    public boolean wantsLadder(Task task) {
        return ladders;
    }

    @Override
    public void onDecision(long now, Decision decision) {
        int pid = pid(decision.task());
        trace.add(now, decision.thisCpu(), runningOn[decision.thisCpu()], pid, decision);
        if ((decision.wakeFlags() & WF_FORK) != 0) {
            forked[pid] = true;
            wakingCpu[pid] = decision.thisCpu();
        }
        // a migration is the waker's all the same
        endCpu[pid] = decision.queued() == Decision.Queued.WAKELIST ? decision.cpu() : NONE;
    }
}
