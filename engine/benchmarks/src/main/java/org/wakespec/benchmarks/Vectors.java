// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.benchmarks;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.conformance.DecisionConformance;
import org.wakespec.conformance.DecisionRecord;
import org.wakespec.conformance.LoadedDecision;
import org.wakespec.conformance.RecordReader;
import org.wakespec.policies.PolicyRegistry;

/**
 * The wakeup records to measure with. System properties: {@code wakespec.records} (a decisions file) and
 * {@code wakespec.machines} (its topologies file); without them the sample kept with the conformance tests.
 */
final class Vectors {

    private static final String SAMPLE = "engine/conformance/src/test/resources/org/wakespec/conformance/decisions/";

    private final DecisionConformance conformance;
    private final List<DecisionRecord> wakeups = new ArrayList<>();

    Vectors() {
        Path records = path("wakespec.records", "decisions.jsonl.xz");
        conformance = DecisionConformance.standard(
                PolicyRegistry.standard(), path("wakespec.machines", "topologies.json.xz"), List.of("linux-7.2"));
        try (RecordReader reader = RecordReader.open(records)) {
            for (DecisionRecord r = DecisionConformance.read(reader); r != null; r = DecisionConformance.read(reader)) {
                if (r.isWakeup()) {
                    wakeups.add(r);
                }
            }
        }
        if (wakeups.isEmpty()) {
            throw new IllegalStateException(records + " holds no wakeups");
        }
    }

    private static Path path(String property, String sample) {
        String given = System.getProperty(property);
        if (given != null) {
            return Path.of(given);
        }
        for (Path dir = Path.of("").toAbsolutePath(); dir != null; dir = dir.getParent()) {
            Path file = dir.resolve(SAMPLE + sample);
            if (Files.isRegularFile(file)) {
                return file;
            }
        }
        throw new IllegalStateException("run inside the project, or give -D" + property + "=FILE");
    }

    int size() {
        return wakeups.size();
    }

    String machine(int i) {
        return wakeups.get(i % wakeups.size()).topo();
    }

    /** Loads a record; the one loaded before on the same machine is gone. */
    LoadedDecision load(int i) {
        return conformance.load(wakeups.get(i % wakeups.size()));
    }
}
