// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The folder of one recorded boot.
 *
 * @param dir the folder
 * @param topology its domain tree and the hardware it was built from
 * @param decisions its files of decisions, by name
 */
record KernelRun(Path dir, Path topology, List<Path> decisions) {

    private static final List<String> TOPOLOGY_NAMES = List.of("topology.json.xz", "topology.json.gz", "topology.json");

    String name() {
        Path name = dir.toAbsolutePath().normalize().getFileName();
        return name == null ? dir.toString() : name.toString();
    }

    /** The run in this folder, or the runs in the folders below it, by name. */
    static List<KernelRun> in(Path dir) {
        if (!Files.isDirectory(dir)) {
            throw new UnreadableRecordsException(
                    Files.exists(dir) ? dir + " is not a directory" : "there is no directory " + dir);
        }
        List<KernelRun> runs = new ArrayList<>();
        KernelRun here = at(dir);
        if (here != null) {
            runs.add(here);
        } else {
            for (Path child : list(dir)) {
                KernelRun run = Files.isDirectory(child) ? at(child) : null;
                if (run != null) {
                    runs.add(run);
                }
            }
        }
        if (runs.isEmpty()) {
            throw new UnreadableRecordsException(
                    dir + " holds no recorded run: neither it nor a folder in it has a file topology.json or"
                            + " topology.json.xz");
        }
        return runs;
    }

    private static KernelRun at(Path dir) {
        for (String name : TOPOLOGY_NAMES) {
            Path topology = dir.resolve(name);
            if (Files.isRegularFile(topology)) {
                return new KernelRun(
                        dir,
                        topology,
                        list(dir).stream()
                                .filter(f -> f.getFileName().toString().contains(".decisions.jsonl"))
                                .toList());
            }
        }
        return null;
    }

    private static List<Path> list(Path dir) {
        try (Stream<Path> files = Files.list(dir)) {
            return files.sorted().toList();
        } catch (IOException e) {
            throw new UnreadableRecordsException(dir + " cannot be listed: " + e.getMessage(), e);
        }
    }
}
