// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.results.Attachment;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** Result files as they are written, and what views make of them. */
class ResultsTest {

    private static final String HEADER =
            "{\"type\":\"run\",\"schema\":1,\"engine\":\"e\",\"run\":\"%s\",\"label\":\"policy\",\"variants\":[{\"name\":\"linux-7.2\",\"title\":\"t\",\"standing\":\"s\"}],\"selection\":{}}\n";
    private static final String RESULT =
            "{\"type\":\"scenario\",\"id\":\"[engine:wakespec]/[feature:f]/[scenario:%1$s]/[policy:%2$s]\",\"feature\":\"src/test/resources/f.feature\",\"line\":%3$d,\"featureName\":\"F\",\"scenario\":\"%1$s\",\"tags\":[],\"variant\":\"%2$s\",\"verdict\":\"%4$s\",\"message\":\"expected: x\\n but was: y\",\"frames\":[\"org.A.b(A.java:1)\",\"\u273d.Then x(src/test/resources/f.feature:%5$d)\"]}\n";
    private static final String SUMMARY =
            "{\"type\":\"summary\",\"total\":1,\"verdicts\":{\"passed\":1,\"failed\":0,\"undecided\":0,\"known-gap\":0,\"skipped\":0}}\n";

    @TempDir
    Path folder;

