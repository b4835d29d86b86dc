// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import org.HdrHistogram.Histogram;

/**
 * What is recorded of a group of tasks: a histogram of the time they waited for a CPU, in ns with three digits, and how
 * long they ran on each CPU. Times above an hour count as an hour.
 */
public final class WaitRecord {

    private static final long HIGHEST = 3_600_000_000_000L;

    /** Waiting times in ns. */
    public final Histogram waits = new Histogram(HIGHEST, 3);
    /** Run time on each CPU in ns. */
    public final long[] runTime;

    public WaitRecord(int nrCpus) {
        runTime = new long[nrCpus];
    }

    /** A task waited {@code ns} before it was switched in. */
    public void waited(long ns) {
        waits.recordValue(Math.min(ns, HIGHEST));
    }
}
