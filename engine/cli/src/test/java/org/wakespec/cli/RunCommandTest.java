// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.results.ResultReader;
import org.wakespec.results.Verdict;

class RunCommandTest {

    private static final String FEATURE = """
            Feature: Mine

              Scenario: A sync wakeup leaves a busy previous CPU
                Given an 80-core non-SMT LLC
                And A runs on CPU 0
                And B sleeps, last on CPU 10
                And CPU 10 is busy
                And A and B wake each other
                When A wakes B with WF_SYNC
                Then B is placed on CPU 1

              Scenario: Nothing but a wakeup
                Given an 80-core non-SMT LLC
                And A runs on CPU 0
                And B sleeps, last on CPU 10
                When A wakes B
                Then B is placed on CPU 10
            """;

    @TempDir
    Path dir;

    private Path write(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text);
    }

    @Test
    void printsWhereTheWakeeWentAndWhichRuleDecided() throws IOException {
        Cli cli = Cli.run(
                "run",
                "--policies",
                "linux-7.2,sync-pair-v4",
                write("mine.feature", FEATURE).toString());

        assertThat(cli.out())
                .contains(
                        "mine.feature  Mine",
                        "3: A sync wakeup leaves a busy previous CPU",
                        "linux-7.2     passed",
                        "CPU 1",
                        "sis:cpu-scan",
                        "sync-pair-v4  FAILED",
                        "CPU 0",
                        "sync-pair");
        assertThat(cli.out()).as("a failure prints the ladder").contains("select_task_rq_fair");
        assertThat(cli.out()).contains("3 passed, 1 failed");
        assertThat(cli.exit()).isEqualTo(1);
    }

    @Test
    void runsOneScenarioByItsLineAndKeepsTheResultFile() throws IOException {
        Path results = dir.resolve("out/results.jsonl");

        Cli cli = Cli.run("run", "--results", results.toString(), write("mine.feature", FEATURE) + ":14");

        assertThat(cli.out()).contains("Nothing but a wakeup", "1 passed").doesNotContain("A sync wakeup");
        assertThat(cli.exit()).isZero();
        assertThat(ResultReader.read(results).results()).singleElement().satisfies(result -> assertThat(result.line())
                .isEqualTo(12));
    }

    @Test
    void whatIsNoFeatureFileIsSaidInOneLine() throws IOException {
        Path empty = Files.createDirectories(dir.resolve("x.feature"));
        Path loop = Files.createSymbolicLink(dir.resolve("loop.feature"), Path.of("loop.feature"));

        assertThat(Cli.run("run", empty.toString()).err())
                .contains("nothing was run: no feature was found in " + empty)
                .hasLineCount(1);
        assertThat(Cli.run("run", loop.toString()).err())
                .contains("loop.feature is a link that leads to no file")
                .hasLineCount(1);
    }

    @Test
    void aDirectoryMayHoldALinkToItself() throws IOException {
        Path folder = Files.createDirectories(dir.resolve("folder"));
        Files.writeString(folder.resolve("mine.feature"), FEATURE);
        Files.createSymbolicLink(folder.resolve("self"), Path.of("."));

        assertThat(Cli.run("run", folder.toString()).out()).contains("\n2 passed");
    }

    @Test
    void runsScenariosByTheirTitle() throws IOException {
        String feature = write("mine.feature", FEATURE).toString();

        assertThat(Cli.run("run", "--name", "Nothing b.t", feature).out())
                .contains("Nothing but a wakeup", "1 passed")
                .doesNotContain("A sync wakeup");
        Cli none = Cli.run("run", "--name", "Nothing butt", feature);
        assertThat(none.out()).contains("nothing is left to run", "Nearest: 'Nothing but a wakeup'");
        assertThat(none.exit()).isEqualTo(2);
    }

    @Test
    void runsAPartOfTheBuiltInSuite() {
        Cli cli = Cli.run("run", "what-sync-promises.feature");

        assertThat(cli.err()).isEmpty();
        assertThat(cli.out()).contains("what-sync-promises.feature", "passed").doesNotContain("FAILED", "hints");
        assertThat(cli.exit()).isZero();
    }

    @Test
    void theEngineDoesNotLogWhatIsPrinted() throws IOException {
        Logger engine = Logger.getLogger("org.wakespec.engine");
        List<String> log = new ArrayList<>();
        Handler handler = new StreamHandler() {
            @Override
            public void publish(LogRecord logged) {
                log.add(logged.getMessage());
            }
        };
        engine.addHandler(handler);
        try {
            String gap = FEATURE.replaceFirst("  Scenario:", "  @known-gap:not-so\n  Scenario:")
                    .replace("on CPU 1\n", "on CPU 7\n");
            Cli cli = Cli.run("run", write("mine.feature", gap).toString());
            assertThat(cli.out()).contains("1 known-gap");
            assertThat(log).isEmpty();
            engine.warning("the handler hears");
            assertThat(log).containsExactly("the handler hears");
        } finally {
            engine.removeHandler(handler);
        }
    }

    @Test
    void quietPrintsOnlyWhatDidNotPass() throws IOException {
        Cli cli = Cli.run("run", "-q", write("mine.feature", FEATURE).toString());

        assertThat(cli.out().strip()).isEqualTo("2 passed");
    }

    @Test
    void failFastSkipsWhatComesAfterAFailure() throws IOException {
        Path results = dir.resolve("results.jsonl");
        Cli cli = Cli.run(
                "run",
                "--fail-fast",
                "--results",
                results.toString(),
                write("mine.feature", FEATURE.replace("CPU 1\n", "CPU 2\n")).toString());

        assertThat(cli.exit()).isEqualTo(1);
        assertThat(cli.out()).contains("1 failed").doesNotContain("passed");
        assertThat(ResultReader.read(results).results())
                .noneMatch(r -> r.scenario().equals("Nothing but a wakeup") && r.verdict() == Verdict.PASSED);
    }

    @Test
    void aBrokenFeatureFailsAndTheOthersRun() throws IOException {
        write("broken.feature", "Feature: Broken\n  Scenario: x\n    Given |\n    Wenn nothing\n");
        write("mine.feature", FEATURE);

        Cli cli = Cli.run("run", dir.toString());

        assertThat(cli.out()).contains("broken.feature", "FAILED", "2 passed, 1 failed");
        assertThat(cli.exit()).isEqualTo(1);
    }

    @Test
    void aWrongScenarioIsToldByItsLineAndNotByOurClasses() throws IOException {
        String feature = write("mine.feature", FEATURE.replace("runs on CPU 0", "runs on CPU 80"))
                .toString();

        Cli cli = Cli.run("run", feature + ":3");

        assertThat(cli.out())
                .contains("there is no CPU 80", "mine.feature:5  A runs on CPU 80")
                .doesNotContain("org.wakespec", ".java:");
        assertThat(Cli.run("run", "--verbose", feature + ":3").out()).contains("org.wakespec.steps");
    }

    @Test
    void aMistypedStepIsToldWithTheNearestOnes() throws IOException {
        Cli cli = Cli.run(
                "run",
                write("mine.feature", FEATURE.replace("A runs", "A rnus")).toString());

        assertThat(cli.out())
                .contains(
                        "mine.feature:5: no step definition matches 'A rnus on CPU 0'; nearest: '{task} runs on {cpu}'")
                .doesNotContain("PendingException");
    }

    @Test
    void aColumnTheExamplesDoNotHaveIsNamed() throws IOException {
        Cli cli = Cli.run(
                "run",
                write(
                                "mine.feature",
                                "Feature: Mine\n  Scenario Outline: x\n    Given an 8-core machine\n"
                                        + "    Given A runs on CPU <cpu>\n    Examples:\n      | core |\n      | 1 |\n")
                        .toString());

        assertThat(cli.out())
                .contains("mine.feature:4: ", "the Examples of line 5 have no column 'cpu'; columns: core");
    }

    @Test
    void whatIsNoFeatureIsToldWithTheNearestOnes() {
        Cli cli = Cli.run("run", "nowhere/what-sync-promise.feature");

        assertThat(cli.err())
                .contains("there is no file or directory nowhere/what-sync-promise.feature")
                .contains("Nearest: 'what-sync-promises.feature'");
        assertThat(cli.out()).isEmpty();
        assertThat(cli.exit()).isEqualTo(2);
        assertThat(Cli.run("run", "").err()).contains("the name of a feature is empty");
    }

    @Test
    void aDirectoryCalledLikeAFeatureIsADirectory() throws IOException {
        Files.createDirectories(dir.resolve("a.feature"));
        write("mine.feature", FEATURE);

        assertThat(Cli.run("run", dir.toString()).out()).contains("2 passed").doesNotContain("FAILED");
    }

    @Test
    void whatCannotBeWrittenIsToldBeforeAnythingRuns() throws IOException {
        String feature = write("mine.feature", FEATURE).toString();

        for (String option : new String[] {"--results", "--report"}) {
            Cli cli = Cli.run("run", option, dir.toString(), feature);

            assertThat(cli.err()).contains(dir + " cannot be written: it is a directory");
            assertThat(cli.out()).isEmpty();
            assertThat(cli.exit()).isEqualTo(2);
        }
    }

    @Test
    void nothingButABrokenFeatureIsNoRun() throws IOException {
        Cli cli = Cli.run(
                "run",
                write("broken.feature", "Feature: Broken\n  Scenario: x\n    Given a\n    Wenn nothing\n")
                        .toString());

        assertThat(cli.out() + cli.err()).contains("broken.feature");
        assertThat(cli.exit()).isEqualTo(2);
    }

    @Test
    void whatDiscoveryFindsOddIsAWarning() throws IOException {
        Cli cli = Cli.run(
                "run", write("odd.feature", FEATURE + "\n  Scenario: empty\n").toString());

        assertThat(cli.err())
                .startsWith("warning: ")
                .contains("odd.feature:19: ", "has no steps")
                .doesNotContain("org.junit");
        assertThat(cli.exit()).isZero();
    }

    @Test
    void anEmptyChoiceIsNoRun() throws IOException {
        Cli tags = Cli.run(
                "run", "--tags", "@nobody", write("mine.feature", FEATURE).toString());
        assertThat(tags.exit()).isEqualTo(2);
        assertThat(tags.out() + tags.err()).contains("@nobody").doesNotContain("\tat ");

        Cli folder =
                Cli.run("run", Files.createDirectories(dir.resolve("empty")).toString());
        assertThat(folder.exit()).isEqualTo(2);
        assertThat(folder.out() + folder.err()).doesNotContain("\tat ");

        Cli text = Cli.run("run", write("notes.txt", "none").toString());
        assertThat(text.exit()).isEqualTo(2);
        assertThat(text.err()).contains("notes.txt is not a feature file");
    }

    @Test
    void explainPrintsTheLadder() throws IOException {
        Cli cli = Cli.run("explain", write("mine.feature", FEATURE) + ":9", "--policy", "linux-7.2");

        assertThat(cli.out())
                .contains(
                        "A sync wakeup leaves a busy previous CPU",
                        "select_task_rq_fair",
                        "wake_affine_idle",
                        "select_idle_cpu",
                        "left unsaid");
        assertThat(cli.exit()).isZero();
    }

    @Test
    void stepsAreListedWithExamples() {
        Cli all = Cli.run("steps");
        assertThat(all.exit()).isZero();
        assertThat(all.out()).contains("WF_SYNC", "is placed on");

        Cli some = Cli.run("steps", "interrupt");
        assertThat(some.out().length()).isBetween(20, all.out().length() / 2);
        assertThat(Cli.run("steps", "porridge").exit()).isEqualTo(2);
    }
}