    private static String result(String scenario, String policy, int line, String verdict) {
        return RESULT.formatted(scenario, policy, line, verdict, line + 4);
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    @Test
    void a_file_is_followed_while_it_is_written() throws IOException {
        Path file = folder.resolve("results.jsonl");
        ResultFollower follower = new ResultFollower(file);
        assertThat(follower.poll()).isEmpty();
        append(
                file,
                HEADER.formatted("one") + result("S", "linux-7.2", 3, "passed").substring(0, 40));
        assertThat(follower.poll()).map(RunModel::summary).contains("no results yet");
        assertThat(follower.poll()).isEmpty();
        append(file, result("S", "linux-7.2", 3, "passed").substring(40));
        assertThat(follower.poll()).map(RunModel::summary).contains("1 results, 0 failed, the run goes on");
        append(file, result("S", "no-sync", 3, "failed") + SUMMARY);
        RunModel run = follower.poll().orElseThrow();
        assertThat(run.isComplete()).isTrue();
        assertThat(run.variants()).containsExactly("linux-7.2", "no-sync");
        assertThat(run.scenarios()).singleElement().satisfies(s -> {
            assertThat(s.results()).containsOnlyKeys("linux-7.2", "no-sync");
            assertThat(s.verdict()).isEqualTo(Verdict.FAILED);
        });
        assertThat(follower.poll()).isEmpty();
    }

    @Test
    void another_run_in_the_same_file_is_read_anew() throws IOException {
        Path file = folder.resolve("results.jsonl");
        ResultFollower follower = new ResultFollower(file);
        append(file, HEADER.formatted("one") + result("S", "linux-7.2", 3, "passed") + SUMMARY);
        assertThat(follower.poll().orElseThrow().isComplete()).isTrue();
        Files.writeString(
                file,
                HEADER.formatted("two")
                        + result("T", "linux-7.2", 9, "passed")
                        + result("U", "linux-7.2", 12, "passed"));
        RunModel run = follower.poll().orElseThrow();
        assertThat(run.isComplete()).isFalse();
        assertThat(run.scenarios()).map(RunModel.Scenario::title).containsExactly("T", "U");
        Files.delete(file);
        assertThat(follower.poll()).map(RunModel::summary).contains("no results yet");
    }

    @Test
    void a_foreign_file_is_a_problem_with_its_place() throws IOException {
        Path file = folder.resolve("results.jsonl");
        append(file, "hello\n");
        ResultFollower follower = new ResultFollower(file);
        assertThat(follower.poll().orElseThrow().problem()).contains("results.jsonl:1: not a Wakespec result file");
        assertThat(follower.poll()).isEmpty();
    }

    private RunModel run(String... lines) throws IOException {
        Path file = folder.resolve("run.jsonl");
        Files.writeString(file, HEADER.formatted("x") + String.join("", lines) + SUMMARY);
        return new ResultFollower(file).poll().orElseThrow();
    }

    @Test
    void failures_stand_at_the_step_with_all_their_policies() throws IOException {
        RunModel run = run(
                result("S", "linux-7.2", 3, "failed"),
                result("S", "no-sync", 3, "failed"),
                result("T", "linux-7.2", 20, "passed"));
        assertThat(Failures.of(run))
                .containsExactly(new Failures.Failure(
                        "src/test/resources/f.feature", 7, "[linux-7.2, no-sync] expected: x but was: y"));
    }

    @Test
    void only_failures_are_run_again_under_the_policies_they_failed_under() throws IOException {
        RunModel run = run(
                result("S", "linux-7.2", 3, "failed"),
                result("S", "no-sync", 3, "passed"),
                result("T", "linux-7.2", 20, "passed"));
        RunSelection selection = RunSelection.failed(run, path -> path).orElseThrow();
        assertThat(selection.uniqueId()).isEqualTo("[engine:wakespec]/[feature:src%2Ftest%2Fresources%2Ff.feature]");
        assertThat(selection.properties())
                .containsEntry("wakespec.features", "src/test/resources/f.feature:3")
                .containsEntry("wakespec.policies", "linux-7.2");
        assertThat(RunSelection.failed(run(result("T", "linux-7.2", 20, "passed")), path -> path))
                .isEmpty();
    }

    @Test
    void a_scenario_is_found_by_line_and_by_unique_id() throws IOException {
        RunModel run = run(result("S", "linux-7.2", 3, "passed"), result("T", "linux-7.2", 20, "passed"));
        assertThat(run.at("src/test/resources/f.feature", 2, 9))
                .map(RunModel.Scenario::title)
                .contains("S");
        assertThat(run.at("src/test/resources/f.feature", 10, 19)).isEmpty();
        assertThat(run.byId("[engine:wakespec]/[feature:f]/[scenario:T]/[policy:linux-7.2]"))
                .map(e -> e.getKey().title())
                .contains("T");
        assertThat(run.byId("[engine:wakespec]/[feature:f]/[scenario:T]"))
                .map(Map.Entry::getValue)
                .contains("linux-7.2");
        assertThat(run.byId("[engine:wakespec]/[feature:g]")).isEmpty();
        assertThat(RunModel.samePath("classpath:a/f.feature", "src/test/resources/a/f.feature"))
                .isTrue();
        assertThat(RunModel.samePath("a/f.feature", "b/f.feature")).isFalse();
    }

    private static ScenarioResult attached(String mediaType, String text) {
        return ScenarioResult.builder()
                .id("i")
                .verdict(Verdict.PASSED)
                .attachments(List.of(new Attachment("a", mediaType, text.getBytes(StandardCharsets.UTF_8))))
                .build();
    }

    private static final String DECISIONS = """
            {"format":1,"policy":"linux-7.2","machine":"m","decisions":[{"task":"B","waker":"A","wakerCpu":0,"context":"task context",
            "prevCpu":1,"flags":["WF_SYNC"],"path":"selected","selectedCpu":9,"cpu":9,"by":"a|b","scanned":3,"queued":"direct","summary":"B",
            "ladder":[{"rung":"wake_affine","depth":0,"answer":"this","rule":"a","cpu":0},
            {"rung":"scan","depth":1,"rule":"b","cpu":9,"saw":{"nr":4},"probes":[[8,false],[9,true]]},{"rung":"after","depth":0}]}],
            "defaults":[],"questions":{"scan":"which CPU is idle?"},"meanings":{"b":"an idle CPU"}}""";

    @Test
    void the_ladder_marks_the_rung_that_decided() {
        Decisions decisions =
                Decisions.of(attached(Decisions.MEDIA_TYPE, DECISIONS)).orElseThrow();
        List<LadderRow> rows = LadderRow.of(decisions.decisions().get(0), decisions.words());
        assertThat(rows).map(LadderRow::isDeciding).containsExactly(false, true, false);
        assertThat(rows.get(1))
                .isEqualTo(new LadderRow(
                        "  scan", "b → CPU 9", "nr=4, probed 8 busy, 9 idle", "which CPU is idle?\nan idle CPU", true));
        assertThat(Decisions.of(attached(Decisions.MEDIA_TYPE, "{\"format\":2}")))
                .isEmpty();
        assertThat(Decisions.of(attached("text/plain", DECISIONS))).isEmpty();
    }

    @Test
    void a_machine_is_laid_out_with_every_cpu_once_and_nothing_overlapping() {
        MachineShape shape = MachineShape.parse("""
                        {"format":1,"machine":"m","summary":"8 CPUs","cpus":8,"packages":["0-7"],"nodes":["0-7"],"llcs":["0-1,4-5","2-3,6-7"],
                        "clusters":["0,4","1,5","2,6","3,7"],"cores":["0,4","1,5","2,6","3,7"],"offline":"7","busy":["0,2-3"]}""").orElseThrow();
        assertThat(shape.levels()).map(MachineShape.Level::kind).containsExactly("package", "node", "LLC", "core");
        assertThat(shape.busy().get(0)).isEqualTo(BitSet.valueOf(new long[] {0b1101}));
        MachineLayout layout = MachineLayout.of(shape);
        assertThat(layout.cells()).map(MachineLayout.Box::cpu).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(layout.boxes()).map(MachineLayout.Box::label).contains("LLC 0", "LLC 1");
        for (MachineLayout.Box cell : layout.cells()) {
            assertThat(layout.cpuAt(cell.x() + 1, cell.y() + 1)).hasValue(cell.cpu());
            assertThat(cell.x() + cell.width()).isLessThanOrEqualTo(layout.width());
            assertThat(cell.y() + cell.height()).isLessThanOrEqualTo(layout.height());
            assertThat(layout.cells().stream()
                            .filter(o -> o != cell)
                            .filter(o -> o.x() < cell.x() + cell.width()
                                    && cell.x() < o.x() + o.width()
                                    && o.y() < cell.y() + cell.height()
                                    && cell.y() < o.y() + o.height()))
                    .isEmpty();
        }
        assertThat(layout.cpuAt(-1, 0)).isEmpty();
    }

    @Test
    void without_a_machine_the_cpus_that_were_named_are_drawn() {
        MachineShape shape =
                MachineShape.of(attached(Decisions.MEDIA_TYPE, DECISIONS)).orElseThrow();
        assertThat(shape.cpus()).isEqualTo(10);
        assertThat(MachineLayout.of(shape).cells()).hasSize(10);
    }

    @Test
    void what_a_program_printed_on_several_seeds_is_a_spread() {
        String bySeed = "{\"format\":1,\"policy\":\"p\",\"machine\":\"m\",\"program\":\"x\",\"runs\":["
                + "{\"seed\":1,\"figures\":{\"usec/op\":2.5,\"per second\":400000},\"counters\":{}},"
                + "{\"seed\":2,\"figures\":{\"usec/op\":4.25,\"per second\":235294.5},\"counters\":{}},"
                + "{\"seed\":3,\"figures\":{\"usec/op\":3,\"per second\":333333},\"counters\":{}}]}";
        String measured = "{\"format\":1,\"from\":0,\"ns\":5,\"figures\":[],\"counters\":{},\"histograms\":[]}";
        List<RunEvidence.Spread> spreads =
                RunEvidence.of("", measured, bySeed).orElseThrow().spreads();
        assertThat(spreads).map(RunEvidence.Spread::name).containsExactly("usec/op, by seed", "per second, by seed");
        assertThat(spreads.get(0).summary()).isEqualTo("3 samples, 50% 3 us, 100% 4.25 us");
        assertThat(spreads.get(1).summary()).isEqualTo("3 samples, 50% 333333, 100% 400000");
        assertThat(Charts.histogram(List.of(spreads.get(0))).get(0).highest()).isEqualTo(1.0 / 3);

        String oneSeed = bySeed.replaceAll(",\\{\"seed\":[23].*?\\}\\}(?=[,\\]])", "");
        assertThat(RunEvidence.of("", measured, oneSeed).orElseThrow().spreads())
                .isEmpty();
    }

    @Test
    void what_another_policy_would_have_decided_is_told_with_the_state() {
        String pairs = "{\"format\":1,\"base\":\"linux-7.2\",\"candidate\":\"x\",\"machine\":\"m\",\"decisions\":40,"
                + "\"changes\":3,\"groups\":[{\"count\":3,\"baseCpu\":1,\"baseBy\":\"sis:prev-idle\",\"cpu\":0,"
                + "\"by\":\"sync-pair\",\"facts\":{\"wf-sync\":true,\"wide\":false,\"kind\":\"wakeup\"},"
                + "\"steps\":[\"Given A runs on CPU 0\",\"When A wakes B with WF_SYNC\"]}]}";
        Comparison comparison =
                Comparison.of(attached(Comparison.MEDIA_TYPE, pairs)).orElseThrow();
        assertThat(comparison.text()).isEqualTo("""
                        3 of 40 decisions differ from what linux-7.2 decides on the same state
                          3 x CPU 1 by sis:prev-idle -> CPU 0 by sync-pair
                            where wf-sync, kind=wakeup
                              Given A runs on CPU 0
                              When A wakes B with WF_SYNC
                        """);
        assertThat(Comparison.parse(pairs.replace("\"format\":1", "\"format\":2")))
                .isEmpty();
        assertThat(Comparison.parse("{")).isEmpty();
    }

    @Test
    void timelines_and_histograms_are_read() {
        RunEvidence evidence = RunEvidence.of(
                        "{\"format\":1,\"from\":100,\"until\":900,\"end\":1000,\"tasks\":[\"A\"],\"running\":[2,0,5,10],\"waiting\":[3,0,0,5]}",
                        "{\"format\":1,\"from\":0,\"ns\":5,\"figures\":[{\"name\":\"us per operation\",\"value\":2.5,\"better\":\"less\"}],\"counters\":{},\"histograms\":[{\"name\":\"waits of A\",\"unit\":\"us\",\"count\":4,\"percentiles\":{\"0\":1,\"50\":2,\"100\":8},\"buckets\":[[1,2,3],[8,9,1]]}]}",
                        "")
                .orElseThrow();
        assertThat(evidence.runs())
                .containsExactly(
                        new RunEvidence.Run("A", 3, 100, 105, true), new RunEvidence.Run("A", 2, 105, 115, false));
        assertThat(evidence.figures()).containsExactly("us per operation: 2.5");
        RunEvidence.Spread spread = evidence.spreads().get(0);
        assertThat(spread.summary()).isEqualTo("4 samples, 50% 2 us, 100% 8 us");
        Charts.Bars bars = Charts.histogram(List.of(spread)).get(0);
        assertThat(bars.highest()).isEqualTo(0.75);
        assertThat(bars.valueAt(0)).isEqualTo(1000);
        assertThat(bars.valueAt(1)).isEqualTo(9000);
        assertThat(RunEvidence.of("", "", "")).isEmpty();
        assertThat(Charts.rows(evidence)).containsExactly(2, 3);
        assertThat(List.of(
                        RunEvidence.words(7),
                        RunEvidence.words(1500),
                        RunEvidence.words(2_000_000),
                        RunEvidence.words(250_000_000_000L)))
                .containsExactly("7 ns", "1.5 us", "2 ms", "250 s");
    }
}
