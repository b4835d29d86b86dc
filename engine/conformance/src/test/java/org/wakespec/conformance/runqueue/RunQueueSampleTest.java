// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.conformance.ConformanceReport;
import org.wakespec.conformance.RecordReader;
import org.wakespec.simulator.runqueue.BrokenRules;
import org.wakespec.simulator.runqueue.Scheduler;

/** A sample of the recorded traces and vectors: all of it matches, and every broken rule shows in it. */
class RunQueueSampleTest {

    private static final List<String> TRACE_FILES = List.of(
            "debug_traces.json.xz",
            "traces.jsonl.xz",
            "traces-rt.jsonl.xz",
            "traces-slice-cache.jsonl.xz",
            "traces-workload.jsonl.xz");

    private static final List<Trace> TRACES = new ArrayList<>();
    private static JsonNode peltVectors;

    static Path sample() {
        try {
            return Path.of(RunQueueSampleTest.class.getResource("/runqueue").toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeAll
    static void readSample() {
        TRACES.clear();
        for (String name : TRACE_FILES) {
            Path file = sample().resolve(name);
            if (name.contains(".jsonl")) {
                try (RecordReader reader = RecordReader.open(file)) {
                    for (JsonNode node = reader.next(); node != null; node = reader.next()) {
                        TRACES.add(Trace.parse(node, reader.where()));
                    }
                }
            } else {
                RecordReader.document(file).forEach(node -> TRACES.add(Trace.parse(node, file.toString())));
            }
        }
        peltVectors = RecordReader.document(sample().resolve("pelt.json.xz"));
    }

    @Test
    void everyRecordedValueAfterEveryOperationIsEqual() {
        ConformanceReport report = RunQueueConformance.run(sample());

        assertThat(report.unreadable()).isEmpty();
        assertThat(report.tallies()).hasSize(TRACE_FILES.size() + 1).allSatisfy(tally -> {
            assertThat(tally.differences()).isEmpty();
            assertThat(tally.excluded()).isEmpty();
            assertThat(tally.compared()).isPositive().isEqualTo(tally.matched());
        });
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
    }

    @Test
    void theSampleHoldsEveryOperation() {
        assertThat(TRACES.stream()
                        .flatMap(trace -> StreamSupport.stream(trace.ops.spliterator(), false))
                        .map(op -> op.get("op").asText())
                        .distinct())
                .containsExactlyInAnyOrder(
                        "fork",
                        "wake",
                        "schedule",
                        "block",
                        "exit",
                        "tick",
                        "hrtick",
                        "account",
                        "yield",
                        "yield_to",
                        "nice",
                        "setattr",
                        "migrate",
                        "update_blocked",
                        "freq",
                        "rt_start",
                        "rt_stop");
    }

    static Stream<String> brokenRules() {
        return StreamSupport.stream(BrokenRules.names().spliterator(), false);
    }

    @Test
    void enoughRulesAreBroken() {
        assertThat(BrokenRules.count()).isGreaterThanOrEqualTo(30);
    }

    @ParameterizedTest
    @MethodSource("brokenRules")
    void aBrokenRuleIsNoticed(String rule) {
        assertThat(firstDifference(rule)).as("first difference with: " + rule).isNotNull();
    }

    /** Where the broken rule shows first, or null. */
    private static String firstDifference(String rule) {
        ConformanceReport report = new ConformanceReport(rule, 1);
        new PeltConformance(BrokenRules.pelt(rule), report.tally("pelt"), "pelt.json").compare(peltVectors);
        if (report.matched() != report.compared()) {
            return report.tally("pelt").differences().get(0);
        }
        for (Trace trace : TRACES) {
            Scheduler sched = BrokenRules.scheduler(rule, trace.topology(), trace.config);
            TraceReplay replay = new TraceReplay(trace, sched);
            while (replay.hasNext()) {
                List<String> differences = replay.step();
                if (!differences.isEmpty()) {
                    return replay.place() + ": " + differences;
                }
            }
        }
        return null;
    }
}
