// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.WakeFlags;

/** Does random things to tasks, reproducibly and without allocating. */
final class RandomLoad {

    final Scheduler sched;
    final Task[] tasks;
    long delayed;
    long migrated;
    long switches;

    private long seed;

    RandomLoad(int cpus, int nrTasks, long seed) {
        this(cpus, nrTasks, seed, KernelConfig.DEFAULT);
    }

    RandomLoad(int cpus, int nrTasks, long seed, KernelConfig config) {
        this.seed = seed;
        SchedTopology topology = new SchedTopology(null, cpus, 1);
        for (int cpu = 0; cpu < cpus; cpu++) {
            topology.archScaleCpuCapacity[cpu] = 1024;
        }
        sched = new Scheduler(topology, config);
        sched.startClocks(1_000_000_000);
        tasks = new Task[nrTasks];
        for (int i = 0; i < nrTasks; i++) {
            tasks[i] = new Task(i + 1, "t" + i, CpuMask.all(cpus));
            SchedPolicy policy = i % 10 == 9 ? SchedPolicy.IDLE : i % 10 == 8 ? SchedPolicy.BATCH : SchedPolicy.NORMAL;
            sched.core.initTask(tasks[i], policy, i % 7 == 0 ? i % 20 : 0, i % 5 == 0 ? 500_000 : 0);
            sched.thisCpu = i % cpus;
            sched.core.wakeUpNewTask(tasks[i], i % cpus);
        }
    }

    int next(int bound) {
        seed ^= seed << 13;
        seed ^= seed >>> 7;
        seed ^= seed << 17;
        return (int) ((seed >>> 33) % bound);
    }

    void step() {
        sched.now += next(400_000);
        RunQueue rq = sched.rq[next(sched.rq.length)];
        Task p = tasks[next(tasks.length)];
        sched.thisCpu = rq.cpu;
        if (rq.resched != 0) {
            rq.schedule();
            switches++;
            return;
        }
        switch (next(16)) {
            case 0, 1, 2, 3 -> block(rq);
            case 4, 5, 6, 7, 8 -> wake(p, rq.cpu);
            case 9, 10 -> rq.tick();
            case 11 -> migrate(p, rq.cpu);
            case 12 -> sched.core.setUserNice(p, next(40) - 20);
            case 13 -> sched.core.schedSetattr(p, p.policy, p.nice, next(3) == 0 ? 0 : 100_000 + next(9_000_000));
            case 14 -> yieldCurrent(rq);
            default -> rq.updateBlockedAverages();
        }
    }

    private void block(RunQueue rq) {
        if (rq.curr != rq.idle) {
            Task prev = rq.curr;
            rq.scheduleBlocked(next(20) == 0);
            switches++;
            if (prev.schedDelayed) {
                delayed++;
            }
        }
    }

    private void wake(Task p, int cpu) {
        if (p.onRq && !p.schedDelayed) {
            return;
        }
        if (!sched.core.ttwuRunnable(p, WakeFlags.WF_TTWU)) {
            sched.core.ttwuActivate(p, next(2) == 0 ? p.cpu : cpu, WakeFlags.WF_TTWU | WakeFlags.WF_RQ_SELECTED);
        }
    }

    private void migrate(Task p, int cpu) {
        if (p.onRq && p.cpu != cpu && sched.rq[p.cpu].curr != p) {
            sched.core.moveQueuedTask(p, cpu);
            migrated++;
        }
    }

    private static void yieldCurrent(RunQueue rq) {
        if (rq.curr != rq.idle) {
            rq.schedYield();
        }
    }
}
