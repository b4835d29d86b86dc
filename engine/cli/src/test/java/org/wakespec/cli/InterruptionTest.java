// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultReader;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** Processes that are told to end, by signals, while they run. */
class InterruptionTest {

    /** The first scenario is over at once; the second takes as long as it is let. */
    private static final String FEATURE = """
            Feature: Long

              Scenario: At once
                Given an 80-core non-SMT LLC
                And A runs on CPU 0
                And B sleeps, last on CPU 10
                When A wakes B with WF_SYNC
                Then B is placed on CPU 10

              Scenario: Long
                Given the machine "smp-8"
                When the program "perf bench sched pipe -l 2000000000" runs to its end
                Then one operation took at most 5 us

              Scenario: Never reached
                Given the machine "smp-8"
                When the program "perf bench sched pipe -l 10" runs to its end
                Then one operation took at most 50 us
            """;

    @TempDir
    Path dir;

    private String feature;

    @BeforeEach
    void needsSignals() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "needs POSIX signals");
        feature = Files.writeString(dir.resolve("long.feature"), FEATURE).toString();
    }

    /** Runs a command until its result file has a result, then ends it by SIGTERM. */
    private Cli terminated(Path results, String... args) throws Exception {
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Wakespec.class.getName()));
        line.addAll(Arrays.asList(args));
        Path out = dir.resolve("out");
        Path err = dir.resolve("err");
        Process process = new ProcessBuilder(line)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            while (process.isAlive()
                    && !(Files.exists(results) && Files.readString(results).contains("At once]"))) {
                process.waitFor(50, TimeUnit.MILLISECONDS);
            }
            process.destroy();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Cli(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void runTellsWhatRan() throws Exception {
        Path results = dir.resolve("results.jsonl");
        Path page = dir.resolve("page.html");

        Cli cli = terminated(results, "run", "--results", results.toString(), "--report", page.toString(), feature);

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(128 + 15);
        assertThat(cli.out()).contains("At once", "1 passed; 2 not run").doesNotContain("FAILED", "SKIPPED");
        assertThat(cli.err()).contains("interrupted").doesNotContain("Exception", "\tat ");
        assertThat(page).content().contains("Interrupted run");
        ResultFile file = ResultReader.read(results);
        assertThat(file.results()).hasSize(3);
        assertThat(file.results().stream().filter(ScenarioResult::isBrokenOff)).hasSize(2);
        assertThat(file.results().get(0).verdict()).isEqualTo(Verdict.PASSED);
        Cli base = Cli.run("gate", "--candidate", "no-sync", "--base-results", results.toString(), feature);
        assertThat(base.err()).contains("a base has to be complete");
        assertThat(base.exit()).isEqualTo(2);
    }

    @Test
    void gateComparesWhatRanAndIsNoPass() throws Exception {
        Path results = dir.resolve("results.jsonl");
        Path verdict = dir.resolve("verdict.json");

        Cli cli = terminated(
                results,
                "gate",
                "--candidate",
                "no-sync",
                "--results",
                results.toString(),
                "--json=" + verdict,
                feature);

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(128 + 15);
        assertThat(cli.out()).contains("FAIL", "broken off");
        assertThat(cli.err()).doesNotContain("Exception", "\tat ");
        assertThat(verdict).content().contains("\"verdict\" : \"fail\"");
    }
}
