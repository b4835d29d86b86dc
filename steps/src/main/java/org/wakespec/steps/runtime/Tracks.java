// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

/**
 * Follows a run: where each task executed and how long it waited, and for how long a CPU was idle beside a waiting task that
 * could have used it.
 */
final class Tracks implements SimObserver {

    /**
     * A time in which a CPU sat idle beside a waiting task that may use it.
     *
     * @param from virtual time in ns
     */
    record IdleBeside(int cpu, Task task, long from, long ns) {}

    private final int nrCpus;
    private TaskTrack[] byPid = new TaskTrack[64];
    private final List<TaskTrack> waiting = new ArrayList<>();
    /** Since when a CPU is idle; -1: it is not, or is offline. */
    private final long[] idleSince;

    private long since;
    private IdleBeside longest;

    Tracks(int nrCpus) {
        this.nrCpus = nrCpus;
        idleSince = new long[nrCpus];
        Arrays.fill(idleSince, -1);
    }

    void begin(long now, CpuMask online) {
        since = now;
        for (int cpu = online.first(); cpu >= 0; cpu = online.next(cpu + 1)) {
            idleSince[cpu] = now;
        }
    }

    /** Forgets what was measured. */
    void reset(long now) {
        since = now;
        longest = null;
        for (TaskTrack track : byPid) {
            if (track != null) {
                track.reset();
            }
        }
    }

    TaskTrack of(Task task) {
        if (task.pid >= byPid.length) {
            byPid = Arrays.copyOf(byPid, Math.max(task.pid + 1, 2 * byPid.length));
        }
        TaskTrack track = byPid[task.pid];
        if (track == null) {
            track = new TaskTrack(task, nrCpus);
            byPid[task.pid] = track;
        }
        return track;
    }

    @Override
    public void onWaking(long now, int cpu, Task task) {
        of(task).wakingAt = now;
    }

    @Override
    public void onWakeup(long now, int cpu, Task task) {
        TaskTrack track = of(task);
        if (track.runningSince >= 0) {
            // it was still on its way to sleep and never left its CPU
            track.wakingAt = -1;
        } else {
            waits(track, now);
        }
    }

    private void waits(TaskTrack track, long now) {
        if (track.waitingSince < 0) {
            track.waitingSince = now;
            waiting.add(track);
        }
    }

    @Override
    public void onMigrate(long now, Task task, int from, int to) {
        of(task).migrations++;
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        if (prev.idleTask) {
            leftIdle(now, cpu);
        } else if (!prev.kthread) {
            TaskTrack track = of(prev);
            track.stretches.add(now - track.runningSince);
            track.runningSince = -1;
            if (prev.onRq && !prev.schedDelayed) {
                waits(track, now);
            }
        }
        if (next.idleTask) {
            idleSince[cpu] = now;
        } else if (!next.kthread) {
            switchedIn(of(next), now, cpu);
        }
    }

    private void switchedIn(TaskTrack track, long now, int cpu) {
        track.runningSince = now;
        track.cpu = cpu;
        track.cpus.set(cpu);
        if (track.wakingAt >= 0) {
            track.latency.add(now - track.wakingAt);
            track.wakingAt = -1;
        }
        if (track.waitingSince >= 0) {
            track.waits.add(now - track.waitingSince);
            if (now - track.waitingSince > longestNs()) {
                for (int other = 0; other < nrCpus; other++) {
                    longest = longer(track, other, now, longest);
                }
            }
            track.waitingSince = -1;
            waiting.remove(track);
        }
    }

    private void leftIdle(long now, int cpu) {
        if (idleSince[cpu] >= 0 && now - idleSince[cpu] > longestNs()) {
            for (TaskTrack track : waiting) {
                longest = longer(track, cpu, now, longest);
            }
        }
        idleSince[cpu] = -1;
    }

    private long longestNs() {
        return longest == null ? 0 : longest.ns();
    }

    private IdleBeside longer(TaskTrack track, int cpu, long now, IdleBeside best) {
        if (idleSince[cpu] < 0 || !track.task.cpusPtr.test(cpu)) {
            return best;
        }
        long from = Math.max(since, Math.max(track.waitingSince, idleSince[cpu]));
        return now - from > (best == null ? 0 : best.ns()) ? new IdleBeside(cpu, track.task, from, now - from) : best;
    }

    /** The longest time a CPU sat idle beside a waiting task up to now; null: there was none. */
    IdleBeside longestIdleBeside(long now) {
        IdleBeside best = longest;
        for (TaskTrack track : waiting) {
            for (int cpu = 0; cpu < nrCpus; cpu++) {
                best = longer(track, cpu, now, best);
            }
        }
        return best;
    }
}
