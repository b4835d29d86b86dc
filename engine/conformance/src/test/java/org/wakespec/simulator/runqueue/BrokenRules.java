// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.WakeFlags;

/** Schedulers with exactly one rule broken: what a comparison is worth shows in whether it notices. */
public final class BrokenRules {

    private static final Map<String, SchedParts> ALL = new LinkedHashMap<>();

    private BrokenRules() {}

    /** What is broken, by a sentence about it. */
    public static Iterable<String> names() {
        return ALL.keySet();
    }

    public static int count() {
        return ALL.size();
    }

    /** A scheduler in which that rule is broken. */
    public static Scheduler scheduler(String name, SchedTopology topology, KernelConfig config) {
        return new Scheduler(topology, config, ALL.get(name));
    }

    /** Load tracking in which that rule is broken, if it is one of load tracking. */
    public static Pelt pelt(String name) {
        return ALL.get(name).pelt();
    }

    // ---- how a broken part gets in ----

    private record Where(RunQueue rq, KernelConfig config, long baseSlice, SchedParts parts) {}

    /** A queue made where a part of the scheduler is made. */
    private abstract static class Queue extends FairQueue {
        final KernelConfig config;

        Queue(Where w) {
            super(w.rq, w.config, w.baseSlice, w.parts);
            config = w.config;
        }
    }

    private abstract static class Load extends FairLoad {
        final FairQueue queue;

        Load(FairQueue cfs, KernelConfig config) {
            super(cfs, config, Pelt.KERNEL);
            queue = cfs;
        }
    }

    private static void queue(String name, Function<Where, FairQueue> maker) {
        ALL.put(name, new SchedParts() {
            @Override
            FairQueue newFairQueue(RunQueue rq, KernelConfig config, long baseSlice) {
                return maker.apply(new Where(rq, config, baseSlice, this));
            }
        });
    }

    private static void tree(String name, Supplier<EntityTree> maker) {
        ALL.put(name, new SchedParts() {
            @Override
            EntityTree newTree() {
                return maker.get();
            }
        });
    }

    private static void load(String name, BiFunction<FairQueue, KernelConfig, FairLoad> maker) {
        ALL.put(name, new SchedParts() {
            @Override
            FairLoad newFairLoad(FairQueue cfs, KernelConfig config) {
                return maker.apply(cfs, config);
            }
        });
    }

    private static void pelt(String name, Pelt pelt) {
        ALL.put(name, new SchedParts() {
            @Override
            Pelt pelt() {
                return pelt;
            }
        });
    }

    private static void fair(String name, BiFunction<RunQueue, KernelConfig, FairClass> maker) {
        ALL.put(name, new SchedParts() {
            @Override
            FairClass newFairClass(RunQueue rq, KernelConfig config) {
                return maker.apply(rq, config);
            }
        });
    }

    private record OnCpu(Scheduler sched, int cpu, Task idle, long capacity, SchedParts parts) {}

    /** A run queue made where a part of the scheduler is made. */
    private abstract static class Cpu extends RunQueue {
        Cpu(OnCpu w) {
            super(w.sched, w.cpu, w.idle, w.capacity, w.parts);
        }
    }

    private static void runQueue(String name, Function<OnCpu, RunQueue> maker) {
        ALL.put(name, new SchedParts() {
            @Override
            RunQueue newRunQueue(Scheduler sched, int cpu, Task idle, long capacity) {
                return maker.apply(new OnCpu(sched, cpu, idle, capacity, this));
            }
        });
    }

    private static void core(String name, Function<Scheduler, SchedCore> maker) {
        ALL.put(name, new SchedParts() {
            @Override
            SchedCore newCore(Scheduler sched) {
                return maker.apply(sched);
            }
        });
    }

    // ---- placement and lag ----

