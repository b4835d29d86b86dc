// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.conformance.RecordReader;

/** The vectors kept with the tests: a selection of all machines, kinds and behaviours. */
final class BalanceSample {

    static final Path DIRECTORY = directory();
    static final List<String> FILES = List.of("groups", "queue", "detach", "timing", "cache");

    private BalanceSample() {}

    private static Path directory() {
        try {
            return Path.of(BalanceSample.class.getResource("/balance").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    static JsonNode topologies() {
        return RecordReader.document(DIRECTORY.resolve("topologies.json.xz"));
    }

    static List<JsonNode> records(String file) {
        List<JsonNode> records = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(DIRECTORY.resolve(file + ".jsonl.xz"))) {
            for (JsonNode record = reader.next(); record != null; record = reader.next()) {
                records.add(record);
            }
        }
        return records;
    }
}
