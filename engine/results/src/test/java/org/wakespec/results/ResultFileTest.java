// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The result file: what is written is what is read, at any time. */
class ResultFileTest {

    @TempDir
    Path directory;

    static RunHeader header(String started) {
        return new RunHeader(
                "1.0",
                "abc",
                "policy",
                List.of(new RunHeader.VariantEntry("linux-7.2", "mainline", "exact")),
                Map.of("wakespec.tags", "@sync", "wakespec.features", "a.feature"),
                Optional.of(new Times(started, 0)));
    }

    static ScenarioResult full() {
        Map<String, String> cells = new LinkedHashMap<>();
        cells.put("waker", "3");
        cells.put("cpu", "\u201e5\u201c | \ud83d\ude00");
        return ScenarioResult.builder()
                .id("[engine:wakespec]/[feature:a]")
                .feature("a.feature", "Sync")
                .rule("A rule")
                .scenario("Outline <cpu>", 12)
                .example(new ExampleRow("few", 12, cells))
                .tags(List.of("@sync", "@policy:linux-7.2"))
                .variant("linux-7.2")
                .verdict(Verdict.FAILED)
                .message("expected 5\nwas \"6\"")
                .frames(List.of("acme.Steps.x(Steps.java:3)", "\u273d.x(a.feature:12)"))
                .log(List.of("one", "two"))
                .attachments(List.of(
                        Attachment.text("ladder", "text/plain", "rung\n"),
                        Attachment.text("decisions", "application/vnd.wakespec.decisions+json", "{}"),
                        new Attachment("", "image/png", new byte[] {0, -1, 2})))
                .times(new Times("2026-01-01T00:00:00Z", 5))
                .build();
    }

    static ScenarioResult small(int line, String variant, Verdict verdict, long nanos) {
        return ScenarioResult.builder()
                .id("id-" + line + variant)
                .feature("b.feature", "B")
                .scenario("S" + line, line)
                .variant(variant)
                .verdict(verdict)
                .times(new Times("2026-01-01T00:00:00Z", nanos))
                .build();
    }

    @Test
    void what_is_written_is_read() throws Exception {
        Path file = directory.resolve("deep/er/results.jsonl");
        try (ResultWriter writer = ResultWriter.create(file, header("t0"))) {
            writer.write(new FeatureSource("a/b.feature", "Feature: \"b\"\n"));
            writer.write(full());
            writer.write(small(1, "linux-7.2", Verdict.PASSED, 1));
            writer.finish(new Times("t0", 9));
        }
        ResultFile read = ResultReader.read(file);
        assertThat(read.header()).isEqualTo(header("t0"));
        assertThat(read.features()).containsExactly(new FeatureSource("a/b.feature", "Feature: \"b\"\n"));
        assertThat(read.sorted().canonical()).contains("{\"type\":\"feature\",\"feature\":\"a/b.feature\"");
        assertThat(read.results()).hasSize(2);
        assertThat(read.results().get(0)).usingRecursiveComparison().isEqualTo(full());
        assertThat(read.summary().orElseThrow().text()).isEqualTo("1 passed, 1 failed");
        assertThat(read.summary().orElseThrow().isSuccess()).isFalse();
        assertThat(read.summary().orElseThrow())
                .isEqualTo(RunSummary.of(read.results(), Optional.of(new Times("t0", 9))));
        assertThat(read.truncation()).isEmpty();
    }

