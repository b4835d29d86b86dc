// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.util.Locale;

/**
 * One line of a thread's log, as rt-app writes it after each round of a phase. Times in microseconds, absolute ones since the start
 * of the simulation.
 *
 * @param phase name of the phase
 * @param perf thousands of calibration loops done
 * @param run time from start to end of the run and runtime events, preemption included
 * @param period length of the round
 * @param start start of the round
 * @param end end of the round
 * @param relStart start of the round since the main thread began to make threads
 * @param slack what was left until the last timer, or the sum over all if the file asks for it; negative: it was missed by so
 *     much; 0 without a timer
 * @param configuredRun what the run and runtime events ask for
 * @param configuredPeriod what the timer events ask for
 * @param wakeupLatency time from timers to user mode, summed from the last missed one on
 */
public record RtLogLine(
        String phase,
        long perf,
        long run,
        long period,
        long start,
        long end,
        long relStart,
        long slack,
        long configuredRun,
        long configuredPeriod,
        long wakeupLatency) {

    /** Titles of the columns of {@link #toString}. */
    public static final String HEADER = String.format(
            Locale.ROOT,
            "#%-11s %8s %8s %8s %12s %12s %10s %8s %10s %8s %8s",
            "phase",
            "perf",
            "run",
            "period",
            "start",
            "end",
            "rel_st",
            "slack",
            "c_duration",
            "c_period",
            "wu_lat");

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%-12s %8d %8d %8d %12d %12d %10d %8d %10d %8d %8d",
                phase,
                perf,
                run,
                period,
                start,
                end,
                relStart,
                slack,
                configuredRun,
                configuredPeriod,
                wakeupLatency);
    }
}
