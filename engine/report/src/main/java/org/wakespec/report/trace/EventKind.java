// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.util.Locale;

/** What can be in a trace: the kernel's own trace events, then our own where the kernel has none. */
enum EventKind {
    SCHED_SWITCH,
    SCHED_WAKING,
    SCHED_WAKEUP,
    SCHED_WAKEUP_NEW,
    SCHED_MIGRATE_TASK,
    CPU_IDLE,
    /** A decision of CPU selection; no event of the kernel, but named after the function that decides. */
    SELECT_TASK_RQ,
    /** A tick; no event of the kernel, but named after the function it calls (scheduler_tick() before 6.10). */
    SCHED_TICK,
    /** A pass of the load balancer; no event of the kernel, but named after its function (load_balance() before 6.10). */
    SCHED_BALANCE_RQ;

    static final EventKind[] ALL = values();

    /** As the kernel writes it. */
    final String label = name().toLowerCase(Locale.ROOT);

    /** Whether the kernel has this trace event. */
    boolean isKernels() {
        return ordinal() < SELECT_TASK_RQ.ordinal();
    }
}
