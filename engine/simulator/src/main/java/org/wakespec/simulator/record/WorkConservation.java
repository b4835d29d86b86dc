// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import java.util.Arrays;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

/**
 * Measures how far work is conserved: the longest time a CPU sat idle beside a task that waited on another queue and was allowed
 * to use it. The scheduler does not promise that there is none; whether a window is too long is for a scenario to say. A task
 * waits from its enqueue or preemption to the switch to it, a CPU idles from the switch to its idle task to the switch from it.
 */
public final class WorkConservation implements SimObserver {

    /**
     * A time in which a CPU sat idle beside a waiting task that may use it.
     *
     * @param cpu the idle CPU
     * @param task the waiting task
     * @param from start in virtual time, in ns
     * @param ns length
     */
    public record Window(int cpu, Task task, long from, long ns) {

        /** When it ended, in ns of virtual time. */
        public long until() {
            return from + ns;
        }
    }

    private final int nrCpus;
    /** Since when a CPU is idle; -1: it is not, or is offline. */
    private final long[] idleSince;
    /** By pid: since when a task waits, -1: it does not; and its place among those that wait. */
    private long[] waitingSince = filled(64);

    private int[] place = new int[64];
    private boolean[] running = new boolean[64];
    private Task[] waiting = new Task[64];
    private int nrWaiting;
    private long since;

    private int longestCpu = -1;
    private Task longestTask;
    private long longestFrom;
    private long longestNs;

    /**
     * A measurement of a machine that is idle so far.
     *
     * @param now virtual time in ns
     * @param online CPUs that can be idle
     */
    public WorkConservation(long now, CpuMask online) {
        nrCpus = online.size();
        idleSince = new long[nrCpus];
        Arrays.fill(idleSince, -1);
        since = now;
        for (int cpu = online.first(); cpu >= 0; cpu = online.next(cpu + 1)) {
            idleSince[cpu] = now;
        }
    }

    private static long[] filled(int length) {
        long[] times = new long[length];
        Arrays.fill(times, -1);
        return times;
    }

    /** Forgets what was measured; windows that are open begin anew. */
    public void reset(long now) {
        since = now;
        longestTask = null;
        longestCpu = -1;
        longestNs = 0;
    }

    /** The longest window up to now; null: there was none. */
    public Window longest(long now) {
        for (int i = 0; i < nrWaiting; i++) {
            ends(waiting[i], now);
        }
        return longestTask == null ? null : new Window(longestCpu, longestTask, longestFrom, longestNs);
    }

    @Override
    public void onWakeup(long now, int cpu, Task task) {
        // a task that was still on its way to sleep never left its CPU
        int pid = of(task);
        if (!task.kthread && !running[pid]) {
            waits(task, now);
        }
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        if (prev.idleTask) {
            leftIdle(now, cpu);
        } else if (!prev.kthread) {
            int pid = of(prev);
            running[pid] = false;
            if (prev.onRq && !prev.schedDelayed) {
                waits(prev, now);
            }
        }
        if (next.idleTask) {
            idleSince[cpu] = now;
        } else if (!next.kthread) {
            int pid = of(next);
            running[pid] = true;
            if (waitingSince[pid] >= 0) {
                ends(next, now);
                remove(pid);
            }
        }
    }

    @Override
    public void onAffinity(long now, Task task) {
        int pid = of(task);
        if (waitingSince[pid] >= 0) {
            // what it may use changes: windows end here, and others begin
            ends(task, now);
            waitingSince[pid] = now;
        }
    }

    private int of(Task task) {
        if (task.pid >= place.length) {
            int length = Math.max(task.pid + 1, 2 * place.length);
            int before = place.length;
            place = Arrays.copyOf(place, length);
            running = Arrays.copyOf(running, length);
            waitingSince = Arrays.copyOf(waitingSince, length);
            Arrays.fill(waitingSince, before, length, -1);
        }
        return task.pid;
    }

    private void waits(Task task, long now) {
        int pid = task.pid;
        if (waitingSince[pid] >= 0) {
            return;
        }
        waitingSince[pid] = now;
        if (nrWaiting == waiting.length) {
            waiting = Arrays.copyOf(waiting, 2 * nrWaiting);
        }
        place[pid] = nrWaiting;
        waiting[nrWaiting++] = task;
    }

    private void remove(int pid) {
        waitingSince[pid] = -1;
        Task last = waiting[--nrWaiting];
        waiting[nrWaiting] = null;
        if (last.pid != pid) {
            waiting[place[pid]] = last;
            place[last.pid] = place[pid];
        }
    }

    /** The task stops waiting: its windows with all CPUs that are idle. */
    private void ends(Task task, long now) {
        if (now - waitingSince[task.pid] <= longestNs) {
            return;
        }
        CpuMask allowed = task.cpusPtr;
        for (int cpu = allowed.first(); cpu >= 0 && cpu < nrCpus; cpu = allowed.next(cpu + 1)) {
            window(task, cpu, now);
        }
    }

    /** The CPU stops idling: its windows with all tasks that wait. */
    private void leftIdle(long now, int cpu) {
        if (idleSince[cpu] >= 0 && now - idleSince[cpu] > longestNs) {
            for (int i = 0; i < nrWaiting; i++) {
                if (waiting[i].cpusPtr.test(cpu)) {
                    window(waiting[i], cpu, now);
                }
            }
        }
        idleSince[cpu] = -1;
    }

    private void window(Task task, int cpu, long now) {
        if (idleSince[cpu] < 0 || task.cpu == cpu) {
            // not idle, or on its way out of idle for this very task
            return;
        }
        long from = Math.max(since, Math.max(waitingSince[task.pid], idleSince[cpu]));
        if (now - from > longestNs) {
            longestCpu = cpu;
            longestTask = task;
            longestFrom = from;
            longestNs = now - from;
        }
    }
}
