// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

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

/**
 * Compares the simulator's load balancing with vectors of the real kernel functions: every record is loaded into run
 * queues, tasks and domains, and every expected field is compared. Reads a directory with {@code topologies.json} and
 * files of records ({@code *.jsonl}, one a line; {@code *.json}, a list), each plain or compressed. Records with a
 * {@code cache} object are run with cache-aware balancing on, all others with it off.
 */
public final class BalanceConformance {

    private static final int SHOWN_DIFFERENCES = 10;
    private static final int PROGRESS_STEP = 200;
    private static final String MACHINES = "topologies.json";

    private final ConformanceReport report;
    private final Progress progress;
    private Machines machines;
    private long done;
    /** Records of the present file that cannot be loaded. */
    private long unreadable;

    private BalanceConformance(ConformanceReport report, Progress progress) {
        this.report = report;
        this.progress = progress;
    }

    /** Compares everything in a directory. */
    public static ConformanceReport run(Path dir) {
        return run(dir, Progress.NONE);
    }

    /** Compares everything in a directory. */
    public static ConformanceReport run(Path dir, Progress progress) {
        ConformanceReport report = new ConformanceReport("load balancing, " + dir, SHOWN_DIFFERENCES);
        try {
            new BalanceConformance(report, progress).compare(dir);
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
        return report;
    }

    private void compare(Path dir) {
        Path machineFile = null;
        for (Path file : files(dir)) {
            if (plainName(file).equals(MACHINES)) {
                machineFile = file;
            }
        }
        if (machineFile == null) {
            throw new UnreadableRecordsException(
                    "there is no " + MACHINES + " in " + dir + ", records name its machines");
        }
        machines = new Machines(RecordReader.document(machineFile), machineFile.toString());
        for (Path file : files(dir)) {
            if (!file.equals(machineFile)) {
                compareFile(file);
            }
        }
    }

    private static List<Path> files(Path dir) {
        if (!Files.isDirectory(dir)) {
            throw new UnreadableRecordsException("there is no directory " + dir);
        }
        try (Stream<Path> all = Files.list(dir)) {
            return all.filter(file -> Files.isRegularFile(file) && isRecords(plainName(file)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UnreadableRecordsException(dir + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static boolean isRecords(String name) {
        return name.endsWith(".jsonl") || name.endsWith(".json");
    }

    private static String plainName(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(".gz") || name.endsWith(".xz") ? name.substring(0, name.length() - 3) : name;
    }

    private void compareFile(Path file) {
        String name = file.getFileName().toString();
        ConformanceReport.Tally tally = report.tally(name);
        unreadable = 0;
        try {
            if (plainName(file).endsWith(".jsonl")) {
                try (RecordReader reader = RecordReader.open(file)) {
                    for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                        compareRecord(node, reader.where(), name, tally);
                    }
                }
            } else {
                JsonNode document = RecordReader.document(file);
                if (!document.isArray()) {
                    throw new UnreadableRecordsException(file + ": a list of records was expected");
                }
                for (int i = 0; i < document.size(); i++) {
                    compareRecord(document.get(i), file + "[" + i + "]", name, tally);
                }
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
        if (unreadable > SHOWN_DIFFERENCES) {
            report.unreadable((unreadable - SHOWN_DIFFERENCES) + " more records of " + file);
        }
    }

    /** A record that cannot be loaded is told; those after it are compared all the same. */
    private void compareRecord(JsonNode node, String where, String name, ConformanceReport.Tally tally) {
        Json input = new Json(node, where + " (" + node.path("id").asText("no id") + ")");
        try {
            String difference = Replay.difference(input, machines);
            if (difference == null) {
                tally.match();
            } else {
                tally.difference(() -> input.place() + ": " + difference);
            }
        } catch (UnreadableRecordsException e) {
            if (++unreadable <= SHOWN_DIFFERENCES) {
                report.unreadable(e.getMessage());
            }
        }
        if (++done % PROGRESS_STEP == 0) {
            progress.at(name, done);
        }
    }
}