    static {
        queue("lag is not inflated at placement", w -> new Queue(w) {
            @Override
            long inflatedLag(Task se, long others) {
                return se.vlag;
            }
        });
        queue("lag is inflated without the queue's own weight", w -> new Queue(w) {
            @Override
            long inflatedLag(Task se, long others) {
                return se.vlag * Math.max(others, 1) / Math.max(others, 1) + se.vlag;
            }
        });
        queue("a heavy entity does not shift the origin", w -> new Queue(w) {
            @Override
            boolean heavierThanQueue(Task se, long others) {
                return false;
            }
        });
        queue("an equally heavy entity shifts the origin", w -> new Queue(w) {
            @Override
            boolean heavierThanQueue(Task se, long others) {
                return se.weight >= others;
            }
        });
        queue("the lag limit forgets the tick", w -> new Queue(w) {
            @Override
            long lagLimit(Task se) {
                return calcDeltaFair(maxSlice(), se);
            }
        });
        queue("the lag limit is the old one, twice the slice or a tick", w -> new Queue(w) {
            @Override
            long lagLimit(Task se) {
                return calcDeltaFair(Math.max(2 * se.slice, config.tickNsec()), se);
            }
        });
        queue("the lag limit uses the entity's own slice", w -> new Queue(w) {
            @Override
            long lagLimit(Task se) {
                return calcDeltaFair(se.slice + config.tickNsec(), se);
            }
        });
        queue("the lag limit is not scaled by the weight", w -> new Queue(w) {
            @Override
            long lagLimit(Task se) {
                return maxSlice() + config.tickNsec();
            }
        });
        queue("a delayed entity's lag may get worse", w -> new Queue(w) {
            @Override
            long delayedLag(long lag, long stored) {
                return Math.min(lag, 0);
            }
        });
        queue("a delayed entity may gain positive lag", w -> new Queue(w) {
            @Override
            long delayedLag(long lag, long stored) {
                return Math.max(lag, stored);
            }
        });
        queue("the average virtual time is truncated, not rounded down", w -> new Queue(w) {
            @Override
            long averageOf(long sum, long weight) {
                return sum / weight;
            }
        });
        queue("an entity exactly at the average is not eligible", w -> new Queue(w) {
            @Override
            boolean atLeastProduct(long sum, long key, long weight) {
                return super.atLeastProduct(sum - 1, key, weight);
            }
        });
        queue("eligibility is computed in 64 bits", w -> new Queue(w) {
            @Override
            boolean atLeastProduct(long sum, long key, long weight) {
                return sum >= key * weight;
            }
        });
        queue("a new task gets a full first slice", w -> new Queue(w) {
            @Override
            void placeEntity(Task se, int flags) {
                super.placeEntity(se, flags & ~EnqueueFlags.ENQUEUE_INITIAL);
            }
        });
        queue("a moved task gets a fresh deadline", w -> new Queue(w) {
            @Override
            void placeEntity(Task se, int flags) {
                se.relDeadline = false;
                super.placeEntity(se, flags);
            }
        });
        queue("a custom slice is ignored at placement", w -> new Queue(w) {
            @Override
            void placeEntity(Task se, int flags) {
                boolean custom = se.customSlice;
                se.customSlice = false;
                super.placeEntity(se, flags);
                se.customSlice = custom;
            }
        });
        queue("the request ends only after its deadline", w -> new Queue(w) {
            @Override
            boolean updateDeadline(Task se) {
                return se.vruntime != se.deadline && super.updateDeadline(se);
            }
        });
        queue("run time is not scaled by the weight", w -> new Queue(w) {
            @Override
            long calcDeltaFair(long delta, Task se) {
                return delta;
            }
        });
    }

    // ---- protection, pick, delayed dequeue ----

