// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import java.util.Locale;
import java.util.function.ToLongFunction;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;

/** A recorded field of a CPU, and where the simulator keeps it. The MRU list is compared apart. */
enum CpuField {
    CLOCK(rq -> rq.clock),
    CLOCK_PELT(rq -> rq.clockPelt),
    LOST_IDLE_TIME(rq -> rq.lostIdleTime),
    NR_RUNNING(rq -> rq.nrRunning),
    CURR(rq -> id(rq.curr)),
    RESCHED(rq -> rq.resched),
    ZERO_VRUNTIME(rq -> rq.cfs.zeroVruntime),
    SUM_W_VRUNTIME(rq -> rq.cfs.sumWVruntime),
    SUM_WEIGHT(rq -> rq.cfs.sumWeight),
    V(rq -> rq.cfs.peekAvgVruntime()),
    LOAD(rq -> rq.cfs.loadWeight),
    NR_QUEUED(rq -> rq.cfs.nrQueued),
    H_NR_QUEUED(rq -> rq.cfs.hNrQueued),
    H_NR_RUNNABLE(rq -> rq.cfs.hNrRunnable),
    H_NR_IDLE(rq -> rq.cfs.hNrIdle),
    NEXT(rq -> id(rq.cfs.next)),
    LAST_UPDATE_TIME(rq -> rq.cfs.avg.lastUpdateTime),
    PERIOD_CONTRIB(rq -> rq.cfs.avg.periodContrib),
    LOAD_SUM(rq -> rq.cfs.avg.loadSum),
    RUNNABLE_SUM(rq -> rq.cfs.avg.runnableSum),
    UTIL_SUM(rq -> utilSum(rq.cfs.avg)),
    LOAD_AVG(rq -> rq.cfs.avg.loadAvg),
    RUNNABLE_AVG(rq -> rq.cfs.avg.runnableAvg),
    UTIL_AVG(rq -> rq.cfs.avg.utilAvg),
    UTIL_EST(rq -> rq.cfs.avg.utilEst),
    REMOVED_NR(rq -> rq.cfs.removedNr),
    REMOVED_LOAD(rq -> rq.cfs.removedLoad),
    REMOVED_RUNNABLE(rq -> rq.cfs.removedRunnable),
    REMOVED_UTIL(rq -> rq.cfs.removedUtil),
    HRTICK_EXPIRES(rq -> rq.hrtickExpires),
    RT_LAST_UPDATE_TIME(rq -> rq.avgRt.lastUpdateTime),
    RT_UTIL_SUM(rq -> utilSum(rq.avgRt)),
    RT_UTIL_AVG(rq -> rq.avgRt.utilAvg),
    /** Only the guard against overflow, which the model does not have, would make it anything but 0. */
    SUM_SHIFT(rq -> 0);

    private static final FieldNames<CpuField> NAMES = new FieldNames<>("CPU", values(), CpuField::jsonName);

    private final ToLongFunction<RunQueue> reader;

    CpuField(ToLongFunction<RunQueue> reader) {
        this.reader = reader;
    }

    long read(RunQueue rq) {
        return reader.applyAsLong(rq);
    }

    String jsonName() {
        return this == V ? "V" : name().toLowerCase(Locale.ROOT);
    }

    static CpuField of(String name, String place) {
        return NAMES.find(name, place);
    }

    private static long id(Task p) {
        return p == null ? 0 : p.pid;
    }

    static long utilSum(SchedAvg avg) {
        return Integer.toUnsignedLong(avg.utilSum);
    }
}
