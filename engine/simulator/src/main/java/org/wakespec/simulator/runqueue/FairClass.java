// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_DELAYED;
import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_SLEEP;
import static org.wakespec.simulator.runqueue.EnqueueFlags.ENQUEUE_DELAYED;

import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.WakeFlags;

/** What the fair scheduling class does on one run queue (kernel 7.2: fair_sched_class). */
class FairClass {

    /** Run time in ns after which a synchronous buddy may preempt. */
    private static final long SYNC_THRESHOLD = 500_000;

    private final RunQueue rq;
    private final FairQueue cfs;
    private final FairLoad load;
    private final boolean wakeupPreemption;
    private final boolean preemptShort;
    private final boolean nextBuddy;
    private final boolean runToParity;
    private final boolean hrtick;
    private final boolean attachAgeLoad;

    FairClass(RunQueue rq, KernelConfig config) {
        this.rq = rq;
        this.cfs = rq.cfs;
        this.load = cfs.load;
        SchedFeatures features = config.features();
        wakeupPreemption = features.has(SchedFeature.WAKEUP_PREEMPTION);
        preemptShort = features.has(SchedFeature.PREEMPT_SHORT);
        nextBuddy = features.has(SchedFeature.NEXT_BUDDY);
        runToParity = features.has(SchedFeature.RUN_TO_PARITY);
        hrtick = features.has(SchedFeature.HRTICK);
        attachAgeLoad = features.has(SchedFeature.ATTACH_AGE_LOAD);
    }

    /** Kernel 7.2: enqueue_task_fair(). */
    void enqueueTask(Task p, int flags) {
        boolean wokenInPlace = (flags & ENQUEUE_DELAYED) != 0;
        if (!p.schedDelayed || wokenInPlace) {
            load.utilEstEnqueue(p);
        }
        if (wokenInPlace) {
            cfs.requeueDelayedEntity(p);
            return;
        }
        cfs.enqueueEntity(p, flags);
        cfs.hNrQueued++;
        if (!p.schedDelayed) {
            cfs.hNrRunnable++;
        }
        if (p.policy == SchedPolicy.IDLE) {
            cfs.hNrIdle++;
        }
        rq.addNrRunning(1);
        if (hrtick && rq.curr.policy.isFair() && rq.curr != rq.idle && rq.hrtickExpires == 0) {
            hrtickStart(rq.curr);
        }
    }

    /**
     * Kernel 7.2: dequeue_task_fair().
     *
     * @return false if the task stays queued as delayed
     */
    boolean dequeueTask(Task p, int flags) {
        if (!p.schedDelayed) {
            load.utilEstDequeue(p);
        }
        return dequeueEntities(p, flags);
    }

    /** Kernel 7.2: dequeue_entities(). */
    boolean dequeueEntities(Task p, int flags) {
        boolean wasSchedIdle = rq.schedIdleRq();
        boolean runnable = !p.schedDelayed;
        if (!cfs.dequeueEntity(p, flags)) {
            return false;
        }
        cfs.hNrQueued--;
        if (runnable) {
            cfs.hNrRunnable--;
        }
        if (p.policy == SchedPolicy.IDLE) {
            cfs.hNrIdle--;
        }
        rq.subNrRunning(1);
        if (!wasSchedIdle && rq.schedIdleRq()) {
            rq.becameSchedIdle();
        }
        if ((flags & DEQUEUE_DELAYED) != 0) {
            p.schedDelayed = false;
            rq.blockTask(p);
        }
        return true;
    }

    /** Completes the dequeue of a delayed task. */
    void finishDelayed(Task p) {
        dequeueEntities(p, DEQUEUE_SLEEP | DEQUEUE_DELAYED);
    }

    /** Picks, or completes a delayed dequeue and returns null (kernel 7.2: pick_next_entity()). */
    private Task pickNextEntity(boolean protect) {
        Task se = cfs.pickEevdf(protect);
        if (se.schedDelayed) {
            finishDelayed(se);
            return null;
        }
        return se;
    }

    /** The task to run, or null if none is left (kernel 7.2: pick_task_fair()). */
    Task pickTask() {
        while (cfs.nrQueued != 0) {
            Task running = cfs.curr;
            if (running != null && running.seOnRq) {
                cfs.updateCurr();
            }
            Task picked = pickNextEntity(true);
            if (picked != null) {
                return picked;
            }
        }
        return null;
    }

    /** Kernel 7.2: put_prev_task_fair(). */
    void putPrevTask(Task p) {
        cfs.putPrevEntity(p);
    }

    /** Kernel 7.2: set_next_task_fair(). */
    void setNextTask(Task p, boolean first) {
        cfs.setNextEntity(p, first);
        if (p.onRq) {
            rq.cfsTasksMoveToHead(p);
        }
        if (first && hrtick) {
            hrtickStart(p);
        }
    }

    /**
     * Arms the timer for the end of the request (kernel 7.2: hrtick_start_fair()). Interrupt pressure is not modelled.
     */
    void hrtickStart(Task p) {
        if (cfs.hNrQueued <= 1) {
            return;
        }
        long vdelta = p.deadline - p.vruntime;
        if (vdelta < 0) {
            rq.reschedCurr();
            return;
        }
        rq.hrtickStart(p.weight * vdelta >> 20);
    }

