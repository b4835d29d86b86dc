// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The machine, timeline and measurements a scenario leaves behind: by their schemas, and what they say. */
class AttachedDocumentsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private static JsonNode document(Run run, String kind, String schema) throws IOException {
        Path file = run.files().stream()
                .filter(f -> f.getMediaType().orElse("").contains(kind))
                .findFirst()
                .orElseThrow()
                .getPath();
        String text = Files.readString(file);
        assertThat(schema(schema).validate(text, InputFormat.JSON)).isEmpty();
        return JSON.readTree(text);
    }

    private static Schema schema(String name) throws IOException {
        try (InputStream in = AttachedDocumentsTest.class
                .getClassLoader()
                .getResourceAsStream("META-INF/wakespec/" + name + ".schema.json")) {
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        }
    }

    private Run run(String... more) {
        List<String> lines = new ArrayList<>(List.of(
                "Given the machine \"smp-8\"",
                "Given A computes for ever",
                "Given A is pinned to CPU 0",
                "Given B computes 1 ms and sleeps 3 ms in turn",
                "Given B is pinned to CPU 0"));
        lines.addAll(List.of(more));
        return Run.of(folder, lines.toArray(String[]::new));
    }

    @Test
    void theMachineAsEachDecisionFoundIt() throws IOException {
        JsonNode machine = document(
                Run.of(
                        folder,
                        "Given the machine \"conformance/smt-4c8t\"",
                        "Given A runs on CPU 0",
                        "Given B sleeps, last on CPU 1",
                        "Given C sleeps, last on CPU 2",
                        "Given CPU 3 is busy",
                        "Given CPU 5 is offline",
                        "When A wakes B",
                        "When A wakes C"),
                "machine+json",
                "machine-picture");
        assertThat(machine.get("cpus").asInt()).isEqualTo(8);
        assertThat(machine.get("cores")).hasSize(4);
        assertThat(machine.has("clusters")).isTrue();
        assertThat(machine.get("offline").asText()).isEqualTo("5");
        assertThat(machine.at("/busy/0").asText()).isEqualTo("0,3");
        assertThat(machine.get("busy")).hasSize(2);
    }

    @Test
    void theMachineAsTheLastDecisionsOfARunFoundIt() throws IOException {
        Run run = Run.of(
                folder,
                "Given the machine \"smp-8\"",
                "Given the placements of B are recorded",
                "Given A computes for ever",
                "Given A is pinned to CPU 3",
                "Given B computes 1 ms and sleeps 3 ms in turn",
                "When the machine runs for 50 ms",
                "Then CPU 3 is idle now");
        JsonNode machine = document(run, "machine+json", "machine-picture");
        JsonNode decisions = document(run, "decisions+json", "decisions");
        assertThat(machine.get("busy"))
                .hasSameSizeAs(decisions.get("decisions"))
                .isNotEmpty();
        assertThat(machine.get("busy"))
                .extracting(JsonNode::asText)
                .as("A is there at each")
                .containsOnly("3");
        assertThat(Files.readString(run.files().stream()
                        .filter(f -> f.getMediaType().orElse("").equals("image/svg+xml"))
                        .findFirst()
                        .orElseThrow()
                        .getPath()))
                .contains("B to CPU", "CPU 3, busy", "CPU 5, idle");
    }

    /** On one CPU, at every time covered, exactly one task runs while there is one, and nobody is in two places. */
    @Test
    void theTimelineAddsUp() throws IOException {
        JsonNode line = document(run("When the machine runs for 20 ms"), "timeline+json", "timeline");
        assertThat(line.get("tasks")).extracting(JsonNode::asText).containsExactlyInAnyOrder("A", "B");
        long covered = line.get("until").asLong() - line.get("from").asLong();
        assertThat(covered).isEqualTo(20_000_000);
        assertThat(line.get("end").asLong()).isEqualTo(line.get("until").asLong());
        List<long[]> running = intervals(line.get("running"));
        assertThat(running).allMatch(i -> i[0] == 0);
        long ran = running.stream().mapToLong(i -> i[3]).sum();
        long switching = covered - ran;
        assertThat(switching).isBetween(0L, 100_000L);
        List<long[]> ofA = new ArrayList<>(
                running.stream().filter(i -> i[1] == name(line, "A")).toList());
        intervals(line.get("waiting")).stream()
                .filter(i -> i[1] == name(line, "A"))
                .forEach(ofA::add);
        ofA.sort((a, b) -> Long.compare(a[2], b[2]));
        for (int i = 1; i < ofA.size(); i++) {
            assertThat(ofA.get(i)[2]).isGreaterThanOrEqualTo(ofA.get(i - 1)[2] + ofA.get(i - 1)[3]);
        }
        assertThat(ofA.stream().mapToLong(i -> i[3]).sum()).isBetween(covered - 100_000, covered);
    }

    @Test
    void aLongRunIsCutAndSaysSo() throws IOException {
        JsonNode line = document(run("When the machine runs for 5 s"), "timeline+json", "timeline");
        assertThat(line.get("until").asLong()).isLessThan(line.get("end").asLong());
        long covered = line.get("until").asLong() - line.get("from").asLong();
        List<long[]> all = intervals(line.get("running"));
        all.addAll(intervals(line.get("waiting")));
        assertThat(all).hasSizeBetween(512, 520).allMatch(i -> i[2] + i[3] <= covered);
        // whoever was under way when it was cut is there up to the end
        assertThat(all).anyMatch(i -> i[2] + i[3] == covered);
    }

    @Test
    void measuringAfreshForgetsWhatWasBefore() throws IOException {
        JsonNode line = document(
                run("When the machine runs for 20 ms", "When measuring starts", "When the machine runs for 5 ms"),
                "timeline+json",
                "timeline");
        assertThat(line.get("until").asLong() - line.get("from").asLong()).isEqualTo(5_000_000);
        assertThat(intervals(line.get("running")).get(0)[2]).isZero();
    }

    @Test
    void whatWasMeasured() throws IOException {
        JsonNode measured = document(run("When the machine runs for 100 ms"), "measured+json", "measured");
        assertThat(measured.get("ns").asLong()).isEqualTo(100_000_000);
        assertThat(measured.at("/counters/switches").asLong()).isPositive();
        JsonNode latency = null;
        for (JsonNode histogram : measured.get("histograms")) {
            if (histogram.get("name").asText().equals("wakeup latency of B")) {
                latency = histogram;
            }
        }
        assertThat(latency).isNotNull();
        long sum = 0;
        long before = -1;
        for (JsonNode bucket : latency.get("buckets")) {
            assertThat(bucket.get(0).asLong()).isGreaterThanOrEqualTo(before);
            before = bucket.get(1).asLong();
            sum += bucket.get(2).asLong();
        }
        assertThat(sum).isEqualTo(latency.get("count").asLong()).isGreaterThan(10);
        assertThat(latency.at("/percentiles/50").asLong())
                .isBetween(
                        latency.at("/percentiles/0").asLong(),
                        latency.at("/percentiles/100").asLong());
        // a hundred values would be needed
        assertThat(latency.get("percentiles").has("99")).isFalse();
    }

    @Test
    void aProgramLeavesItsFigures() throws IOException {
        JsonNode measured = document(
                Run.of(
                        folder,
                        "Given the machine \"smp-8\"",
                        "When the program \"perf bench sched pipe -l 100\" runs to its end"),
                "measured+json",
                "measured");
        assertThat(measured.get("program").asText()).isEqualTo("perf bench sched pipe -l 100");
        assertThat(measured.at("/figures/0/name").asText()).isEqualTo("us per operation");
        assertThat(measured.at("/figures/0/better").asText()).isEqualTo("less");
    }

    private static long name(JsonNode line, String task) {
        for (int i = 0; i < line.get("tasks").size(); i++) {
            if (line.get("tasks").get(i).asText().equals(task)) {
                return i;
            }
        }
        throw new AssertionError("no task " + task);
    }

    private static List<long[]> intervals(JsonNode flat) {
        List<long[]> intervals = new ArrayList<>();
        for (int i = 0; i < flat.size(); i += 4) {
            intervals.add(new long[] {
                flat.get(i).asLong(),
                flat.get(i + 1).asLong(),
                flat.get(i + 2).asLong(),
                flat.get(i + 3).asLong()
            });
        }
        return intervals;
    }
}
