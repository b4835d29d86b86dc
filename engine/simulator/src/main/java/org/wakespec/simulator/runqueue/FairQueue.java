// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_DELAYED;
import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_SLEEP;
import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_SPECIAL;
import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_INITIAL;
import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_MIGRATED;

import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;

/**
 * The fair part of a run queue (kernel: struct cfs_rq of the root group; of a task group only where a recording tells
 * of
 * one): the EEVDF queue. Virtual times are in ns at the speed of a nice-0 task and wrap; they are compared by signed
 * difference.
 */
public class FairQueue {

    /** Where virtual time starts (kernel: init_cfs_rq()). */
    private static final long FIRST_VRUNTIME = -(1L << 20);

    /** Fair tasks queued, delayed ones included. */
    public int hNrQueued;
    /** Fair tasks queued and runnable: without the delayed ones. */
    public int hNrRunnable;
    /** SCHED_IDLE tasks queued. */
    public int hNrIdle;
    /** Entities queued at this level: equal to {@link #hNrQueued} in the flat hierarchy. */
    public int nrQueued;
    /** Sum of the full weights of the queued entities (kernel: load.weight). */
    public long loadWeight;

    /** The running entity, which is not in the tree, or null. */
    public Task curr;
    /** The buddy, or null. */
    public Task next;

    /** Sum over the tree of (vruntime - {@link #zeroVruntime}) * weight. */
    public long sumWVruntime;
    /** Sum over the tree of the weights. */
    public long sumWeight;
    /** Origin of the keys; follows the average virtual time. */
    public long zeroVruntime = FIRST_VRUNTIME;

    public final SchedAvg avg = new SchedAvg();

    /** Averages of tasks that left without a dequeue, to be taken off at the next update (kernel: removed). */
    public int removedNr;

    public long removedLoad;
    public long removedRunnable;
    public long removedUtil;

    /** Load of the root queue as of {@link #lastHLoadUpdate}; used only with group scheduling (kernel: h_load). */
    public long hLoad;

    public long lastHLoadUpdate = -1;

    final RunQueue rq;
    final EntityTree tree;
    final FairLoad load;

    private final long baseSlice;
    private final long tickNsec;
    private final boolean placeLag;
    private final boolean placeDeadlineInitial;
    private final boolean placeRelDeadline;
    private final boolean runToParity;
    private final boolean pickBuddy;
    private final boolean delayDequeue;
    private final boolean delayZero;

    /** A queue that belongs to no CPU: it has averages and counters, but nothing can be queued on it. */
    public FairQueue() {
        this(null, KernelConfig.DEFAULT, KernelConfig.NORMALIZED_BASE_SLICE, SchedParts.KERNEL);
    }

    FairQueue(RunQueue rq, KernelConfig config, long baseSlice, SchedParts parts) {
        this.rq = rq;
        this.baseSlice = baseSlice;
        tree = parts.newTree();
        load = parts.newFairLoad(this, config);
        tickNsec = config.tickNsec();
        SchedFeatures features = config.features();
        placeLag = features.has(SchedFeature.PLACE_LAG);
        placeDeadlineInitial = features.has(SchedFeature.PLACE_DEADLINE_INITIAL);
        placeRelDeadline = features.has(SchedFeature.PLACE_REL_DEADLINE);
        runToParity = features.has(SchedFeature.RUN_TO_PARITY);
        pickBuddy = features.has(SchedFeature.PICK_BUDDY);
        delayDequeue = features.has(SchedFeature.DELAY_DEQUEUE);
        delayZero = features.has(SchedFeature.DELAY_ZERO);
    }

    /** Kernel 7.2: cfs_h_nr_delayed(). */
    public int hNrDelayed() {
        return hNrQueued - hNrRunnable;
    }

    /** Default request length in ns (kernel: sysctl_sched_base_slice). */
    public long baseSlice() {
        return baseSlice;
    }

    /** Entities in the tree in deadline order start here; null if it is empty (kernel 7.2: __pick_first_entity()). */
    public Task firstEntity() {
        return tree.leftmost;
    }

    /** The tree's next entity in deadline order, or null. */
    public Task nextEntity(Task se) {
        return EntityTree.next(se);
    }

    // ---- virtual time ----

    /** Run time as virtual time (kernel 7.2: calc_delta_fair()). */
    long calcDeltaFair(long delta, Task se) {
        return se.weight == Weights.NICE_0_LOAD ? delta : delta * Weights.NICE_0_LOAD / se.weight;
    }

