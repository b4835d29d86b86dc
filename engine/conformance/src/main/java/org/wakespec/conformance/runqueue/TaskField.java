// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import java.util.Locale;
import java.util.function.ToLongFunction;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;

/** A recorded field of a task, and where the simulator keeps it. */
enum TaskField {
    CPU(p -> p.cpu),
    POLICY(p -> p.policy.ordinal()),
    NICE(p -> p.nice),
    ON_RQ(p -> p.onRq ? 1 : 0),
    SE_ON_RQ(p -> p.seOnRq ? 1 : 0),
    SCHED_DELAYED(p -> p.schedDelayed ? 1 : 0),
    REL_DEADLINE(p -> p.relDeadline ? 1 : 0),
    CUSTOM_SLICE(p -> p.customSlice ? 1 : 0),
    WEIGHT(p -> p.weight),
    SLICE(p -> p.slice),
    VRUNTIME(p -> p.vruntime),
    DEADLINE(p -> p.deadline),
    VLAG(p -> p.vlag),
    VPROT(p -> p.vprot),
    EXEC_START(p -> p.execStart),
    SUM_EXEC(p -> p.sumExecRuntime),
    LAST_UPDATE_TIME(p -> p.avg.lastUpdateTime),
    PERIOD_CONTRIB(p -> p.avg.periodContrib),
    LOAD_SUM(p -> p.avg.loadSum),
    RUNNABLE_SUM(p -> p.avg.runnableSum),
    UTIL_SUM(p -> CpuField.utilSum(p.avg)),
    LOAD_AVG(p -> p.avg.loadAvg),
    RUNNABLE_AVG(p -> p.avg.runnableAvg),
    UTIL_AVG(p -> p.avg.utilAvg),
    UTIL_EST(p -> p.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED),
    UTIL_EST_UNCHANGED(p -> p.avg.utilEst >>> 31);

    private static final FieldNames<TaskField> NAMES = new FieldNames<>("task", values(), TaskField::jsonName);

    private final ToLongFunction<Task> reader;

    TaskField(ToLongFunction<Task> reader) {
        this.reader = reader;
    }

    long read(Task p) {
        return reader.applyAsLong(p);
    }

    String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static TaskField of(String name, String place) {
        return NAMES.find(name, place);
    }
}