    /** Kernel 7.2: task_tick_fair(); {@code queued} if the hrtick timer fired. */
    void taskTick(Task curr, boolean queued) {
        cfs.updateCurr();
        load.update(curr, 0);
        if (queued) {
            rq.reschedCurr();
        }
    }

    /** Whether a task that was just queued here preempts the running one (kernel 7.2: wakeup_preempt_fair()). */
    void wakeupPreempt(Task p, int flags) {
        Task curr = rq.curr;
        if (!p.policy.isFair() || p == curr || rq.needResched() || !wakeupPreemption) {
            return;
        }
        boolean currIdle = curr.policy == SchedPolicy.IDLE;
        boolean wakeeIdle = p.policy == SchedPolicy.IDLE;
        if (currIdle && !wakeeIdle) {
            preempt(curr, true);
            return;
        }
        if (wakeeIdle && !currIdle || !mayPreempt(p)) {
            return;
        }
        cfs.updateCurr();
        boolean shorter = preemptShort && shorterSlice(p, curr);
        if (!shorter) {
            if ((flags & WakeFlags.WF_FORK) != 0 || p.schedDelayed) {
                return;
            }
            if (nextBuddy && setPreemptBuddy(p) && (flags & WakeFlags.WF_SYNC) != 0) {
                if (preemptSync(p, curr, flags)) {
                    preempt(curr, false);
                }
                return;
            }
        }
        if (wakeeIsPicked(p, !shorter)) {
            preempt(curr, shorter);
        } else if (runToParity) {
            cfs.updateProtectSlice(curr);
        }
    }

    boolean mayPreempt(Task p) {
        return p.policy == SchedPolicy.NORMAL;
    }

    boolean shorterSlice(Task p, Task curr) {
        return p.slice < curr.slice;
    }

    private boolean wakeeIsPicked(Task p, boolean protect) {
        Task picked;
        do {
            picked = pickNextEntity(protect);
        } while (picked == null && cfs.nrQueued != 0);
        return picked == p;
    }

    private void preempt(Task curr, boolean cancelProtection) {
        if (cancelProtection) {
            cfs.cancelProtectSlice(curr);
            cfs.clearBuddies(curr);
        }
        rq.reschedCurrLazy();
    }

    /** Makes the wakee the buddy unless the present one is due earlier (kernel 7.2: set_preempt_buddy()). */
    boolean setPreemptBuddy(Task p) {
        if (cfs.next != null && EntityTree.before(cfs.next, p)) {
            return false;
        }
        setNextBuddy(p);
        return true;
    }

    /** Kernel 7.2: set_next_buddy(). */
    void setNextBuddy(Task p) {
        if (p.policy != SchedPolicy.IDLE) {
            cfs.next = p;
        }
    }

    /**
     * Kernel 7.2: preempt_sync(). Never true in fact: the accounting just before the question has set the start of the
     * interval to now.
     */
    private boolean preemptSync(Task p, Task curr, int flags) {
        long threshold = (flags & WakeFlags.WF_RQ_SELECTED) != 0 ? SYNC_THRESHOLD >> 2 : SYNC_THRESHOLD;
        return EntityTree.before(p, curr) && rq.clockTask() - curr.execStart >= threshold;
    }

    /** The running task gives up the rest of its request (kernel 7.2: yield_task_fair()). */
    void yieldTask() {
        if (rq.nrRunning == 1) {
            return;
        }
        Task curr = rq.curr;
        cfs.clearBuddies(curr);
        rq.updateClock();
        cfs.updateCurr();
        rq.skipClockUpdate();
        if (forfeits(curr)) {
            curr.vruntime = curr.deadline;
            cfs.updateDeadline(curr);
        }
    }

    boolean forfeits(Task curr) {
        return cfs.entityEligible(curr);
    }

    /** Kernel 7.2: yield_to_task_fair(). */
    boolean yieldToTask(Task p) {
        if (!p.seOnRq) {
            return false;
        }
        setNextBuddy(p);
        yieldTask();
        return true;
    }

    /** A blocked task leaves for another CPU (kernel 7.2: migrate_task_rq_fair()). */
    void migrateTaskRq(Task p, long now) {
        if (!p.onRqMigrating) {
            load.remove(p);
            load.addPeltLag(p, now);
        }
        p.avg.lastUpdateTime = 0;
    }

    /** Kernel 7.2: task_dead_fair(). */
    void taskDead(Task p) {
        if (p.schedDelayed) {
            finishDelayed(p);
        }
        load.remove(p);
    }

    /** Kernel 7.2: switching_from_fair(). */
    void switchingFrom(Task p) {
        if (p.schedDelayed) {
            finishDelayed(p);
        }
    }

    /** Kernel 7.2: switched_from_fair(). */
    void switchedFrom(Task p) {
        load.update(p, 0);
        load.detach(p);
    }

    /** Kernel 7.2: switched_to_fair(), for a task that is not queued. */
    void switchedTo(Task p) {
        load.update(p, attachAgeLoad ? 0 : FairLoad.SKIP_AGE_LOAD);
        load.attach(p);
    }

    /** Kernel 7.2: prio_changed_fair(). */
    void prioChanged(Task p, int oldNice) {
        if (!p.onRq || p.nice == oldNice || cfs.nrQueued == 1) {
            return;
        }
        if (rq.curr != p) {
            rq.wakeupPreempt(p, 0);
        } else if (p.nice > oldNice) {
            rq.reschedCurr();
        }
    }
}
