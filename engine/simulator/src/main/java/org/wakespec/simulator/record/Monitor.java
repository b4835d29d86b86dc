// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.ipc.SimulationFailure.Kind;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;

/**
 * Watches a simulation's accounting and affinity: a task runs where it may, is queued once, and all counters and sums of a run
 * queue equal what they are recomputed to be. At every tick one CPU is recomputed, the next one at the next.
 */
public final class Monitor {

    /** A task's averages may exceed a full CPU by what rounding and attaching add. */
    private static final long MOST_AVERAGE = 1024 + 64;

    private final Scheduler sched;
    private int next;
    private long checks;

    public Monitor(Scheduler sched) {
        this.sched = sched;
    }

    /** Run queues recomputed so far. */
    public long checks() {
        return checks;
    }

    /** A task starts to execute. */
    public void switchedIn(long now, int cpu, SimTask task) {
        Task p = task.task;
        // where its affinity changed in the middle of the switch, the stopper waits for its end
        if (!p.cpusPtr.test(cpu) && sched.rq[cpu].rt == null) {
            throw corrupt(now, p + " executes on CPU " + cpu + " but is allowed on " + p.cpusPtr + " only");
        }
        if (!sched.topology.active.test(cpu)) {
            throw corrupt(now, p + " executes on CPU " + cpu + ", which is offline");
        }
        if (sched.rq[cpu].curr != p) {
            throw corrupt(now, p + " executes on CPU " + cpu + ", whose current task is " + sched.rq[cpu].curr);
        }
    }

    /** A tick: recomputes one run queue. */
    public void tick(long now) {
        check(now, sched.rq[next]);
        next = next + 1 == sched.rq.length ? 0 : next + 1;
    }

    /** Recomputes all run queues. */
    public void checkAll(long now) {
        for (RunQueue rq : sched.rq) {
            check(now, rq);
        }
    }

    private void check(long now, RunQueue rq) {
        checks++;
        FairQueue cfs = rq.cfs;
        int queued = 0;
        int runnable = 0;
        int idle = 0;
        long weight = 0;
        int preferring = 0;
        int content = 0;
        for (Task p = rq.cfsTasksHead; p != null; p = p.groupNext) {
            queued++;
            runnable += p.schedDelayed ? 0 : 1;
            idle += p.policy == SchedPolicy.IDLE ? 1 : 0;
            weight += p.weight;
            preferring += p.preferredLlc < 0 ? 0 : 1;
            content += p.preferredLlc >= 0 && p.preferredLlc == sched.topology.sdLlcId[rq.cpu] ? 1 : 0;
            if (p.cpu != rq.cpu) {
                throw corrupt(now, p + " is queued on CPU " + rq.cpu + " but belongs to CPU " + p.cpu);
            }
            if (!p.seOnRq || !p.onRq) {
                throw corrupt(now, p + " is listed on CPU " + rq.cpu + " without being queued");
            }
            checkAverages(now, p);
        }
        expect(now, rq, "fair tasks queued", cfs.hNrQueued, queued);
        expect(now, rq, "entities queued", cfs.nrQueued, queued);
        expect(now, rq, "fair tasks runnable", cfs.hNrRunnable, runnable);
        expect(now, rq, "SCHED_IDLE tasks queued", cfs.hNrIdle, idle);
        expect(now, rq, "tasks in the last-level cache they prefer", rq.nrPrefLlcRunning, content);
        expect(now, rq, "tasks that prefer a last-level cache", sum(rq.llcCounts), preferring);
        expect(now, rq, "load weight", cfs.loadWeight, weight);
        expect(now, rq, "tasks running", rq.nrRunning, queued + (rq.rt == null ? 0 : 1));
        checkTree(now, rq, queued);
    }

    private static int sum(int[] counts) {
        int sum = 0;
        if (counts != null) {
            for (int count : counts) {
                sum += count;
            }
        }
        return sum;
    }

    private void checkTree(long now, RunQueue rq, int queued) {
        FairQueue cfs = rq.cfs;
        int inTree = 0;
        long sumWeight = 0;
        long sum = 0;
        for (Task p = cfs.firstEntity(); p != null; p = cfs.nextEntity(p)) {
            inTree++;
            sumWeight += p.weight;
            sum += (p.vruntime - cfs.zeroVruntime) * p.weight;
        }
        boolean currQueued = cfs.curr != null && cfs.curr.seOnRq;
        expect(now, rq, "entities in the tree", inTree, queued - (currQueued ? 1 : 0));
        expect(now, rq, "sum of weights", cfs.sumWeight, sumWeight);
        expect(now, rq, "sum of weighted virtual times", cfs.sumWVruntime, sum);
    }

    private void checkAverages(long now, Task p) {
        long load = Weights.scaleLoadDown(p.weight);
        if (p.avg.utilAvg < 0 || p.avg.utilAvg > MOST_AVERAGE) {
            throw corrupt(now, p + " has a utilisation of " + p.avg.utilAvg);
        }
        if (p.avg.runnableAvg < 0 || p.avg.runnableAvg > MOST_AVERAGE) {
            throw corrupt(now, p + " has a runnable average of " + p.avg.runnableAvg);
        }
        if (p.avg.loadAvg < 0 || p.avg.loadAvg > load + (load >> 4) + 1) {
            throw corrupt(now, p + " has a load of " + p.avg.loadAvg + " at weight " + load);
        }
    }

    private static void expect(long now, RunQueue rq, String what, long stored, long recomputed) {
        if (stored != recomputed) {
            throw corrupt(now, "CPU " + rq.cpu + ": " + what + " is " + stored + ", recomputed " + recomputed);
        }
    }

    private static SimulationFailure corrupt(long now, String message) {
        return new SimulationFailure(Kind.CORRUPT, now, message);
    }
}