    private long key(Task se) {
        return se.vruntime - zeroVruntime;
    }

    private boolean currQueued() {
        return curr != null && curr.seOnRq;
    }

    private void treeInsert(Task se) {
        sumWVruntime += key(se) * se.weight;
        sumWeight += se.weight;
        tree.insert(se);
    }

    private void treeErase(Task se) {
        tree.erase(se);
        sumWVruntime -= key(se) * se.weight;
        sumWeight -= se.weight;
    }

    private void shiftOrigin(long delta) {
        sumWVruntime -= sumWeight * delta;
        zeroVruntime += delta;
    }

    private long originToAverage() {
        long weight = sumWeight;
        if (weight == 0) {
            return currQueued() ? key(curr) : 0;
        }
        long sum = sumWVruntime;
        if (currQueued()) {
            sum += key(curr) * curr.weight;
            weight += curr.weight;
        }
        return averageOf(sum, weight);
    }

    /** A quotient rounded down. */
    long averageOf(long sum, long weight) {
        return (sum < 0 ? sum - (weight - 1) : sum) / weight;
    }

    /** The weighted average virtual time; moves the origin there (kernel 7.2: avg_vruntime()). */
    long avgVruntime() {
        shiftOrigin(originToAverage());
        return zeroVruntime;
    }

    /** What {@link #avgVruntime} would return, without its side effect. */
    public long peekAvgVruntime() {
        return zeroVruntime + originToAverage();
    }

    /**
     * Whether an entity with this virtual run time is owed service: {@code sum >= key * weight} in 128 bits (kernel
     * 7.2:
     * vruntime_eligible()).
     */
    private boolean eligible(long vruntime, long sum, long weight) {
        return atLeastProduct(sum, vruntime - zeroVruntime, weight);
    }

    boolean atLeastProduct(long sum, long key, long weight) {
        long low = key * weight;
        long high = Math.multiplyHigh(key, weight);
        return high == low >> 63 ? sum >= low : high < 0;
    }

    private long eligibilitySum() {
        return currQueued() ? sumWVruntime + key(curr) * curr.weight : sumWVruntime;
    }

    private long eligibilityWeight() {
        return currQueued() ? sumWeight + curr.weight : sumWeight;
    }

    /** Whether a queued entity is owed service (kernel 7.2: entity_eligible()). */
    public boolean entityEligible(Task se) {
        return eligible(se.vruntime, eligibilitySum(), eligibilityWeight());
    }

    /**
     * Shortest slice as the kernel sees it, {@link Long#MAX_VALUE} on an empty queue (kernel 7.2: cfs_rq_min_slice()).
     */
    long minSlice() {
        long slice = currQueued() ? curr.slice : Long.MAX_VALUE;
        return tree.root == null ? slice : Math.min(slice, tree.root.minSlice);
    }

    /** Longest slice as the kernel sees it, 0 on an empty queue (kernel 7.2: cfs_rq_max_slice()). */
    long maxSlice() {
        long slice = currQueued() ? curr.slice : 0;
        return tree.root == null ? slice : Math.max(slice, tree.root.maxSlice);
    }

    // ---- lag and placement ----

    private long entityLag(Task se, long average) {
        long limit = lagLimit(se);
        return Math.max(-limit, Math.min(average - se.vruntime, limit));
    }

    /** Virtual time by which an entity may be ahead or behind. */
    long lagLimit(Task se) {
        return calcDeltaFair(maxSlice() + tickNsec, se);
    }

    /**
     * Stores the lag; whether the stored lag says something else than the virtual run time (kernel 7.2:
     * update_entity_lag()).
     */
    boolean updateEntityLag(Task se) {
        long average = avgVruntime();
        long lag = entityLag(se, average);
        if (se.schedDelayed) {
            lag = delayedLag(lag, se.vlag);
        }
        se.vlag = lag;
        return average - lag != se.vruntime;
    }

    /** A delayed entity's lag gets no worse than it was, and with DELAY_ZERO not positive. */
    long delayedLag(long lag, long stored) {
        long best = Math.max(lag, stored);
        return delayZero ? Math.min(best, 0) : best;
    }

