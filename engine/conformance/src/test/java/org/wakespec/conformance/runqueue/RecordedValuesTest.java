// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wakespec.conformance.RecordReader;
import org.wakespec.conformance.UnreadableRecordsException;

/** Nothing that a trace records of results is passed over: a wrong number of every kind is noticed. */
class RecordedValuesTest {

    private static final List<String> RESULTS =
            List.of("C", "T", "pick", "ipi", "hrtick_ipi", "min_slice", "max_slice", "tree");

    private final List<JsonNode> traces = new ArrayList<>();
    private final TreeSet<String> kinds = new TreeSet<>();
    private final TreeSet<String> unnoticed = new TreeSet<>();
    private JsonNode trace;

    @BeforeEach
    void readSample() {
        Path sample = RunQueueSampleTest.sample();
        RecordReader.document(sample.resolve("debug_traces.json.xz")).forEach(traces::add);
        addFirstWith("traces-slice-cache", "min_slice");
        addFirstWith("traces-slice-cache", "max_slice");
        addFirstWith("traces-rt", "pick");
        addFirstWith("traces", "hrtick_ipi");
    }

    private void addFirstWith(String file, String result) {
        try (RecordReader reader = RecordReader.open(RunQueueSampleTest.sample().resolve(file + ".jsonl.xz"))) {
            for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                if (!node.get("ops").findValues(result).isEmpty()) {
                    traces.add(node);
                    return;
                }
            }
        }
        throw new AssertionError("no trace of " + file + " has " + result);
    }

    @Test
    void aWrongNumberOfEveryKindIsNoticed() {
        for (JsonNode each : traces) {
            trace = each;
            for (JsonNode op : each.get("ops")) {
                for (String result : RESULTS) {
                    if (op.has(result)) {
                        change(op, result, result);
                    }
                }
            }
        }
        assertThat(unnoticed).isEmpty();
        assertThat(kinds)
                .contains("pick", "ipi[]", "hrtick_ipi[]", "min_slice[]", "max_slice[]", "tree/N[][]")
                .contains(
                        "C/N/cfs_tasks[]",
                        "C/N/V",
                        "C/N/rt_util_avg",
                        "C/N/hrtick_expires",
                        "T/N/vlag",
                        "T/N/util_est");
    }

    private void change(JsonNode parent, String field, String kind) {
        JsonNode value = parent.get(field);
        if (value.isNumber()) {
            if (kinds.add(kind)) {
                ((ObjectNode) parent).put(field, value.longValue() + 1);
                check(kind);
                ((ObjectNode) parent).set(field, value);
            }
        } else {
            changeParts(value, kind);
        }
    }

    private void changeParts(JsonNode value, String kind) {
        if (value.isObject()) {
            List<String> fields = new ArrayList<>();
            value.fieldNames().forEachRemaining(fields::add);
            for (String field : fields) {
                change(value, field, kind + "/" + (Character.isDigit(field.charAt(0)) ? "N" : field));
            }
        }
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            JsonNode element = value.get(i);
            if (!element.isNumber()) {
                changeParts(element, kind + "[]");
            } else if (kinds.add(kind + "[]")) {
                ((ArrayNode) value).set(i, LongNode.valueOf(element.longValue() + 1));
                check(kind + "[]");
                ((ArrayNode) value).set(i, element);
            }
        }
    }

    private void check(String kind) {
        try {
            TraceReplay replay = TraceReplay.of(Trace.parse(trace, "sample"));
            while (replay.hasNext()) {
                if (!replay.step().isEmpty()) {
                    return;
                }
            }
        } catch (UnreadableRecordsException e) {
            return;
        }
        unnoticed.add(kind);
    }
}
