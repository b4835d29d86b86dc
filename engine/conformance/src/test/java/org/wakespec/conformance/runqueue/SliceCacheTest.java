// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.conformance.RecordReader;

/** The stale slices that decisions read are the recorded ones. */
class SliceCacheTest {

    private final List<JsonNode> records = new ArrayList<>();

    @BeforeEach
    void readSample() {
        try (RecordReader reader =
                RecordReader.open(RunQueueSampleTest.sample().resolve("traces-slice-cache.jsonl.xz"))) {
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                records.add(node);
            }
        }
    }

    /** What differs first, or nothing. */
    private List<String> differences() {
        for (JsonNode node : records) {
            TraceReplay replay = TraceReplay.of(Trace.parse(node, "sample"));
            while (replay.hasNext()) {
                List<String> found = replay.step();
                if (!found.isEmpty()) {
                    return found;
                }
            }
        }
        return List.of();
    }

    private ObjectNode firstWith(String field) {
        for (JsonNode node : records) {
            for (JsonNode op : node.get("ops")) {
                if (op.has(field)) {
                    return (ObjectNode) op;
                }
            }
        }
        throw new AssertionError("no operation of the sample has " + field);
    }

    @Test
    void everyReadIsTheKernels() {
        assertThat(firstWith("min_slice")).isNotNull();
        assertThat(firstWith("max_slice")).isNotNull();
        assertThat(differences()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"min_slice", "max_slice"})
    void anotherValueIsADifference(String field) {
        ArrayNode pair = (ArrayNode) firstWith(field).get(field);
        String want = "expected " + pair.get(0) + " instead of 7, got " + pair.get(0) + " instead of " + pair.get(1);
        pair.set(1, 7);

        assertThat(differences()).singleElement().asString().contains("stale " + field, want);
    }

    @ParameterizedTest
    @ValueSource(strings = {"min_slice", "max_slice"})
    void aReadThatIsNotRecordedIsADifference(String field) {
        firstWith(field).remove(field);

        assertThat(differences()).singleElement().asString().contains("stale " + field + " read expected none, got");
    }
}
