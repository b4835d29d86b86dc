// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.wakespec.simulator.NearestNames;

/** Forms in which a trace can be written; equal traces give equal bytes. */
public enum TraceFormat {
    /** The text form of the kernel's tracer. */
    TEXT("text", TraceText::write, ".txt"),
    /** What {@code trace-cmd report} and KernelShark read. */
    TRACE_DAT("trace.dat", TraceDat::write, ".dat"),
    /** What ui.perfetto.dev and trace_processor read. */
    PERFETTO("perfetto", Perfetto::write, ".pftrace", ".perfetto-trace"),
    /** One decision of CPU selection a line; schema {@code META-INF/wakespec/trace-decisions.schema.json}. */
    JSONL("jsonl", DecisionLines::write, ".jsonl"),
    /** Histograms of waiting times and wakeup latencies by task. */
    CSV("csv", HistogramCsv::write, ".csv");

    @FunctionalInterface
    private interface Writer {
        void write(Trace trace, TraceInfo info, OutputStream out) throws IOException;
    }

    private final String label;
    private final Writer writer;
    /** The first is the one we write. */
    private final List<String> endings;

    TraceFormat(String label, Writer writer, String... endings) {
        this.label = label;
        this.writer = writer;
        this.endings = List.of(endings);
    }

    /** Name in commands. */
    public String label() {
        return label;
    }

    /** How files of this form end. */
    public String ending() {
        return endings.get(0);
    }

    /**
     * The form that files of this name have; text if the name has no ending.
     *
     * @param fileName without directories
     * @throws IllegalArgumentException if nothing ends so, naming what does and what is nearest
     */
    public static TraceFormat byFileName(String fileName) {
        String lower = fileName.toLowerCase(Locale.ROOT);
        List<String> known = new ArrayList<>();
        for (TraceFormat format : values()) {
            if (format.endings.stream().anyMatch(lower::endsWith)) {
                return format;
            }
            known.addAll(format.endings);
        }
        int dot = lower.lastIndexOf('.');
        if (dot <= 0) {
            return TEXT;
        }
        List<String> near = NearestNames.of(lower.substring(dot), known);
        throw new IllegalArgumentException("no trace format has files that end in '" + fileName.substring(dot) + "'"
                + (near.isEmpty() ? "" : "; did you mean '" + near.get(0) + "'?") + "; known: "
                + Arrays.stream(values())
                        .map(format -> String.join(", ", format.endings) + " (" + format.label + ")")
                        .collect(Collectors.joining(", ")));
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