    static {
        queue("protection always lasts until the deadline", w -> new Queue(w) {
            @Override
            void setProtectSlice(Task se) {
                se.vprot = se.deadline;
            }
        });
        queue("protection lasts for the unscaled base slice", w -> new Queue(w) {
            @Override
            long protectionSlice() {
                return KernelConfig.NORMALIZED_BASE_SLICE;
            }
        });
        queue("protection ignores the shortest slice but one's own without RUN_TO_PARITY", w -> new Queue(w) {
            @Override
            long protectionSlice() {
                return minSlice();
            }
        });
        queue("protection is not shortened by a failed preemption", w -> new Queue(w) {
            @Override
            void updateProtectSlice(Task se) {}
        });
        queue("protection includes its last instant", w -> new Queue(w) {
            @Override
            boolean protectSlice(Task se) {
                return se.vruntime - se.vprot <= 0;
            }
        });
        queue("protection is not cancelled by a shorter slice", w -> new Queue(w) {
            @Override
            void cancelProtectSlice(Task se) {}
        });
        queue("buddies are never cleared", w -> new Queue(w) {
            @Override
            void clearBuddies(Task se) {}
        });
        queue("a request ends only at its deadline", w -> new Queue(w) {
            @Override
            boolean requestOver(Task se, boolean served) {
                return served;
            }
        });
        queue("a request ends only with its protection", w -> new Queue(w) {
            @Override
            boolean requestOver(Task se, boolean served) {
                return !protectSlice(se);
            }
        });
        queue("the pick ignores the protection", w -> new Queue(w) {
            @Override
            Task pickEevdf(boolean protect) {
                Task buddy = protect ? next : null;
                return buddy != null && super.pickEevdf(true) == buddy ? buddy : super.pickEevdf(false);
            }
        });
        queue("the pick ignores buddies", w -> new Queue(w) {
            @Override
            Task pickEevdf(boolean protect) {
                Task buddy = next;
                next = null;
                Task picked = super.pickEevdf(protect);
                next = buddy;
                return picked;
            }
        });
        queue("a change of parameters starts a new protection", w -> new Queue(w) {
            @Override
            void setNextEntity(Task se, boolean first) {
                super.setNextEntity(se, true);
            }
        });
        queue("a special sleep can be delayed", w -> new Queue(w) {
            @Override
            boolean delays(Task se, int flags) {
                return super.delays(se, flags & ~EnqueueFlags.DEQUEUE_SPECIAL);
            }
        });
        queue("a sleep is never delayed", w -> new Queue(w) {
            @Override
            boolean delays(Task se, int flags) {
                return false;
            }
        });
        queue("a delayed task woken in place keeps its place", w -> new Queue(w) {
            @Override
            void requeueDelayedEntity(Task se) {
                updateEntityLag(se);
                load.update(se, 0);
                se.schedDelayed = false;
                hNrRunnable++;
            }
        });
        queue("a task from another CPU stays cache hot", w -> new Queue(w) {
            @Override
            void enqueueEntity(Task se, int flags) {
                super.enqueueEntity(se, flags & ~EnqueueFlags.ENQUEUE_MIGRATED);
            }
        });
        tree("equal deadlines queue in front", () -> new EntityTree() {
            @Override
            boolean goesLeft(Task se, Task at) {
                return !before(at, se);
            }
        });
        tree("an inserted node starts with its own longest slice", () -> new EntityTree() {
            @Override
            void startCaches(Task se) {
                super.startCaches(se);
                se.maxSlice = se.slice;
            }
        });
        tree("a node that takes another's place copies its slices", () -> new EntityTree() {
            @Override
            void copyCaches(Task from, Task to) {
                super.copyCaches(from, to);
                to.minSlice = from.minSlice;
                to.maxSlice = from.maxSlice;
            }
        });
        tree("caches are recomputed up to the root", () -> new EntityTree() {
            @Override
            void propagate(Task from, Task stop) {
                for (Task se = from; se != stop; se = se.treeParent) {
                    recompute(se);
                }
            }
        });
    }

    // ---- load tracking ----

