// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

/**
 * Averages of an entity or of a run queue (kernel: struct sched_avg). Utilisation and capacity: 1024 is one full CPU of
 * the biggest kind; load: 1024 is one nice-0 task that never sleeps.
 */
public final class SchedAvg {

    /** Set in {@link #utilEst} of a task whose utilisation has not changed since the estimate was made. */
    public static final int UTIL_AVG_UNCHANGED = 0x80000000;

    /** PELT time in ns of the last update; 0: attached nowhere yet. */
    public long lastUpdateTime;

    public long loadSum;
    public long runnableSum;
    /** Unsigned: a queue with many attached tasks exceeds the positive range. */
    public int utilSum;

    public int periodContrib;
    public long loadAvg;
    public long runnableAvg;
    public long utilAvg;
    /** Estimated utilisation; on a task the top bit is {@link #UTIL_AVG_UNCHANGED}. */
    public int utilEst;

    public SchedAvg() {}

    /** All zero, as a queue or task starts. */
    public void clear() {
        lastUpdateTime = 0;
        loadSum = 0;
        runnableSum = 0;
        utilSum = 0;
        periodContrib = 0;
        loadAvg = 0;
        runnableAvg = 0;
        utilAvg = 0;
        utilEst = 0;
    }
}
