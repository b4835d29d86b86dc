// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.NearestNames;

/** Forms in which a trace can be written; equal traces give equal bytes. */
public enum TraceFormat {
    /** The text form of the kernel's tracer. */
    TEXT("text", ".txt", TraceText::write),
    /** What {@code trace-cmd report} and KernelShark read. */
    TRACE_DAT("trace.dat", ".dat", TraceDat::write),
    /** What ui.perfetto.dev and trace_processor read. */
    PERFETTO("perfetto", ".pftrace", Perfetto::write),
    /** One decision of CPU selection a line; schema {@code META-INF/wakespec/trace-decisions.schema.json}. */
    JSONL("jsonl", ".jsonl", DecisionLines::write),
    /** Histograms of waiting times and wakeup latencies by task. */
    CSV("csv", ".csv", HistogramCsv::write);

    @FunctionalInterface
    private interface Writer {
        void write(Trace trace, TraceInfo info, OutputStream out) throws IOException;
    }

    private final String label;
    private final String ending;
    private final Writer writer;

    TraceFormat(String label, String ending, Writer writer) {
        this.label = label;
        this.ending = ending;
        this.writer = writer;
    }

    /** Name in commands. */
    public String label() {
        return label;
    }

    /** How files of this form end. */
    public String ending() {
        return ending;
    }

    /**
     * The form of a name.
     *
     * @throws IllegalArgumentException if there is none, with the nearest
     */
    public static TraceFormat byLabel(String name) {
        List<String> labels = new ArrayList<>();
        for (TraceFormat format : values()) {
            if (format.label.equals(name)) {
                return format;
            }
            labels.add(format.label);
        }
        List<String> near = NearestNames.of(name, labels);
        throw new IllegalArgumentException("there is no trace format '" + name + "'"
                + (near.isEmpty() ? "" : "; did you mean '" + near.get(0) + "'?")
                + "; formats: " + String.join(", ", labels));
    }

    /**
     * Writes a trace.
     *
     * @param out is flushed, not closed
     */
    public void write(Trace trace, TraceInfo info, OutputStream out) throws IOException {
        BufferedOutputStream buffered = new BufferedOutputStream(out, 1 << 16);
        writer.write(trace, info, buffered);
        buffered.flush();
    }
}
