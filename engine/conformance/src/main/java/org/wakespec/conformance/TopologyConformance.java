// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.topologies.TopologyDiff;

/**
 * Compares the domains our builder makes with those of a kernel: all fields of {@code topologies.json} (7.2) and of the
 * {@code topology.json} of booted kernels. The counts are of values, one tally for each machine.
 */
public final class TopologyConformance {

    public TopologyConformance() {}

    /**
     * Compares the machines of every file; a directory stands for the topology files in it and in the folders below.
     */
    public ConformanceReport compare(List<Path> paths, ConformanceReport report, Progress progress) {
        for (Path path : paths) {
            try {
                for (Path file : filesOf(path)) {
                    progress.at(file.toString(), report.compared());
                    compare(file, report);
                }
            } catch (UnreadableRecordsException e) {
                report.unreadable(e.getMessage());
            }
        }
        return report;
    }

    private static List<Path> filesOf(Path path) {
        if (!Files.isDirectory(path)) {
            return List.of(path);
        }
        List<Path> files = new ArrayList<>();
        for (Path child : list(path)) {
            if (isTopology(child)) {
                files.add(child);
            } else if (Files.isDirectory(child)) {
                list(child).stream().filter(TopologyConformance::isTopology).forEach(files::add);
            }
        }
        if (files.isEmpty()) {
            throw new UnreadableRecordsException(
                    path + " holds no topologies.json or topology.json (plain, .gz or .xz), and no folder in it does");
        }
        return files;
    }

    private static boolean isTopology(Path file) {
        return Files.isRegularFile(file)
                && file.getFileName().toString().matches("topolog(y|ies)\\.json(\\.gz|\\.xz)?");
    }

    private static List<Path> list(Path dir) {
        try (Stream<Path> files = Files.list(dir)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UnreadableRecordsException(dir + " cannot be listed: " + e.getMessage(), e);
        }
    }

    private static void compare(Path file, ConformanceReport report) {
        try {
            JsonNode document = RecordReader.document(file);
            if (document.path("inputs").isObject()) {
                recorded(file, document, report);
            } else if (isGenerated(document)) {
                generated(file, document, report);
            } else {
                throw new UnreadableRecordsException(file + " is neither a topologies.json (machines with"
                        + " 'masks') nor a"
                        + " topology.json of a booted kernel (with 'inputs')");
            }
        } catch (UnreadableRecordsException e) {
            report.unreadable(e.getMessage());
        }
    }

    private static boolean isGenerated(JsonNode document) {
        return document.isObject()
                && !document.isEmpty()
                && document.properties().stream()
                        .allMatch(e -> e.getValue().path("masks").isObject());
    }

    private static void recorded(Path file, JsonNode document, ConformanceReport report) {
        String place = file.toString();
        Path folder = file.toAbsolutePath().normalize().getParent();
        String name = folder == null || folder.getFileName() == null
                ? place
                : folder.getFileName().toString();
        SchedTopology built = RecordedTopologies.build(name, document, place);
        count(report.tally(name), RecordedTopologies.differences(built, document, place));
    }

    private static void generated(Path file, JsonNode document, ConformanceReport report) {
        String place = file.toString();
        for (Map.Entry<String, Machine> entry :
                RecordedTopologies.machines(document, place).entrySet()) {
            SchedTopology built = DomainBuilder.build(entry.getValue());
            count(
                    report.tally(entry.getKey()),
                    RecordedTopologies.readable(
                            place, () -> TopologyDiff.compareGenerated(built, document.get(entry.getKey()))));
        }
    }

    private static void count(ConformanceReport.Tally tally, TopologyDiff.Result result) {
        tally.matches(Math.max(0, result.compared() - result.differences().size()));
        result.differences().forEach(difference -> tally.difference(() -> difference));
    }
}
