// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.conformance.ConformanceReport;
import org.wakespec.conformance.RecordReader;

/** What the comparison says about records that differ and files that cannot be read. */
class RunQueueConformanceTest {

    @TempDir
    private Path dir;

    private ArrayNode traces;
    private Path file;

    @BeforeEach
    void copyTraces() {
        Path sample = RunQueueSampleTest.sample().resolve("debug_traces.json.xz");
        traces = (ArrayNode) RecordReader.document(sample);
        file = dir.resolve("debug_traces.json");
    }

    private ObjectNode op(int trace, int op) {
        return (ObjectNode) traces.get(trace).get("ops").get(op);
    }

    private ConformanceReport run() throws IOException {
        Files.write(file, new ObjectMapper().writeValueAsBytes(traces));
        return RunQueueConformance.run(dir);
    }

    private static String text(ConformanceReport report) {
        StringWriter out = new StringWriter();
        report.print(new PrintWriter(out));
        return out.toString();
    }

    @Test
    void unchangedRecordsMatch() throws IOException {
        ConformanceReport report = run();

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(text(report)).contains("314 of 314 match").contains("36 of 36 traces equal in every operation");
    }

    @Test
    void aDifferenceNamesTraceOperationFieldAndBothValues() throws IOException {
        op(3, 0).withObject("/T/1").put("vlag", 77);
        ConformanceReport report = run();

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
        ConformanceReport.Tally tally = report.tally("debug_traces.json");
        assertThat(tally.compared() - tally.matched()).isEqualTo(1);
        assertThat(tally.excluded()).containsOnlyKeys("after a difference in the same trace");
        assertThat(tally.differences())
                .singleElement()
                .asString()
                .contains("(d04) operation 0: fork")
                .contains("task 1 vlag expected 77, got 0");
        assertThat(text(report)).contains("35 of 36 traces equal in every operation");
    }

    @ParameterizedTest
    @CsvSource({
        "clock, 5",
        "V, 5",
        "load_sum, 5",
        "hrtick_expires, 5",
        "rt_util_sum, 5",
        "sum_shift, 1",
        "removed_nr, 1",
    })
    void everyCpuFieldIsCompared(String field, long value) throws IOException {
        op(3, 0).withObject("/C/0").put(field, value);

        assertThat(run().tally("debug_traces.json").differences())
                .singleElement()
                .asString()
                .contains("CPU 0 " + field + " expected " + value);
    }

    @Test
    void resultsAndListsAreCompared() throws IOException {
        op(3, 2).put("pick", 2);
        op(4, 2).putArray("ipi").add(0);
        op(5, 2).withObject("/C/0").putArray("cfs_tasks").add(2).add(1);
        op(6, 2).withObject("/tree").putArray("0");
        op(7, 0).withObject("/T").putNull("1");

        assertThat(String.join("\n", run().tally("debug_traces.json").differences()))
                .contains("pick expected 2, got 1")
                .contains("ipi expected [0], got []")
                .contains("cfs_tasks expected [2, 1], got [1, 2]")
                .contains("CPU 0 tree expected []")
                .contains("tasks expected [], got [1]");
    }

    private void cannotBeRead(Consumer<ObjectNode> damage, String... message) throws IOException {
        damage.accept((ObjectNode) traces.get(3));
        ConformanceReport report = run();

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable())
                .singleElement()
                .asString()
                .contains(message)
                .contains("debug_traces.json");
    }

    @Test
    void anUnknownOperation() throws IOException {
        cannotBeRead(
                trace -> op(3, 1).put("op", "frok"), "(d04) operation 1", "unknown operation 'frok'", "fork, wake");
    }

    @Test
    void anUnknownField() throws IOException {
        cannotBeRead(trace -> op(3, 1).withObject("/T/1").put("vlga", 1), "unknown task field 'vlga'", "vlag");
    }

    @Test
    void anUnknownTask() throws IOException {
        cannotBeRead(trace -> op(3, 3).put("op", "wake").put("p", 77), "there is no task 77, the tasks are [1, 2]");
    }

    @Test
    void anUnknownCpu() throws IOException {
        cannotBeRead(trace -> op(3, 3).put("cpu", 7), "there is no CPU 7, the trace has CPUs 0-0");
    }

    @Test
    void anUnknownFeature() throws IOException {
        cannotBeRead(
                trace -> trace.withObject("/meta/features").put("PLACE_LAGG", 1),
                "unknown scheduler feature 'PLACE_LAGG'");
    }

    @Test
    void aMissingArgument() throws IOException {
        cannotBeRead(trace -> op(3, 0).remove("t"), "the field 't' is missing");
    }

    @Test
    void aNumberThatIsNone() throws IOException {
        cannotBeRead(trace -> op(3, 0).put("t", "now"), "'t' is not a whole number");
    }

    @Test
    void aNiceValueThatDoesNotExist() throws IOException {
        cannotBeRead(trace -> op(3, 0).put("nice", 20), "(d04) operation 0", "between -20 and 19, not 20");
    }

    @Test
    void aFileThatIsCutOff() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write((traces.get(0) + "\n" + traces.get(1) + "\n").getBytes(StandardCharsets.UTF_8));
        }
        Files.write(dir.resolve("traces.jsonl.gz"), Arrays.copyOf(bytes.toByteArray(), bytes.size() - 20));
        ConformanceReport report = RunQueueConformance.run(dir);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable())
                .singleElement()
                .asString()
                .contains("traces.jsonl.gz")
                .contains("cut off");
    }

    @Test
    void aDirectoryThatIsMissingOrEmpty() {
        assertThat(RunQueueConformance.run(dir.resolve("absent")).unreadable())
                .singleElement()
                .asString()
                .contains("there is no directory")
                .contains("absent");
        assertThat(RunQueueConformance.run(dir).unreadable())
                .singleElement()
                .asString()
                .contains("no file of traces");
        assertThat(RunQueueConformance.run(dir).exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
    }

    @Test
    void aDifferentVectorOfLoadTracking() throws IOException {
        Files.writeString(dir.resolve("pelt.json"), "{\"decay\": [[46718, 0, 46717], [46718, 0, 46718]]}");
        ConformanceReport report = RunQueueConformance.run(dir);

        assertThat(report.tally("pelt.json").differences())
                .singleElement()
                .asString()
                .contains("decay[1]: decay expected 46718, got 46717");
        assertThat(report.matched()).isEqualTo(1);
    }

    @Test
    void anUnknownSectionOfLoadTracking() throws IOException {
        Files.writeString(dir.resolve("pelt.json"), "{\"decays\": []}");

        assertThat(RunQueueConformance.run(dir).unreadable())
                .singleElement()
                .asString()
                .contains("unknown section 'decays'")
                .contains("segments");
    }
}
