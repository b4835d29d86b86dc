// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.EnqueueFlags;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;

/**
 * The scheduler's half of {@link BalanceHost}: tasks move between the simulator's run queues. What belongs to the
 * machine (clocks that tell what a pass cost, softirqs, interrupts, the stopper) is left to the simulation.
 */
public abstract class SchedulerHost implements BalanceHost {

    protected final Scheduler sched;

    protected SchedulerHost(Scheduler sched) {
        this.sched = sched;
    }

    @Override
    public boolean entityEligible(RunQueue rq, Task p) {
        return rq.cfs.entityEligible(p);
    }

    @Override
    public boolean throttledLbPair(Task p, int srcCpu, int dstCpu) {
        return false;
    }

    @Override
    public void detachTask(RunQueue src, Task p, int dstCpu) {
        src.deactivateTask(p);
        sched.core.setTaskCpu(p, dstCpu);
    }

    @Override
    public void beginAttach(RunQueue dst) {
        dst.updateClock();
    }

    @Override
    public void attachTask(RunQueue dst, Task p) {
        dst.activateTask(p, EnqueueFlags.ENQUEUE_MIGRATED);
        dst.wakeupPreempt(p, 0);
    }

    /** Real-time use is taken off; interrupt time and hardware pressure are not modelled. */
    @Override
    public long scaleRtCapacity(RunQueue rq) {
        long max = rq.archScaleCpuCapacity;
        long used = rq.avgRt.utilAvg;
        return used >= max ? 1 : max - used;
    }

    @Override
    public void updateBlockedAverages(RunQueue rq) {
        rq.updateBlockedAverages();
        rq.updateBlockedOthers();
        rq.lastBlockedLoadUpdateTick = sched.jiffies;
        rq.hasBlockedLoad = rq.cfs.avg.loadAvg != 0 || rq.cfs.avg.utilAvg != 0 || rq.avgRt.utilAvg != 0;
    }

    @Override
    public void updateRqClock(RunQueue rq) {
        rq.updateClock();
    }

    @Override
    public boolean higherClassQueued(RunQueue rq) {
        return rq.rt != null;
    }

    @Override
    public boolean needResched(RunQueue rq) {
        return rq.needResched();
    }
}
