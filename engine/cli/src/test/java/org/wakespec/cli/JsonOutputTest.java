// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Commands say the same to programs: {@code --json}. And what shells and people are told about commands. */
class JsonOutputTest {

    private static JsonNode json(String... args) throws IOException {
        Cli cli = Cli.run(args);
        assertThat(cli.exit()).as(cli.err()).isZero();
        return new ObjectMapper().readTree(cli.out());
    }

    @Test
    void policiesStepsAndMachines() throws IOException {
        assertThat(json("policies", "--json").get(0).path("id").asText()).isEqualTo("linux-7.2");
        assertThat(json("steps", "interrupt", "--json")).isNotEmpty().allSatisfy(step -> assertThat(step.toString())
                .containsIgnoringCase("interrupt"));
        assertThat(json("machine", "list", "--json").findValuesAsText("name")).contains("altra-80-llc2");
        assertThat(json("machine", "show", "smp-8", "--json").toString()).contains("smp-8");
    }

    @Test
    void resultsAndDecisions() throws IOException {
        JsonNode run = json("run", "--json", "what-sync-promises.feature");
        assertThat(run.path("summary").path("passed").asInt()).isPositive();
        assertThat(run.path("scenarios").get(0).path("policy").asText()).isEqualTo("linux-7.2");

        JsonNode explained = json("explain", "--json", "what-sync-promises.feature");
        assertThat(explained.path("scenarios").get(0).at("/decisions/decisions/0/ladder"))
                .isNotEmpty();
    }

    @Test
    void conformance() throws IOException {
        JsonNode report = json(
                "conformance",
                "topology",
                "--json",
                Sample.folder().resolve("decisions/topologies.json.xz").toString());

        assertThat(report.path("compared").asLong())
                .isPositive()
                .isEqualTo(report.path("matched").asLong());
        assertThat(report.path("tallies")).isNotEmpty();
    }

    @Test
    void theCompletionScriptKnowsCommandsAndOptions() {
        Cli cli = Cli.run("completion");

        assertThat(cli.exit()).isZero();
        assertThat(cli.out()).startsWith("#!/usr/bin/env bash").contains("wakespec", "gate", "--base-results");
    }

    @Test
    void everyHelpEndsWithTheExitCodes() {
        for (String[] command : new String[][] {
            {"--help"}, {"gate", "--help"}, {"run", "--help"}, {"machine", "show", "--help"}, {"conformance", "--help"}
        }) {
            assertThat(Cli.run(command).out())
                    .as(String.join(" ", command))
                    .containsPattern(
                            "(?s)Exit codes:.*\n *0 +passed.*\n *1 +failed.*\n *2 +could not run.*\n *130,? .*interrupted");
        }
    }

    @Test
    void thereIsNoColourWhereThereIsNoTerminal() {
        Cli cli = Cli.run("gate", "--candidate", "sync-pair-v4", "isolation");

        assertThat(cli.out()).startsWith("gate: sync-pair-v4").doesNotContain("\033[");
        assertThat(cli.err()).doesNotContain("\r");
    }
}
