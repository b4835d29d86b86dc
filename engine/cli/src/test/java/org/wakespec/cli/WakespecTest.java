// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class WakespecTest {

    @TempDir
    Path dir;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--help",
                "run --help",
                "report --help",
                "explain --help",
                "policies --help",
                "machine --help",
                "machine show --help",
                "machine import --help",
                "trace --help",
                "steps --help",
                "conformance --help",
                "conformance decisions --help",
                "conformance kernel-trace --help",
                "help run",
            })
    void helpIsNoError(String args) {
        Cli cli = Cli.run(args.split(" "));

        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("Usage: wakespec");
        assertThat(cli.err()).isEmpty();
    }

    @Test
    void withoutCommandItSaysWhatThereIs() {
        Cli cli = Cli.run();

        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("run", "explain", "policies", "machine", "steps", "conformance", "Exit codes:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "bogus                                        ; Unmatched argument",
                "policies --jsom                              ; --json",
                "policies linux-7.1                           ; linux-7.2 or linux-7.3?",
                "run --policies linux-7.1                     ; linux-7.2 or linux-7.3?",
                "run --tags (@a                               ; ",
                "run missing.feature                          ; missing.feature",
                "report                                       ; Missing required",
                "report missing.jsonl -o page.html            ; there is no result file missing.jsonl",
                "explain missing.feature                      ; missing.feature",
                "explain                                      ; Missing required parameter",
                "machine                                      ; list, show",
                "machine show altra-8                         ; did you mean",
                "machine show 2 sockets of porridge           ; porridge",
                "machine show smp-8 --cpu 8                   ; smp-8 has CPUs 0-7",
                "machine show smp-8 --kernel 5.10             ; older",
                "conformance                                  ; decisions, kernel-trace, topology",
                "conformance decisions                        ; --records",
                "conformance decisions --records r --machines m ; there is no file m",
                "conformance kernel-trace                     ; Missing required parameter",
                "--plugin missing.jar policies                ; missing.jar",
            })
    void badInputGivesOneMessageAndTwo(String args, String message) {
        Cli cli = Cli.run(args.strip().split(" "));

        assertThat(cli.exit()).isEqualTo(2);
        assertThat(cli.err() + cli.out())
                .contains(message == null ? "" : message.strip())
                .doesNotContain("\tat ");
    }

    @Test
    void aStackTraceIsShownOnRequest() {
        assertThat(Cli.run("--verbose", "machine", "show", "altra-8").err()).contains("\tat ");
    }

    @Test
    void policiesAreListedWithStandingScopeAndSource() throws IOException {
        Cli cli = Cli.run("policies");
        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("linux-7.2", "sync-pair-v4", "exact", "reconstructed", "placement", "source:");

        JsonNode json =
                new ObjectMapper().readTree(Cli.run("policies", "--json").out());
        assertThat(json.isArray()).isTrue();
        assertThat(json).hasSizeGreaterThanOrEqualTo(20);
        assertThat(json.get(0).path("id").asText()).isEqualTo("linux-7.2");
        assertThat(json.get(0).path("standing").asText()).isEqualTo("exact");
    }

    @Test
    void onePolicyIsTold() {
        assertThat(Cli.run("policies", "tip").out())
                .contains("linux-7.2", "rule")
                .doesNotContain("sync-pair");
    }

    @Test
    void machinesAreListed() {
        Cli cli = Cli.run("machine", "list");

        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("altra-80-llc2", "zen3-2p-128c256t", "conformance/smp-8");
    }

    @Test
    void aMachineIsDrawnWithItsDomains() {
        Cli cli = Cli.run("machine", "show", "conformance/smt-4c8t", "--cpu", "2");

        assertThat(cli.exit()).isZero();
        assertThat(cli.out())
                .contains(
                        "package 0, node 0, LLC 0   CPUs 0-7",
                        "[0 1] [2 3] [4 5] [6 7]",
                        "domains of CPU 2, lowest first, kernel 7.2: sd_llc_id",
                        "SMT   span 2-3 in 2 groups: 2 | 3",
                        "MC    span 0-7 in 4 groups: 2-3 | 4-5 | 6-7 | 0-1",
                        "imbalance_pct 117",
                        "imbalance_pct 110");
    }

    @Test
    void aMachineCanBeSaid() {
        Cli cli = Cli.run("machine", "show", "2 sockets of 8 cores with 2 threads, 4 cores per LLC");

        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).contains("32 CPUs, 16 cores, 4 LLCs", "NUMA  span 0-31", "node distances");
    }

    @Test
    void anIsolatedCpuHasNoDomains() {
        assertThat(Cli.run("machine", "show", "conformance/smp-8-isolcpus", "--cpu", "5")
                        .out())
                .contains("isolated at boot: CPUs 5,7", "sd_llc_id -1, sd_llc_size 0", "none: every wakeup");
    }

    @Test
    void conformanceTellsMatchDifferenceAndNothing() throws IOException {
        Path samples = Sample.folder();
        String machines = samples.resolve("decisions/topologies.json.xz").toString();
        Path record = dir.resolve("record.jsonl");
        Files.writeString(record, Sample.firstDecision());
        Path changed = dir.resolve("changed.jsonl");
        Files.writeString(changed, Sample.firstDecision().replace("\"tip\":1", "\"tip\":0"));
        Path empty = Files.createFile(dir.resolve("empty.jsonl"));

        Cli match = Cli.run("conformance", "decisions", "--records", record.toString(), "--machines", machines);
        assertThat(match.out()).contains("linux-7.2           1 of 1 match", "total               9 of 9 match");
        assertThat(match.exit()).isZero();

        Cli difference = Cli.run("conformance", "decisions", "--records", changed.toString(), "--machines", machines);
        assertThat(difference.out())
                .contains("linux-7.2           0 of 1 match", "expected 0, got 1", "wake_affine_idle");
        assertThat(difference.exit()).isEqualTo(1);

        Cli only = Cli.run(
                "conformance",
                "decisions",
                "--records",
                changed.toString(),
                "--machines",
                machines,
                "--policies",
                "v4,no-sync");
        assertThat(only.out())
                .contains("sync-pair-v4  1 of 1 match", "no-sync       1 of 1 match")
                .doesNotContain("linux-7.2");
        assertThat(only.exit()).isZero();

        Cli nothing = Cli.run("conformance", "decisions", "--records", empty.toString(), "--machines", machines);
        assertThat(nothing.out()).contains("nothing to compare");
        assertThat(nothing.exit()).isEqualTo(2);

        Cli run = Cli.run(
                "conformance",
                "kernel-trace",
                samples.resolve("kernel-traces/6.12-s1c80").toString());
        assertThat(run.out()).contains("6.12-s1c80 (linux-6.12)  ", " match; excluded: ");
        assertThat(run.exit()).isZero();

        Cli topology = Cli.run(
                "conformance",
                "topology",
                samples.resolve("kernel-traces/7.3-s1c4t2").toString());
        assertThat(topology.out()).contains("7.3-s1c4t2  488 of 488 match");
        assertThat(topology.exit()).isZero();
    }

    /** All commands, with those below others. */
    private static List<CommandLine> commands(CommandLine from) {
        List<CommandLine> commands = new ArrayList<>(List.of(from));
        from.getSubcommands().values().forEach(below -> commands.addAll(commands(below)));
        return commands;
    }

    private static List<CommandLine> commands() {
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        return commands(Wakespec.commandLine(nowhere, nowhere));
    }

    @Test
    void commandsThatRunScenariosHaveTheSameOptions() {
        Map<String, List<String>> wanted = Map.of(
                "run", List.of("--policies", "--tags", "--name", "--parallel", "--results", "--report", "--glue", "-q"),
                "gate", List.of("--base", "--tags", "--name", "--parallel", "--results", "--report", "--glue", "-q"),
                "explain", List.of("--policy", "--glue", "-q"),
                "trace", List.of("--policy", "--glue", "-q"));
        for (CommandLine command : commands()) {
            assertThat(command.getCommandSpec().optionsMap().keySet())
                    .as(command.getCommandSpec().qualifiedName())
                    .containsAll(wanted.getOrDefault(command.getCommandName(), List.of()))
                    .contains("--help", "--plugin", "--verbose", "--no-color");
            assertThat(command.getCommandSpec().optionsMap().keySet())
                    .as(command.getCommandSpec().qualifiedName() + ": a short option has a long name")
                    .satisfies(names -> assertThat(names.contains("-q")).isEqualTo(names.contains("--quiet")))
                    .satisfies(names -> assertThat(names.contains("-o")).isEqualTo(names.contains("--output")));
        }
    }

    @Test
    void coloursCanBeRefusedEverywhere() {
        assertThat(Cli.run("policies", "tip", "--no-color").exit()).isZero();
        assertThat(Cli.run("--no-color", "run", "--help").out()).doesNotContain("\u001b[");
    }

    @Test
    void publishedRefusesANegativeParallelism() {
        Cli cli = Cli.run("published", "--json", "--quiet", "--parallelism", "-1");

        assertThat(cli.err()).contains("--parallelism -1: expected 1 or more");
        assertThat(cli.exit()).isEqualTo(2);
    }
}
