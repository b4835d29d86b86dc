// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wakespec.simulator.balance.BalanceHost;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;

/** Answers what a record states and notes what balancing asks for. */
final class RecordHost implements BalanceHost {

    private final Scheduler sched;
    private final Set<Integer> ineligible = new HashSet<>();
    private final Set<Integer> throttled = new HashSet<>();

    /** Values of the CPU clock and the random generator, in order, and how many were used. */
    long[] clock = {};

    int[] random = {};
    int clockUsed;
    int randomUsed;
    /** Capacity a measurement of {@link #freshCpu} gives; -1: nothing was said. */
    int freshCpu;

    long freshCapacity;
    boolean higherClass;
    boolean needResched;
    /** Blocked load of no CPU ever vanishes. */
    boolean blockedStays;

    final List<Integer> blockedUpdated = new ArrayList<>();
    boolean softirq;
    boolean ipi;

    RecordHost(Scheduler sched) {
        this.sched = sched;
    }

    void reset() {
        ineligible.clear();
        throttled.clear();
        clock = new long[0];
        random = new int[0];
        clockUsed = 0;
        randomUsed = 0;
        freshCpu = -1;
        higherClass = false;
        needResched = false;
        blockedStays = false;
        blockedUpdated.clear();
        softirq = false;
        ipi = false;
    }

    /** What a record says about a task that is not part of the task. */
    void describe(Task p, boolean lagNegative, boolean groupThrottled) {
        if (lagNegative) {
            ineligible.add(p.pid);
        }
        if (groupThrottled) {
            throttled.add(p.pid);
        }
    }

    @Override
    public boolean entityEligible(RunQueue rq, Task p) {
        return !ineligible.contains(p.pid);
    }

    @Override
    public boolean throttledLbPair(Task p, int srcCpu, int dstCpu) {
        return throttled.contains(p.pid);
    }

    @Override
    public void detachTask(RunQueue src, Task p, int dstCpu) {
        src.cfsTasksRemove(p);
        count(src, p, -1);
        p.cpu = dstCpu;
    }

    @Override
    public void beginAttach(RunQueue dst) {
        // clocks stand still in a record
    }

    @Override
    public void attachTask(RunQueue dst, Task p) {
        dst.cfsTasksAdd(p);
        count(dst, p, 1);
    }

    private static void count(RunQueue rq, Task p, int by) {
        rq.nrRunning += by;
        rq.cfs.hNrQueued += by;
        if (!p.schedDelayed) {
            rq.cfs.hNrRunnable += by;
        }
        if (p.policy == SchedPolicy.IDLE) {
            rq.cfs.hNrIdle += by;
        }
    }

    @Override
    public void stopOneCpuNowait(RunQueue busiest) {
        // the observer notes it
    }

    @Override
    public long scaleRtCapacity(RunQueue rq) {
        return rq.cpu == freshCpu ? freshCapacity : rq.cpuCapacity;
    }

    @Override
    public void updateBlockedAverages(RunQueue rq) {
        blockedUpdated.add(rq.cpu);
        rq.lastBlockedLoadUpdateTick = sched.jiffies;
        rq.hasBlockedLoad = blockedStays;
    }

    @Override
    public void updateRqClock(RunQueue rq) {
        // clocks stand still in a record
    }

    @Override
    public long schedClockCpu(int cpu) {
        if (clockUsed >= clock.length) {
            throw new UnstatedException("the record has " + clock.length + " values of the clock, more were asked for");
        }
        return clock[clockUsed++];
    }

    @Override
    public long schedClock() {
        return MachineState.NOW_NS;
    }

    @Override
    public int schedRng() {
        if (randomUsed >= random.length) {
            throw new UnstatedException("the record has " + random.length + " random values, more were asked for");
        }
        return random[randomUsed++];
    }

    @Override
    public boolean higherClassQueued(RunQueue rq) {
        return higherClass;
    }

    @Override
    public boolean needResched(RunQueue rq) {
        return needResched;
    }

    @Override
    public void raiseSchedSoftirq(RunQueue rq) {
        softirq = true;
    }

    @Override
    public void nohzIpi(RunQueue rq) {
        ipi = true;
    }
}
