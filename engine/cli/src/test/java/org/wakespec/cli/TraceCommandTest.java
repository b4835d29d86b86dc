// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceCommandTest {

    private static final String PIPE = "perf bench sched pipe -l 20";

    @TempDir
    Path dir;

    private Path feature() throws IOException {
        return Files.writeString(dir.resolve("ping.feature"), """
                Feature: Ping

                  Scenario: Two tasks in turn
                    Given an 8-core non-SMT LLC
                    And worker computes 1 ms whenever it is woken
                    And boss computes 1 ms and wakes worker in turn
                    When the machine runs for 20 ms

                  Scenario: Nothing runs
                    Given an 8-core non-SMT LLC
                    And A runs on CPU 0
                    And B sleeps, last on CPU 1
                    When A wakes B
                    Then B is placed on CPU 1
                """);
    }

    @Test
    void aProgramIsTracedToStandardOutput() {
        Cli cli = Cli.run("trace", PIPE, "--machine", "smp-2", "--policy", "sync-pair-v4");

        assertThat(cli.exit()).isZero();
        assertThat(cli.out())
                .startsWith("# tracer: nop\n#\n# perf bench sched pipe -l 20, policy sync-pair-v4, machine smp-2\n")
                .contains("sched_switch: prev_comm=sched-pipe", "select_task_rq: comm=sched-pipe", "by=");
        assertThat(cli.err()).endsWith(" events" + System.lineSeparator());

        Cli quiet = Cli.run("trace", PIPE, "--machine", "smp-2", "--policy", "sync-pair-v4", "-q");
        assertThat(quiet.err()).isEmpty();
        assertThat(quiet.out()).isEqualTo(cli.out());
    }

    @ParameterizedTest
    @CsvSource({"x.dat, trace.dat", "x.pftrace, perfetto", "x.perfetto-trace, perfetto", "x.jsonl, jsonl", "x.csv, csv"
    })
    void theEndingOfTheFileTellsTheFormat(String name, String format) throws IOException {
        Path byEnding = dir.resolve(name);
        Path byName = dir.resolve("other");

        assertThat(Cli.run("trace", PIPE, "--machine", "smp-2", "-o", byEnding.toString())
                        .exit())
                .isZero();
        assertThat(Cli.run("trace", PIPE, "--machine", "smp-2", "--format", format, "-o", byName.toString())
                        .exit())
                .isZero();

        assertThat(Files.readAllBytes(byEnding)).isEqualTo(Files.readAllBytes(byName));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x.foo     | end in '.foo';",
                "x.pftrce  | did you mean '.pftrace'?",
                "x.json    | did you mean '.jsonl'?",
                "x.txt.gz  | end in '.gz'",
            })
    void anUnknownEndingIsRefusedBeforeAnythingRuns(String name, String message) {
        Path out = dir.resolve(name);

        Cli cli = Cli.run("trace", PIPE, "--machine", "smp-2", "-o", out.toString());

        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err())
                .contains(message, "-o " + out, ".txt (text), .dat (trace.dat)", "or say which with --format")
                .doesNotContain("\tat ");
        assertThat(out).doesNotExist();
    }

    @Test
    void aFormatThatIsNamedAllowsAnyEnding() {
        Path out = dir.resolve("x.foo");
        Path none = dir.resolve("plain");

        assertThat(Cli.run("trace", PIPE, "--machine", "smp-2", "--format", "text", "-o", out.toString())
                        .exit())
                .isZero();
        assertThat(Cli.run("trace", PIPE, "--machine", "smp-2", "-o", none.toString())
                        .exit())
                .isZero();

        assertThat(none).hasSameTextualContentAs(out);
    }

    @Test
    void laddersAreKeptIfAskedFor() {
        String with = Cli.run("trace", PIPE, "--machine", "smp-2", "--format", "jsonl", "--ladder")
                .out();
        String without = Cli.run("trace", PIPE, "--machine", "smp-2", "--format", "jsonl")
                .out();

        assertThat(with).contains("\"ladder\":[{\"rung\":\"select_task_rq_fair\"");
        assertThat(without).doesNotContain("\"ladder\"").contains("\"by\":");
    }

    @Test
    void ticksAndBalancePassesAreThereIfAskedFor() throws IOException {
        String machine = "an 8-core non-SMT LLC";
        assertThat(Cli.run("trace", "perf bench sched pipe -l 2000", "--machine", machine, "--passes")
                        .out())
                .contains(": sched_tick: cpu=0", ": sched_balance_rq: cpu=0 moved=0");
        String scenario = feature() + ":3";
        assertThat(Cli.run("trace", scenario, "--passes").out()).contains(": sched_tick: cpu=");
        assertThat(Cli.run("trace", scenario).out()).doesNotContain("sched_tick", "sched_balance_rq");
    }

    @Test
    void aScenarioIsTraced() throws IOException {
        Path out = dir.resolve("ping.txt");

        Cli cli = Cli.run("trace", feature() + ":3", "-o", out.toString());

        assertThat(cli.err()).contains("ping.txt: text, ");
        assertThat(cli.exit()).isZero();
        assertThat(Files.readString(out))
                .contains("# Two tasks in turn, policy linux-7.2, machine ", "sched_waking: comm=worker");
        assertThat(System.getProperty("wakespec.trace")).isNull();
    }

    @Test
    void whatCannotBeTracedIsSaid() throws IOException {
        String feature = feature().toString();

        assertThat(Cli.run("trace", feature + ":9").err()).contains("no time passes in it");
        Path unknown = Files.writeString(
                dir.resolve("odd.feature"),
                "Feature: Odd\n  Scenario: Odd\n    Given a machine of cheese\n    When the machine runs for 1 ms\n");
        assertThat(Cli.run("trace", unknown + ":2").err()).contains("no time has passed: ", "a machine of cheese");
        String timed = Files.readString(Path.of(feature)).replaceFirst("(?s)  Scenario: Nothing runs.*", "");
        Path several = Files.writeString(
                dir.resolve("several.feature"),
                timed + timed.substring(timed.indexOf("  Scenario")).replace("Two tasks", "Again two tasks"));
        assertThat(Cli.run("trace", several.toString()).err())
                .contains("several.feature names 2 scenarios: give one by its line, 3 or 9, or an existing directory");
        assertThat(Cli.run("trace", PIPE).err()).contains("a program needs a machine to run on");
        assertThat(Cli.run("trace", "perf bench sched pip -l 1", "--machine", "smp-2")
                        .err())
                .contains("there is no model of 'perf bench sched pip'");
        assertThat(Cli.run("trace", PIPE, "--machine", "smp-2", "--format", "perfetto")
                        .err())
                .contains("is no text: name a file with -o");
        assertThat(Cli.run("trace", PIPE, "--machine", "smp-2", "--format", "ftrace")
                        .err())
                .contains("there is no trace format 'ftrace'");
        assertThat(Cli.run("trace", feature + ":3", "--machine", "smp-2").err())
                .contains("a scenario states its own machine");
        assertThat(Cli.run("trace", feature + ":3", "--machine", "smp-2").exit())
                .isEqualTo(2);
    }
}
