// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;

/** Keeps the averages of a fair queue and of its tasks in step (kernel 7.2: the PELT part of fair.c). */
class FairLoad {

    /** Attach an entity whose last update is 0: it is new or came from another queue. */
    static final int DO_ATTACH = 1;
    /** Detach the entity: it goes to another queue. */
    static final int DO_DETACH = 2;
    /** Do not age the entity. */
    static final int SKIP_AGE_LOAD = 4;

    final Pelt pelt;

    private final FairQueue cfs;
    private final boolean utilEst;

    FairLoad(FairQueue cfs, KernelConfig config, Pelt pelt) {
        this.cfs = cfs;
        this.pelt = pelt;
        utilEst = config.features().has(SchedFeature.UTIL_EST);
    }

    /** Advances the entity, then its queue, then attaches or detaches (kernel 7.2: update_load_avg()). */
    void update(Task se, int flags) {
        SchedAvg sa = se.avg;
        long now = cfs.rq.clockPelt();
        if (sa.lastUpdateTime != 0 && (flags & SKIP_AGE_LOAD) == 0) {
            updateEntity(now, se);
        }
        updateQueue(now);
        if ((flags & DO_ATTACH) != 0 && sa.lastUpdateTime == 0) {
            attach(se);
        } else if ((flags & DO_DETACH) != 0) {
            detach(se);
        }
    }

    private void updateEntity(long now, Task se) {
        boolean runnable = se.seOnRq && !se.schedDelayed;
        if (pelt.updateTask(now, se.avg, weight(se), se.seOnRq, runnable, cfs.curr == se) && utilEst) {
            se.avg.utilEst &= ~SchedAvg.UTIL_AVG_UNCHANGED;
        }
    }

    /** Applies pending removals and advances the queue (kernel 7.2: update_cfs_rq_load_avg()). */
    void updateQueue() {
        updateQueue(cfs.rq.clockPelt());
    }

    private void updateQueue(long now) {
        if (cfs.removedNr != 0) {
            pelt.applyRemoved(cfs.avg, cfs.removedLoad, cfs.removedUtil, cfs.removedRunnable);
            cfs.removedNr = 0;
            cfs.removedLoad = 0;
            cfs.removedUtil = 0;
            cfs.removedRunnable = 0;
        }
        pelt.updateQueue(now, cfs.avg, Weights.scaleLoadDown(cfs.loadWeight), cfs.hNrRunnable, cfs.curr != null);
    }

    void attach(Task se) {
        pelt.attach(cfs.avg, se.avg, weight(se));
    }

    void detach(Task se) {
        pelt.detach(cfs.avg, se.avg, weight(se));
    }

    private static long weight(Task se) {
        return Weights.scaleLoadDown(se.weight);
    }

    /** Advances a blocked entity to the queue's last update (kernel 7.2: sync_entity_load_avg()). */
    void sync(Task se) {
        pelt.updateTask(cfs.avg.lastUpdateTime, se.avg, weight(se), false, false, false);
    }

    /** Leaves a blocked entity's averages for the queue to take off (kernel 7.2: remove_entity_load_avg()). */
    void remove(Task se) {
        sync(se);
        cfs.removedNr++;
        cfs.removedUtil += se.avg.utilAvg;
        cfs.removedLoad += se.avg.loadAvg;
        cfs.removedRunnable += se.avg.runnableAvg;
    }

    /**
     * Decays a blocked entity by the time its idle CPU has not accounted for (kernel 7.2: migrate_se_pelt_lag()).
     *
     * @param now wall clock in ns
     */
    void addPeltLag(Task se, long now) {
        RunQueue rq = cfs.rq;
        if (rq.curr != rq.idle) {
            return;
        }
        long estimate = rq.clockPeltIdle + (now - rq.clockIdle);
        pelt.updateTask(Math.max(estimate, cfs.avg.lastUpdateTime), se.avg, weight(se), false, false, false);
    }

    /** Changes the weight of an entity that is not queued (kernel 7.2: reweight_entity()). */
    void reweight(Task se, long newWeight) {
        SchedAvg sa = se.avg;
        pelt.subLoad(cfs.avg, sa.loadAvg, weight(se) * sa.loadSum);
        rescale(se, newWeight);
        se.weight = newWeight;
        sa.loadAvg = weight(se) * sa.loadSum / Pelt.divider(sa);
        pelt.addLoad(cfs.avg, sa.loadAvg, weight(se) * sa.loadSum);
    }

    /** Lag and relative deadline are kept in real, not virtual, time. */
    void rescale(Task se, long newWeight) {
        se.vlag = se.vlag * se.weight / newWeight;
        if (se.relDeadline) {
            se.deadline = se.deadline * se.weight / newWeight;
        }
    }

    /** Starting values of a new task, before its first placement (kernel 7.2: init_entity_runnable_average()). */
    static void init(Task p) {
        p.avg.clear();
        p.avg.loadAvg = weight(p);
    }

    /** Utilisation of a new task on its first CPU (kernel 7.2: post_init_entity_util_avg()). */
    void postInit(Task p) {
        pelt.postInit(p.avg, cfs.rq.archScaleCpuCapacity, cfs.avg, weight(p));
    }

    void utilEstEnqueue(Task p) {
        if (utilEst) {
            pelt.utilEstEnqueue(cfs.avg, p.avg);
        }
    }

    void utilEstDequeue(Task p) {
        if (utilEst) {
            pelt.utilEstDequeue(cfs.avg, p.avg);
        }
    }

    void utilEstUpdate(Task p) {
        if (utilEst) {
            pelt.utilEstUpdate(p.avg);
        }
    }
}
