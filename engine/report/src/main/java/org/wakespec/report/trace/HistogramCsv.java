// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Histograms as CSV: by name of the task, the time from a waking to running ({@code wakeup_latency}) and the time from being
 * runnable to running ({@code wait}), in ns with three digits. Only buckets that hold something are listed.
 */
final class HistogramCsv {

    private static final int DIGITS = 3;
    private static final long NONE = -1;

    private final Trace trace;
    private final Map<String, Histogram> latencies = new TreeMap<>();
    private final Map<String, Histogram> waits = new TreeMap<>();
    private final long[] wakingAt;
    private final long[] runnableAt;

    private HistogramCsv(Trace trace) {
        this.trace = trace;
        int[] pids = trace.pids();
        int length = pids.length == 0 ? 1 : pids[pids.length - 1] + 1;
        wakingAt = new long[length];
        runnableAt = new long[length];
        Arrays.fill(wakingAt, NONE);
        Arrays.fill(runnableAt, NONE);
    }

    static void write(Trace trace, TraceInfo info, OutputStream out) throws IOException {
        HistogramCsv csv = new HistogramCsv(trace);
        csv.measure();
        StringBuilder text = new StringBuilder("task,measure,from_ns,to_ns,count,cumulative\n");
        lines(text, "wakeup_latency", csv.latencies);
        lines(text, "wait", csv.waits);
        out.write(text.toString().getBytes(StandardCharsets.US_ASCII));
    }

    private void measure() {
        for (int i = 0; i < trace.size(); i++) {
            int pid = trace.pid(i);
            switch (trace.kind(i)) {
                case SCHED_WAKING -> wakingAt[pid] = trace.time(i);
                case SCHED_WAKEUP, SCHED_WAKEUP_NEW -> runnableAt[pid] = trace.time(i);
                case SCHED_SWITCH -> {
                    if (pid != 0) {
                        // a waking on its way to sleep, whose wakeup was nothing
                        wakingAt[pid] = NONE;
                        runnableAt[pid] = trace.prevState(i) == Trace.RUNNING ? trace.time(i) : NONE;
                    }
                    int next = trace.nextPid(i);
                    if (next != 0) {
                        record(latencies, next, wakingAt, trace.time(i));
                        record(waits, next, runnableAt, trace.time(i));
                    }
                }
                default -> {
                    // nobody begins or ends to wait
                }
            }
        }
    }

    private void record(Map<String, Histogram> histograms, int pid, long[] since, long now) {
        if (since[pid] != NONE) {
            histograms
                    .computeIfAbsent(trace.comm(pid, 0), name -> new Histogram(DIGITS))
                    .recordValue(now - since[pid]);
            since[pid] = NONE;
        }
    }

    private static void lines(StringBuilder text, String measure, Map<String, Histogram> histograms) {
        histograms.forEach((name, histogram) -> {
            String quoted = name.matches("[\\w./:+-]+") ? name : '"' + name.replace("\"", "\"\"") + '"';
            for (HistogramIterationValue bucket : histogram.recordedValues()) {
                text.append(quoted).append(',').append(measure);
                text.append(',').append(histogram.lowestEquivalentValue(bucket.getValueIteratedTo()));
                text.append(',').append(histogram.highestEquivalentValue(bucket.getValueIteratedTo()) + 1);
                text.append(',').append(bucket.getCountAddedInThisIterationStep());
                text.append(',').append(bucket.getTotalCountToThisValue()).append('\n');
            }
        });
    }
}