    static {
        load("a task is not attached to its new queue", (cfs, config) -> new Load(cfs, config) {
            @Override
            void attach(Task se) {
                se.avg.lastUpdateTime = queue.avg.lastUpdateTime;
            }
        });
        load("a moved task is not detached from its old queue", (cfs, config) -> new Load(cfs, config) {
            @Override
            void detach(Task se) {}
        });
        load("a task that wakes elsewhere leaves its averages behind", (cfs, config) -> new Load(cfs, config) {
            @Override
            void remove(Task se) {
                super.remove(se);
                queue.removedUtil -= se.avg.utilAvg;
            }
        });
        load("the idle time of the old CPU is not charged", (cfs, config) -> new Load(cfs, config) {
            @Override
            void addPeltLag(Task se, long now) {}
        });
        load("a weight change keeps the virtual lag", (cfs, config) -> new Load(cfs, config) {
            @Override
            void rescale(Task se, long newWeight) {}
        });
        load("a weight change does not reach the averages", (cfs, config) -> new Load(cfs, config) {
            @Override
            void reweight(Task se, long newWeight) {
                rescale(se, newWeight);
                se.weight = newWeight;
            }
        });
        load("estimated utilisation is not taken off", (cfs, config) -> new Load(cfs, config) {
            @Override
            void utilEstDequeue(Task p) {}
        });
        load("estimated utilisation is not updated by a sleep", (cfs, config) -> new Load(cfs, config) {
            @Override
            void utilEstUpdate(Task p) {}
        });
        pelt("32 periods halve without the extra unit", new Pelt() {
            @Override
            public long decayLoad(long value, long n) {
                return n > 0 && n <= 2016 && n % 32 == 0 ? value >>> n / 32 : super.decayLoad(value, n);
            }
        });
        pelt("the units after the last boundary are lost", new Pelt() {
            @Override
            public int accumulateSegments(long periods, int d1, int d3) {
                return super.accumulateSegments(periods, d1, 0);
            }
        });
        pelt("a task's weight does not count in its load", new Pelt() {
            @Override
            public void updateLoadAvg(SchedAvg sa, long weight) {
                super.updateLoadAvg(sa, 1);
            }
        });
        pelt("a queue's sum may fall below its average", new Pelt() {
            @Override
            public void subLoad(SchedAvg queue, long loadAvg, long loadSum) {
                queue.loadAvg = subPositive(queue.loadAvg, loadAvg);
                queue.loadSum = subPositive(queue.loadSum, loadSum);
            }
        });
        pelt("a queue's load may become negative", new Pelt() {
            @Override
            public void subLoad(SchedAvg queue, long loadAvg, long loadSum) {
                queue.loadAvg -= loadAvg;
                queue.loadSum = Math.max(queue.loadSum - loadSum, queue.loadAvg * PELT_MIN_DIVIDER);
            }
        });
        pelt("a new task may take all spare capacity", new Pelt() {
            @Override
            public void postInit(SchedAvg sa, long capacity, SchedAvg queue, long weight) {
                super.postInit(sa, 2 * capacity - queue.utilAvg, queue, weight);
            }
        });
        pelt("estimated utilisation follows every small change", new Pelt() {
            @Override
            int utilEstNext(int ewma, int dequeued, long runnableAvg) {
                return ewma > dequeued && ewma - dequeued < 10
                        ? 4 * ewma - (ewma - dequeued) >> 2
                        : super.utilEstNext(ewma, dequeued, runnableAvg);
            }
        });
        pelt("estimated utilisation falls although the task had to wait", new Pelt() {
            @Override
            int utilEstNext(int ewma, int dequeued, long runnableAvg) {
                return super.utilEstNext(ewma, dequeued, 0);
            }
        });
        pelt("estimated utilisation rises slowly", new Pelt() {
            @Override
            int utilEstNext(int ewma, int dequeued, long runnableAvg) {
                return dequeued > ewma ? 3 * ewma + dequeued >> 2 : super.utilEstNext(ewma, dequeued, runnableAvg);
            }
        });
    }

    // ---- preemption, yield, policies ----

    static {
        fair("a BATCH task preempts on wakeup", (rq, config) -> new FairClass(rq, config) {
            @Override
            boolean mayPreempt(Task p) {
                return p.policy != SchedPolicy.IDLE;
            }
        });
        fair("an equal slice counts as shorter", (rq, config) -> new FairClass(rq, config) {
            @Override
            boolean shorterSlice(Task p, Task curr) {
                return p.slice <= curr.slice;
            }
        });
        fair("a shorter slice does not preempt", (rq, config) -> new FairClass(rq, config) {
            @Override
            boolean shorterSlice(Task p, Task curr) {
                return false;
            }
        });
        fair("a new task may preempt", (rq, config) -> new FairClass(rq, config) {
            @Override
            void wakeupPreempt(Task p, int flags) {
                super.wakeupPreempt(p, flags & ~WakeFlags.WF_FORK);
            }
        });
        fair("a wakee always becomes the buddy", (rq, config) -> new FairClass(rq, config) {
            @Override
            boolean setPreemptBuddy(Task p) {
                setNextBuddy(p);
                return true;
            }
        });
        fair("a synchronous wakee is treated like any other", (rq, config) -> new FairClass(rq, config) {
            @Override
            void wakeupPreempt(Task p, int flags) {
                super.wakeupPreempt(p, flags & ~WakeFlags.WF_SYNC);
            }
        });
        fair("an ineligible task forfeits its request when it yields", (rq, config) -> new FairClass(rq, config) {
            @Override
            boolean forfeits(Task curr) {
                return true;
            }
        });
        fair("yield does nothing", (rq, config) -> new FairClass(rq, config) {
            @Override
            void yieldTask() {}
        });
        fair("a SCHED_IDLE task can be the buddy", (rq, config) -> new FairClass(rq, config) {
            @Override
            void setNextBuddy(Task p) {
                FairQueue cfs = rq.cfs;
                cfs.next = p;
            }
        });
        fair("a fired high-resolution tick does not ask for a switch", (rq, config) -> new FairClass(rq, config) {
            @Override
            void taskTick(Task curr, boolean queued) {
                super.taskTick(curr, false);
            }
        });
        fair("the high-resolution tick is armed for a lone task", (rq, config) -> new FairClass(rq, config) {
            @Override
            void hrtickStart(Task p) {
                if (rq.cfs.hNrQueued == 1 && p.deadline - p.vruntime >= 0) {
                    rq.hrtickStart(p.weight * (p.deadline - p.vruntime) >> 20);
                } else {
                    super.hrtickStart(p);
                }
            }
        });
        fair("a dying task leaves its averages behind", (rq, config) -> new FairClass(rq, config) {
            @Override
            void taskDead(Task p) {}
        });
        fair("a task that leaves the class stays attached", (rq, config) -> new FairClass(rq, config) {
            @Override
            void switchedFrom(Task p) {}
        });
        fair("a nice change never asks for a switch", (rq, config) -> new FairClass(rq, config) {
            @Override
            void prioChanged(Task p, int oldNice) {}
        });
        fair("a raised priority asks for a switch, too", (rq, config) -> new FairClass(rq, config) {
            @Override
            void prioChanged(Task p, int oldNice) {
                if (rq.curr == p && p.nice < oldNice) {
                    super.prioChanged(p, p.nice - 1);
                } else {
                    super.prioChanged(p, oldNice);
                }
            }
        });
        fair("a completed delayed dequeue counts as runnable", (rq, config) -> new FairClass(rq, config) {
            @Override
            void finishDelayed(Task p) {
                super.finishDelayed(p);
                rq.cfs.hNrRunnable--;
            }
        });
    }

