// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.Arrays;
import org.wakespec.report.TimelineJson;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.task.Task;

/**
 * Keeps which task was on which run queue when, from the start of measuring until {@value #MOST} intervals have ended: enough
 * to see the pattern of a run, whatever its length.
 */
final class Timeline implements SimObserver {

    /** Intervals kept. */
    private static final int MOST = 512;

    /** Bound on what was under way at the end of what is covered. */
    private static final int CROWD = 4 * MOST;

    private static final int NONE = -1;

    private final Task[] running;
    private final long[] runningSince;
    /** By pid: the queue a task waits on, or {@link #NONE}. */
    private int[] waitsOn = filled(64);

    private long[] waitsSince = new long[64];
    private Task[] tasks = new Task[64];
    private int lastPid;

    private Task[] keptTask = new Task[64];
    /** CPU, twice, plus one if the task ran. */
    private int[] keptWhere = new int[64];

    private long[] keptStart = new long[64];
    private long[] keptEnd = new long[64];
    private int kept;
    private long from;
    /** End of what is covered; -1 while everything is. */
    private long until = NONE;

    Timeline(int nrCpus) {
        running = new Task[nrCpus];
        runningSince = new long[nrCpus];
    }

    private static int[] filled(int length) {
        int[] array = new int[length];
        Arrays.fill(array, NONE);
        return array;
    }

    /** Starts afresh; what runs or waits goes on doing so. */
    void reset(long now) {
        from = now;
        until = NONE;
        kept = 0;
        for (int cpu = 0; cpu < running.length; cpu++) {
            runningSince[cpu] = now;
        }
        for (int pid = 0; pid <= lastPid; pid++) {
            waitsSince[pid] = now;
        }
    }

    private void see(Task task) {
        int pid = task.pid;
        if (pid >= tasks.length) {
            int length = Math.max(pid + 1, 2 * tasks.length);
            int old = tasks.length;
            waitsOn = Arrays.copyOf(waitsOn, length);
            Arrays.fill(waitsOn, old, length, NONE);
            waitsSince = Arrays.copyOf(waitsSince, length);
            tasks = Arrays.copyOf(tasks, length);
        }
        tasks[pid] = task;
        lastPid = Math.max(lastPid, pid);
    }

    private boolean runs(Task task) {
        return running[task.cpu] == task;
    }

    @Override
    public void onWakeup(long now, int cpu, Task task) {
        see(task);
        if (!runs(task) && waitsOn[task.pid] == NONE) {
            waits(now, cpu, task);
        }
    }

    private void waits(long now, int cpu, Task task) {
        waitsOn[task.pid] = cpu;
        waitsSince[task.pid] = now;
    }

    private void waited(long now, Task task) {
        if (waitsOn[task.pid] != NONE) {
            keep(2 * waitsOn[task.pid], task, waitsSince[task.pid], now);
            waitsOn[task.pid] = NONE;
        }
    }

    @Override
    public void onMigrate(long now, Task task, int fromCpu, int to) {
        see(task);
        if (waitsOn[task.pid] != NONE) {
            waited(now, task);
            waits(now, to, task);
        }
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        if (!prev.idleTask) {
            see(prev);
            keep(2 * cpu + 1, prev, runningSince[cpu], now);
            if (prev.onRq && !prev.schedDelayed) {
                waits(now, cpu, prev);
            }
        }
        running[cpu] = null;
        if (!next.idleTask) {
            see(next);
            waited(now, next);
            running[cpu] = next;
            runningSince[cpu] = now;
        }
    }

    private void keep(int where, Task task, long start, long end) {
        long shownEnd = until == NONE ? end : Math.min(end, until);
        if (shownEnd <= start || kept == CROWD) {
            return;
        }
        if (kept == keptEnd.length) {
            keptTask = Arrays.copyOf(keptTask, 2 * kept);
            keptWhere = Arrays.copyOf(keptWhere, 2 * kept);
            keptStart = Arrays.copyOf(keptStart, 2 * kept);
            keptEnd = Arrays.copyOf(keptEnd, 2 * kept);
        }
        keptTask[kept] = task;
        keptWhere[kept] = where;
        keptStart[kept] = start;
        keptEnd[kept] = shownEnd;
        kept++;
        if (kept == MOST && until == NONE) {
            // what is under way now is still kept when it ends, up to here
            until = end;
        }
    }

    /** What was kept, and what goes on at the end. */
    String document(long now) {
        long end = until == NONE ? now : until;
        TimelineJson json = new TimelineJson();
        int[] numbers = filled(tasks.length);
        for (int i = 0; i < kept; i++) {
            add(json, numbers, keptWhere[i], keptTask[i], keptStart[i], keptEnd[i]);
        }
        for (int cpu = 0; cpu < running.length; cpu++) {
            if (running[cpu] != null && runningSince[cpu] < end) {
                add(json, numbers, 2 * cpu + 1, running[cpu], runningSince[cpu], end);
            }
        }
        for (int pid = 0; pid <= lastPid; pid++) {
            if (waitsOn[pid] != NONE && waitsSince[pid] < end) {
                add(json, numbers, 2 * waitsOn[pid], tasks[pid], waitsSince[pid], end);
            }
        }
        return json.write(from, end, now);
    }

    private static void add(TimelineJson json, int[] numbers, int where, Task task, long start, long end) {
        if (numbers[task.pid] == NONE) {
            numbers[task.pid] = json.task(task.comm);
        }
        if ((where & 1) != 0) {
            json.ran(where >> 1, numbers[task.pid], start, end);
        } else {
            json.waited(where >> 1, numbers[task.pid], start, end);
        }
    }
}