    /** Gives an entity that is about to be queued its virtual run time and deadline (kernel 7.2: place_entity()). */
    void placeEntity(Task se, int flags) {
        long average = avgVruntime();
        if (!se.customSlice) {
            se.slice = baseSlice;
        }
        long vslice = calcDeltaFair(se.slice, se);
        long lag = 0;
        boolean heavy = false;
        if (placeLag && nrQueued != 0 && se.vlag != 0) {
            long others = sumWeight;
            if (currQueued()) {
                others += curr.weight;
            }
            lag = inflatedLag(se, others);
            heavy = heavierThanQueue(se, others);
        }
        se.vruntime = average - lag;
        if (heavy) {
            shiftOrigin(-lag);
        }
        if (placeRelDeadline && se.relDeadline) {
            se.deadline += se.vruntime;
            se.relDeadline = false;
            return;
        }
        if (placeDeadlineInitial && (flags & ENQUEUE_INITIAL) != 0) {
            vslice /= 2;
        }
        se.deadline = se.vruntime + vslice;
    }

    /** The lag to place with, so that after the average moved the entity has the lag it had. */
    long inflatedLag(Task se, long others) {
        return se.vlag * (others + se.weight) / Math.max(others, 1);
    }

    boolean heavierThanQueue(Task se, long others) {
        return se.weight > others;
    }

    /** Starts the next request when the current one is served; whether it was (kernel 7.2: update_deadline()). */
    boolean updateDeadline(Task se) {
        if (se.vruntime - se.deadline < 0) {
            return false;
        }
        if (!se.customSlice) {
            se.slice = baseSlice;
        }
        se.deadline = se.vruntime + calcDeltaFair(se.slice, se);
        avgVruntime();
        return true;
    }

    // ---- protection of the running entity ----

    /** Kernel 7.2: set_protect_slice(). */
    void setProtectSlice(Task se) {
        long slice = Math.min(protectionSlice(), se.slice);
        long vprot = se.deadline;
        if (slice != se.slice) {
            vprot = earlier(vprot, se.vruntime + calcDeltaFair(slice, se));
        }
        se.vprot = vprot;
    }

    long protectionSlice() {
        return runToParity ? minSlice() : KernelConfig.NORMALIZED_BASE_SLICE;
    }

    /** After a wakeup that did not preempt (kernel 7.2: update_protect_slice()). */
    void updateProtectSlice(Task se) {
        se.vprot = earlier(se.vprot, se.vruntime + calcDeltaFair(minSlice(), se));
    }

    private static long earlier(long a, long b) {
        return a - b <= 0 ? a : b;
    }

    /** Kernel 7.2: protect_slice(). */
    boolean protectSlice(Task se) {
        return se.vruntime - se.vprot < 0;
    }

    /** Kernel 7.2: cancel_protect_slice(). */
    void cancelProtectSlice(Task se) {
        if (protectSlice(se)) {
            se.vprot = se.vruntime;
        }
    }

    // ---- buddies ----

    /** Kernel 7.2: clear_buddies(). */
    void clearBuddies(Task se) {
        if (next == se) {
            next = null;
        }
    }

    // ---- accounting ----

    /** Charges the running entity for the time since the last accounting (kernel 7.2: update_curr()). */
    void updateCurr() {
        Task se = curr;
        if (se == null) {
            return;
        }
        long now = rq.clockTask();
        long delta = now - se.execStart;
        if (delta <= 0) {
            return;
        }
        se.execStart = now;
        se.sumExecRuntime += delta;
        se.vruntime += calcDeltaFair(delta, se);
        boolean served = updateDeadline(se);
        if (rq.sched.mmAccounting != null) {
            rq.sched.mmAccounting.accountMmSched(rq, se, delta);
        }
        if (nrQueued == 1) {
            return;
        }
        if (requestOver(se, served)) {
            rq.reschedCurrLazy();
            clearBuddies(se);
        }
    }

    /** Whether the running entity has to let others run: not only at its deadline. */
    boolean requestOver(Task se, boolean served) {
        return served || !protectSlice(se);
    }

    // ---- enqueue and dequeue ----

    /** Kernel 7.2: enqueue_entity(). */
    void enqueueEntity(Task se, int flags) {
        boolean running = curr == se;
        if (running) {
            placeEntity(se, flags);
        }
        updateCurr();
        load.update(se, FairLoad.DO_ATTACH);
        if (!running) {
            placeEntity(se, flags);
        }
        loadWeight += se.weight;
        rq.accountLlcEnqueue(se);
        rq.cfsTasksAdd(se);
        nrQueued++;
        if ((flags & ENQUEUE_MIGRATED) != 0) {
            se.execStart = 0;
        }
        if (!running) {
            treeInsert(se);
        }
        se.seOnRq = true;
    }