    // ---- core ----

    static {
        runQueue("load tracking ignores the CPU's capacity", w -> new Cpu(w) {
            @Override
            long workOf(long delta) {
                return delta * archScaleFreqCapacity >> 10;
            }
        });
        runQueue("load tracking ignores the frequency", w -> new Cpu(w) {
            @Override
            long workOf(long delta) {
                return delta * archScaleCpuCapacity >> 10;
            }
        });
        runQueue("the clock update is never skipped", w -> new Cpu(w) {
            @Override
            void skipClockUpdate() {}
        });
        runQueue("fair requests are immediate", w -> new Cpu(w) {
            @Override
            public void reschedCurrLazy() {
                reschedCurr();
            }
        });
        runQueue("the tick does not upgrade a lazy request", w -> new Cpu(w) {
            @Override
            public void tick() {
                int lazy = resched & RESCHED_LAZY;
                resched &= ~RESCHED_LAZY;
                super.tick();
                resched |= lazy;
            }
        });
        runQueue("a running task is not moved to the head", w -> new Cpu(w) {
            @Override
            public void cfsTasksMoveToHead(Task p) {}
        });
        runQueue("the high-resolution tick has no lower bound", w -> new Cpu(w) {
            @Override
            long hrtickDelta(long delay) {
                return Math.max(delay, 1);
            }
        });
        runQueue("a slightly moved high-resolution tick is armed", w -> new Cpu(w) {
            @Override
            boolean hrtickNeedsRearm(long expires) {
                return true;
            }
        });
        runQueue("real-time run time is not tracked", w -> new Cpu(w) {
            @Override
            void updateRtAvg(boolean running) {}
        });
        runQueue("an always busy CPU loses no time", w -> new Cpu(w) {
            @Override
            boolean alwaysBusy() {
                return false;
            }
        });
        load("a task that leaves counts its utilisation as changed", (cfs, config) -> new Load(cfs, config) {
            @Override
            void remove(Task se) {
                super.remove(se);
                se.avg.utilEst &= ~SchedAvg.UTIL_AVG_UNCHANGED;
            }
        });
        core("a child does not inherit the slice caches", s -> new SchedCore(s) {
            @Override
            public void schedFork(Task child, Task parent) {
                super.schedFork(child, parent);
                child.maxSlice = 0;
            }
        });
        core("a task without a parent starts with empty slice caches", s -> new SchedCore(s) {
            @Override
            public void initTask(Task p, SchedPolicy policy, int nice, long slice) {
                super.initTask(p, policy, nice, slice);
                p.maxSlice = 0;
            }
        });
        core("a custom slice has no bounds", s -> new SchedCore(s) {
            @Override
            long clampSlice(long runtime) {
                return runtime;
            }
        });
        core("a nice change of a queued task is not a dequeue and an enqueue", s -> new SchedCore(s) {
            @Override
            void change(RunQueue rq, Task p, SchedPolicy policy, int nice, long runtime) {
                if (runtime >= 0 || !p.onRq) {
                    super.change(rq, p, policy, nice, runtime);
                } else {
                    p.nice = nice;
                }
            }
        });
    }
}