    @Test
    void every_line_is_an_instance_of_the_published_schema() throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ResultWriter writer = ResultWriter.open(out, header("t0"))) {
            writer.write(new FeatureSource("a/b.feature", "Feature: b"));
            writer.write(full());
            for (Verdict verdict : Verdict.values()) {
                writer.write(small(1, "", verdict, 1));
            }
            writer.finish(new Times("t0", 9));
        }
        PublishedSchema schema = new PublishedSchema();
        out.toString(StandardCharsets.UTF_8)
                .lines()
                .forEach(line -> assertThat(schema.problems(line)).as(line).isEmpty());
        assertThat(schema.problems("{\"type\":\"scenario\"}"))
                .as("negative control")
                .isNotEmpty();
        assertThat(schema.problems(out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .skip(2)
                        .findFirst()
                        .orElseThrow()
                        .replace("\"failed\"", "\"broken\"")))
                .as("negative control")
                .isNotEmpty();
    }

    @Test
    void the_file_can_be_read_while_it_grows() throws Exception {
        Path file = directory.resolve("growing.jsonl");
        try (ResultWriter writer = ResultWriter.create(file, header("t0"))) {
            assertThat(ResultReader.read(file).results()).isEmpty();
            for (int i = 1; i <= 3; i++) {
                writer.write(small(i, "a", Verdict.PASSED, 1));
                ResultFile soFar = ResultReader.read(file);
                assertThat(soFar.results()).hasSize(i);
                assertThat(soFar.isComplete()).isFalse();
                assertThat(soFar.counts().total()).isEqualTo(i);
            }
        }
        assertThat(ResultReader.read(file).isComplete())
                .as("closed without a summary")
                .isFalse();
    }

    @Test
    void a_line_that_is_cut_off_is_left_out_and_reported() throws Exception {
        String text = written(List.of(small(1, "a", Verdict.PASSED, 1), small(2, "a", Verdict.PASSED, 1)));
        String[] lines = text.split("\n");
        String whole = lines[0] + "\n" + lines[1] + "\n";
        for (int length = 1; length <= lines[2].length(); length++) {
            ResultFile read = ResultReader.read("r.jsonl", whole + lines[2].substring(0, length));
            assertThat(read.results()).hasSize(1);
            assertThat(read.truncation())
                    .contains("r.jsonl:3: the last line is cut off after " + length + " characters; it is left out");
        }
    }

    @Test
    void whatCouldChangeATerminalIsNotPrinted() {
        assertThatThrownBy(() -> ResultReader.read("x", "\u001b[2Jgone\u0007\ufffd\u202e\n"))
                .hasMessageEndingWith("found ?[2Jgone???");
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "''; not a Wakespec result file: it is empty",
                "hello; x:1: not a Wakespec result file: expected one JSON object per line, found hello",
                "[1]; x:1: not a Wakespec result file",
                "{\"type\":\"meta\"}; the first line must be a header",
                "{\"type\":\"run\",\"schema\":7}; schema 7 is not known; this version reads schema 1",
                "{\"type\":\"run\",\"schema\":1}; the text field 'engine' is missing"
            })
    void foreign_files(String text, String message) {
        assertThatThrownBy(() -> ResultReader.read("x", text + "\n"))
                .isInstanceOf(ResultFormatException.class)
                .hasMessageContaining(message.split(";")[0]);
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "{broken; x:2: not valid JSON",
                "{\"type\":\"other\"}; x:2: unknown type 'other'",
                "{\"type\":\"run\",\"schema\":1}; x:2: a second header",
                "{\"type\":\"scenario\"}; x:2: the text field 'verdict' is missing",
                "{\"type\":\"scenario\",\"verdict\":\"good\",\"id\":\"\",\"feature\":\"\",\"scenario\":\"\",\"variant\":\"\"}; x:2: unknown verdict 'good'"
            })
    void damaged_files(String line, String message) throws Exception {
        String first = written(List.of()).split("\n")[0];
        assertThatThrownBy(() -> ResultReader.read("x", first + "\n" + line + "\n"))
                .isInstanceOf(ResultFormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void nothing_follows_the_summary() throws Exception {
        String text = written(List.of(small(1, "a", Verdict.PASSED, 1)));
        assertThatThrownBy(() -> ResultReader.read("x", text + text.split("\n")[1] + "\n"))
                .hasMessage("x:4: nothing may follow the summary line");
    }

    @Test
    void fields_of_later_versions_are_passed_over() throws Exception {
        String text = written(List.of(small(1, "a", Verdict.PASSED, 1)))
                .replace("\"variant\"", "\"new\":{\"a\":[1]},\"variant\"");
        assertThat(ResultReader.read("x", text).results()).hasSize(1);
    }

    @Test
    void equal_runs_are_equal_in_canonical_form() throws Exception {
        List<ScenarioResult> results = new ArrayList<>();
        List<ScenarioResult> slower = new ArrayList<>();
        for (int line = 1; line <= 20; line++) {
            for (String variant : List.of("a", "b")) {
                results.add(small(line, variant, Verdict.PASSED, line));
                slower.add(small(line, variant, Verdict.PASSED, 1_000 + line));
            }
        }
        String canonical = ResultReader.read("x", written(results)).canonical();
        Random random = new Random(1);
        for (int i = 0; i < 10; i++) {
            Collections.shuffle(slower, random);
            assertThat(ResultReader.read("x", written(slower)).canonical()).isEqualTo(canonical);
        }
        slower.set(3, small(2, "b", Verdict.FAILED, 1));
        assertThat(ResultReader.read("x", written(slower)).canonical())
                .as("negative control")
                .isNotEqualTo(canonical);
        assertThat(ResultReader.read("x", canonical).canonical())
                .as("a fixed point")
                .isEqualTo(canonical);
    }

    @Test
    void threads_do_not_mix_lines() throws Exception {
        Path file = directory.resolve("threads.jsonl");
        try (ResultWriter writer = ResultWriter.create(file, header("t0"))) {
            ExecutorService threads = Executors.newFixedThreadPool(8);
            for (int i = 0; i < 400; i++) {
                int line = i;
                threads.submit(() -> {
                    writer.write(small(line, "a", Verdict.PASSED, 1));
                    return null;
                });
            }
            threads.shutdown();
            assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            assertThat(writer.finish(new Times("t0", 1)).total()).isEqualTo(400);
        }
        assertThat(ResultReader.read(file).sorted().results())
                .extracting(ScenarioResult::line)
                .containsExactlyElementsOf(IntStream.range(0, 400).boxed().toList());
    }

    @Test
    void writing_to_a_closed_file_says_so() throws Exception {
        ResultWriter writer = ResultWriter.open(OutputStream.nullOutputStream(), header("t0"));
        writer.close();
        assertThatThrownBy(() -> writer.write(full()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
    }

    @Test
    void broken_text_stays_one_line_of_json() throws Exception {
        ScenarioResult result = ScenarioResult.builder()
                .id("x")
                .scenario("\ud83d alone \u0000 \u2028", 1)
                .verdict(Verdict.PASSED)
                .build();
        JsonNode node = new ObjectMapper().readTree(written(List.of(result)).split("\n")[1]);
        assertThat(node.path("scenario").asText()).contains("alone");
    }

    static String written(List<ScenarioResult> results) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ResultWriter writer = ResultWriter.open(out, header("t" + results.size()))) {
            for (ScenarioResult result : results) {
                writer.write(result);
            }
            writer.finish(new Times("t0", results.size()));
        }
        return out.toString(StandardCharsets.UTF_8);
    }
}