    /**
     * Takes an entity off the queue, or, if it goes to sleep owing service, leaves it there as delayed (kernel 7.2:
     * dequeue_entity()).
     *
     * @return false if it was delayed
     */
    boolean dequeueEntity(Task se, int flags) {
        boolean sleep = (flags & DEQUEUE_SLEEP) != 0;
        boolean completion = (flags & DEQUEUE_DELAYED) != 0;
        updateCurr();
        clearBuddies(se);
        if (!completion && sleep && delays(se, flags)) {
            load.update(se, 0);
            load.utilEstUpdate(se);
            updateEntityLag(se);
            se.schedDelayed = true;
            hNrRunnable--;
            return false;
        }
        load.update(se, se.onRqMigrating ? FairLoad.DO_DETACH : 0);
        if (sleep && !completion) {
            load.utilEstUpdate(se);
        }
        updateEntityLag(se);
        if (placeRelDeadline && !sleep) {
            se.deadline -= se.vruntime;
            se.relDeadline = true;
        }
        if (se != curr) {
            treeErase(se);
        }
        se.seOnRq = false;
        loadWeight -= se.weight;
        rq.accountLlcDequeue(se);
        rq.cfsTasksRemove(se);
        nrQueued--;
        return true;
    }

    /** Whether a sleeping entity stays queued until its lag is paid back. */
    boolean delays(Task se, int flags) {
        return (flags & DEQUEUE_SPECIAL) == 0 && delayDequeue && !entityEligible(se);
    }

    /** Wakes a delayed entity where it is (kernel 7.2: requeue_delayed_entity()). */
    void requeueDelayedEntity(Task se) {
        if (updateEntityLag(se)) {
            boolean inTree = se != curr;
            nrQueued--;
            if (inTree) {
                treeErase(se);
            }
            placeEntity(se, 0);
            if (inTree) {
                treeInsert(se);
            }
            nrQueued++;
        }
        load.update(se, 0);
        se.schedDelayed = false;
        hNrRunnable++;
    }

    // ---- pick and switch ----

    /**
     * The entity to run: the earliest deadline among those that are owed service (kernel 7.2: pick_eevdf()). The queue
     * must
     * not be empty.
     *
     * @param protect whether the buddy and the protection of the running entity count
     */
    Task pickEevdf(boolean protect) {
        boolean currQueued = currQueued();
        if (nrQueued == 1) {
            return currQueued ? curr : tree.root;
        }
        long sum = sumWVruntime;
        long weight = sumWeight;
        if (currQueued) {
            sum += key(curr) * curr.weight;
            weight += curr.weight;
        }
        if (pickBuddy && protect && next != null && eligible(next.vruntime, sum, weight)) {
            return next;
        }
        Task running = currQueued && eligible(curr.vruntime, sum, weight) ? curr : null;
        if (running != null && protect && protectSlice(running)) {
            return running;
        }
        Task best = earliestEligible(sum, weight);
        return best == null || running != null && EntityTree.before(running, best) ? running : best;
    }

    private Task earliestEligible(long sum, long weight) {
        Task first = tree.leftmost;
        if (first != null && eligible(first.vruntime, sum, weight)) {
            return first;
        }
        Task node = tree.root;
        while (node != null) {
            Task left = node.treeLeft;
            if (left != null && eligible(left.minVruntime, sum, weight)) {
                node = left;
            } else if (eligible(node.vruntime, sum, weight)) {
                return node;
            } else {
                node = node.treeRight;
            }
        }
        return null;
    }

    /** Makes an entity the running one; {@code first} if a real pick chose it (kernel 7.2: set_next_entity()). */
    void setNextEntity(Task se, boolean first) {
        clearBuddies(se);
        if (se.seOnRq) {
            treeErase(se);
            load.update(se, 0);
            if (first) {
                setProtectSlice(se);
            }
        }
        se.execStart = rq.clockTask();
        curr = se;
    }

    /** Kernel 7.2: put_prev_entity(). */
    void putPrevEntity(Task se) {
        if (se.seOnRq) {
            updateCurr();
            treeInsert(se);
            load.update(se, 0);
        }
        curr = null;
    }
}
