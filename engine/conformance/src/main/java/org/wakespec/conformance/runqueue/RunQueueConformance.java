// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.wakespec.conformance.ConformanceReport;
import org.wakespec.conformance.Progress;
import org.wakespec.conformance.RecordReader;
import org.wakespec.conformance.UnreadableRecordsException;
import org.wakespec.simulator.runqueue.Pelt;

/**
 * Compares the simulator's run queues and load tracking with traces and vectors of the real kernel functions: every
 * recorded
 * value after every operation, bit for bit. Reads a directory of traces ({@code *.jsonl}, one trace a line; or {@code
 * *.json}, a
 * list of traces) and load-tracking vectors ({@code *.json}, an object), each plain or compressed.
 */
public final class RunQueueConformance {

    private static final int SHOWN_DIFFERENCES = 10;
    private static final int PROGRESS_STEP = 10;

    private final Progress progress;

    private RunQueueConformance(Progress progress) {
        this.progress = progress;
    }

    /** Compares everything in a directory, or one file. */
    public static ConformanceReport run(Path dir) {
        return run(dir, Progress.NONE);
    }

    /** Compares everything in a directory, or one file. */
    public static ConformanceReport run(Path dir, Progress progress) {
        return new RunQueueConformance(progress).compare(dir);
    }

    private ConformanceReport compare(Path dir) {
        ConformanceReport report = new ConformanceReport("run queues and load tracking, " + dir, SHOWN_DIFFERENCES);
        try {
            List<Path> files = files(dir);
            if (files.isEmpty()) {
                report.unreadable("no file of traces (*.jsonl, *.json, plain or compressed) in " + dir);
            }
            for (Path file : files) {
                compareFile(file, report);
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
        return report;
    }

    private static List<Path> files(Path dir) {
        if (Files.isRegularFile(dir)) {
            return List.of(dir);
        }
        if (!Files.isDirectory(dir)) {
            throw new UnreadableRecordsException("there is no directory " + dir);
        }
        try (Stream<Path> all = Files.list(dir)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> isRecords(file.getFileName().toString()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UnreadableRecordsException(dir + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isRecords(String name) {
        String plain = plainName(name);
        return plain.endsWith(".jsonl") || plain.endsWith(".json");
    }

    private static String plainName(String name) {
        return name.endsWith(".gz") || name.endsWith(".xz") ? name.substring(0, name.length() - 3) : name;
    }

    private void compareFile(Path file, ConformanceReport report) {
        String name = file.getFileName().toString();
        FileComparison comparison = new FileComparison(name, report);
        try {
            if (plainName(name).endsWith(".jsonl")) {
                compareLines(file, comparison);
            } else {
                compareDocument(file, comparison);
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
        comparison.finish();
    }

    private void compareLines(Path file, FileComparison comparison) {
        try (RecordReader reader = RecordReader.open(file)) {
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                comparison.trace(Trace.parse(node, reader.where()));
            }
        }
    }

    private void compareDocument(Path file, FileComparison comparison) {
        JsonNode document = RecordReader.document(file);
        if (document.isArray()) {
            for (int i = 0; i < document.size(); i++) {
                comparison.trace(Trace.parse(document.get(i), file + "[" + i + "]"));
            }
        } else if (document.isObject()) {
            new PeltConformance(Pelt.kernel(), comparison.tally, file.toString()).compare(document);
        } else {
            throw new UnreadableRecordsException(
                    file + " holds neither a list of traces nor an object of load-tracking vectors");
        }
    }

    /** The comparison of one file of traces. */
    private final class FileComparison {

        private final String name;
        private final ConformanceReport report;
        private final ConformanceReport.Tally tally;
        private long traces;
        private long equalTraces;

        FileComparison(String name, ConformanceReport report) {
            this.name = name;
            this.report = report;
            tally = report.tally(name);
        }

        void trace(Trace trace) {
            TraceReplay replay = TraceReplay.of(trace);
            traces++;
            if (traces % PROGRESS_STEP == 0) {
                progress.at(name, traces);
            }
            while (replay.hasNext()) {
                List<String> differences = replay.step();
                if (!differences.isEmpty()) {
                    tally.difference(() ->
                            replay.place() + ": " + replay.describe() + "\n  " + String.join("\n  ", differences));
                    for (int left = replay.remaining(); left > 0; left--) {
                        tally.exclude("after a difference in the same trace");
                    }
                    return;
                }
                tally.match();
            }
            equalTraces++;
        }

        void finish() {
            if (traces > 0) {
                report.note(name + ": " + equalTraces + " of " + traces + " traces equal in every operation");
            }
        }
    }
}
