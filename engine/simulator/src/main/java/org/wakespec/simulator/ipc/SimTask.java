// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.record.WaitRecord;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

/**
 * A task of a running simulation: the scheduler's view of it, what it executes and what it waits for. A plain structure.
 */
public final class SimTask extends Activity {

    /** Runnable or running (kernel: TASK_RUNNING). */
    public static final int RUNNING = 0;
    /** Asleep, or about to be (kernel: TASK_INTERRUPTIBLE). */
    public static final int SLEEPING = 1;
    /** A wakeup is under way (kernel: TASK_WAKING). */
    public static final int WAKING = 2;
    /** Made, not started yet (kernel: TASK_NEW). */
    public static final int NEW = 3;
    /** Ended (kernel: TASK_DEAD). */
    public static final int DEAD = 4;

    public final Task task;
    /** Index of the task in its simulation; also selects its timer's slot. */
    public final int index;

    public int state = NEW;

    public Object object2;

    /** Work before the operation is continued after a wakeup. */
    public long finishNs;

    /** The queue the task waits on, or null, and its neighbours there. */
    public WaitQueue waitQueue;

    public SimTask waitNext;
    public SimTask waitPrev;
    /** Woken alone: a wakeup of one ends with it (kernel: WQ_FLAG_EXCLUSIVE). */
    public boolean waitExclusive;

    /** Next that spins for the same mutex. */
    SimTask spinNext;

    /** Next on a CPU's wake list. */
    public SimTask wakeNext;

    public boolean wakeMigrated;
    /** The CPU that put it there. */
    public int wakerCpu;
    /** Where a stopper is to move the task, and the next one it is to move. */
    public int moveTo;

    public SimTask moveNext;
    /** A wakeup that waits until the task's CPU has switched away from it: the waker's CPU, -1: none. */
    public int deferredWaker = -1;

    public int deferredFlags;
    public int deferredContext;

    /** Timer: armed, times, the CPU whose interrupt it uses and its neighbours there. */
    public boolean timerArmed;

    public boolean timerFired;
    public long timerSoft;
    public long timerHard;
    public int timerCpu;
    public SimTask timerNext;
    public SimTask timerPrev;
    /** Timer slack in ns (kernel: timer_slack_ns). */
    public long timerSlack = 50_000;

    /** CPU it executed on last; -1: none yet. */
    public int lastCpu = -1;
    /** CPUs of its cpuset; null: all (kernel: cpuset_cpus_allowed()). */
    public CpuMask cpuset;
    /** CPUs it was told to use, whatever its cpuset says; null: never (kernel: user_cpus_ptr). */
    public CpuMask userCpus;
    /** Parent waiting in waitpid or join, and children that ended unseen. */
    public SimTask parent;

    public int zombies;
    public boolean waitsForChild;
    /** It is a thread of its creator's process, whose end wakes no parent. */
    public boolean thread;
    /** Who waits for the end of this thread; null: nobody. */
    public SimTask joiner;

    /** Since when it waits for a CPU; -1: it does not. */
    public long runnableSince = -1;
    /** When it was last woken. */
    public long wokenAt;

    /** Times it was switched in, sum and maximum of the time it waited for a CPU. */
    public long switchesIn;

    public long waitSum;
    public long waitMax;
    /** Changes of CPU. */
    public long migrations;
    /** Where waiting times and CPUs are recorded; null: nowhere. */
    public WaitRecord record;

    public SimTask(Task task, Program program, int index) {
        super(program);
        this.task = task;
        this.index = index;
    }

    /** What the task waits for, in words. */
    public String waitingFor() {
        if (state == DEAD) {
            return "ended";
        }
        String what = op == null ? "user mode" : op.name();
        if (waitQueue != null) {
            what += " on " + waitQueue.name();
        }
        return what;
    }

    @Override
    public String toString() {
        return task.toString();
    }
}
