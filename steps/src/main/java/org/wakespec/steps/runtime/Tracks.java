// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.Arrays;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.task.Task;

/** Follows a run: where each task executed and how long it waited. */
final class Tracks implements SimObserver {

    private final int nrCpus;
    private TaskTrack[] byPid = new TaskTrack[64];

    Tracks(int nrCpus) {
        this.nrCpus = nrCpus;
    }

    /** Forgets what was measured. */
    void reset() {
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
        }
    }

    @Override
    public void onMigrate(long now, Task task, int from, int to) {
        of(task).migrations++;
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        if (!prev.kthread) {
            TaskTrack track = of(prev);
            track.stretches.add(now - track.runningSince);
            track.runningSince = -1;
            if (prev.onRq && !prev.schedDelayed) {
                waits(track, now);
            }
        }
        if (!next.kthread) {
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
            track.waitingSince = -1;
        }
    }
}
