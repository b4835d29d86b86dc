// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.util.Locale;

/** What can be in a trace; all but the last are the kernel's own trace events. */
enum EventKind {
    SCHED_SWITCH,
    SCHED_WAKING,
    SCHED_WAKEUP,
    SCHED_WAKEUP_NEW,
    SCHED_MIGRATE_TASK,
    CPU_IDLE,
    /** A decision of CPU selection; no event of the kernel, but named after the function that decides. */
    SELECT_TASK_RQ;

    static final EventKind[] ALL = values();

    /** As the kernel writes it. */
    final String label = name().toLowerCase(Locale.ROOT);
}
