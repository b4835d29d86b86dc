// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.gate.Gate;
import org.wakespec.policies.PolicyRegistry;

/** Gating proposals of the list, and spoilt copies of one of them. */
class GateCommandTest {

    /** A copy of version 4; the conditions stand where the placeholder is. */
    private static final String COPY = """
            package acme;
            import java.util.List;
            import org.wakespec.policies.FairPlacement;
            import org.wakespec.simulator.task.Task;
            import org.wakespec.simulator.wakeup.PolicyInfo;
            import org.wakespec.simulator.wakeup.Rule;
            import org.wakespec.simulator.wakeup.Selection;
            public class Copy extends FairPlacement {
                private static final Rule PAIR = new Rule("copied-pair", "a copy of version 4");
                @Override public PolicyInfo info() {
                    return new PolicyInfo("v4-copy", List.of(), "a copy of version 4", "like it", "nowhere",
                            PolicyInfo.Standing.RECONSTRUCTED, PolicyInfo.Scope.FULL);
                }
                @Override protected int afterWakeAffine(Selection s, Task p, int prev, int target, boolean sync) {
                    return sync && target == s.thisCpu && CONDITIONS && runsAlone(s, s.thisCpu)
                            ? s.decide(PAIR, s.thisCpu) : NONE;
                }
            }
            """;

    private static final String CLAIMS = """
            policy: v4-copy
            envelope:
              - wf-sync: yes
                reciprocal: yes
                wide: no
                waker-alone: yes
                smt: no
                place: waker
            """;

    private static final String GREEN = """
            Feature: Whatever the patch does

              Scenario: A stranger is woken
                Given an 8-core non-SMT LLC
                And A runs on CPU 0
                And B sleeps, last on CPU 5
                And CPU 5 is busy
                When A wakes B with WF_SYNC
                Then B is placed on a CPU of the waker's LLC
            """;

    private static final String PAIRS = "reciprocal_pairs";
    private static final String ISOLATION = "isolation";

    @TempDir
    Path dir;

    private String plugin(String conditions) throws IOException {
        Path plugin = Files.createDirectories(dir.resolve("plugin"));
        UserPlugin.policy(plugin, "acme.Copy", COPY.replace("CONDITIONS", conditions));
        return plugin.toString();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(dir.resolve(name), text);
    }

    private static JsonNode json(Cli cli) throws IOException {
        return new ObjectMapper().readTree(cli.out());
    }

    private static List<String> titles(JsonNode verdict, String kind) {
        List<String> titles = new ArrayList<>();
        verdict.path("scenarios").forEach(scenario -> {
            if (scenario.path("kind").asText().equals(kind)) {
                titles.add(scenario.path("scenario").asText());
            }
        });
        return titles;
    }

    @Test
    void version1FailsAndTheIsolatedCpuComesFirst() throws IOException {
        Path scenarios = dir.resolve("out/differs.feature");
        Cli cli = Cli.run("gate", "--candidate", "sync-pair-v1", "--scenarios", scenarios.toString(), PAIRS, ISOLATION);

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(1);
        List<String> lines = cli.out().lines().toList();
        assertThat(lines.get(0))
                .startsWith("gate: sync-pair-v1 against linux-7.2")
                .endsWith("FAIL");
        assertThat(lines.stream().filter(line -> line.startsWith("MOVED")).findFirst())
                .contains("MOVED  It stacks on the waker although the previous CPU is isolated");
        assertThat(cli.out()).contains("isolation is boot, claime", "And CPUs 5,7 are isolated at boot");

        Cli again = Cli.run("run", "--results", dir.resolve("r.jsonl").toString(), scenarios.toString());
        assertThat(again.exit())
                .as("pasted scenarios run and show the same difference: " + again.out())
                .isZero();
        assertThat(again.out()).contains("sync-pair-v1", "linux-7.2").doesNotContain("FAILED");
        assertThat(Files.readString(scenarios).lines().filter(l -> l.startsWith("  Scenario:")))
                .hasSizeGreaterThanOrEqualTo(4);
    }

    @Test
    void aWrongTagDoesNotKeepTheRestFromRunning() throws IOException {
        String suite = GREEN + "\n  @policy:sync-pear-v4\n" + GREEN.substring(GREEN.indexOf("  Scenario:"));
        Path feature =
                write("suite.feature", suite.replaceFirst("(?s)(.*)Scenario: A stranger", "$1Scenario: Another"));
        Path report = dir.resolve("page.html");

        Cli cli = Cli.run("gate", "--candidate", "sync-pair-v4", "--report", report.toString(), feature.toString());

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(1);
        assertThat(cli.out()).contains("1 scenario: 1 same", "1 could not be run", "ERROR  ", "unknown policy");
        assertThat(cli.out().replaceAll("\\s+", " ")).contains("suite.feature:12: the tag @policy:sync-pear-v4 names");
        assertThat(report).exists();
        assertThat(Cli.run("run", feature.toString()).exit())
                .as("run says the same of it")
                .isEqualTo(1);
    }

    @Test
    void version4StaysInItsEnvelope() throws IOException {
        Cli cli = Cli.run("gate", "--candidate", "sync-pair-v4", "--json", "--", PAIRS, ISOLATION);

        assertThat(cli.exit()).as(cli.out() + cli.err()).isZero();
        JsonNode verdict = json(cli);
        assertThat(verdict.path("verdict").asText()).isEqualTo("pass");
        assertThat(verdict.path("counts").path("placement-expected").asInt()).isPositive();
        assertThat(verdict.path("decisions").path("outside").asInt()).isZero();
    }

    @Test
    void withoutTheSmtTestItFailsWithTheSmtScenarios() throws IOException {
        Cli cli = Cli.run(
                "gate",
                "--plugin",
                plugin("p.lastWakee == s.current"),
                "--candidate",
                "v4-copy",
                "--claims",
                write("claims.yaml", CLAIMS).toString(),
                "--json",
                "--",
                PAIRS);

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(1);
        JsonNode verdict = json(cli);
        assertThat(titles(verdict, "placement-unexpected"))
                .contains("On Zen3 the versions before it stack, this one searches");
        verdict.path("scenarios").forEach(scenario -> scenario.path("changes").forEach(change -> {
            if (!change.path("expected").asBoolean()) {
                assertThat(change.path("objections").toString()).contains("smt is yes, claimed no");
            }
        }));
    }

    @Test
    void theHonestCopyPasses() throws IOException {
        Cli cli = Cli.run(
                "gate",
                "--plugin",
                plugin("p.lastWakee == s.current && !s.topology.smtActive"),
                "--candidate",
                "v4-copy",
                "--claims",
                write("claims.yaml", CLAIMS).toString(),
                "--",
                PAIRS);

        assertThat(cli.exit()).as(cli.out() + cli.err()).isZero();
    }

    @Test
    void strangersOnTheWakersCpuLieOutsideThoughAllIsGreen() throws IOException {
        Path green = write("green.feature", GREEN);
        Cli cli = Cli.run(
                "gate",
                "--plugin",
                plugin("!s.topology.smtActive"),
                "--candidate",
                "v4-copy",
                "--claims",
                write("claims.yaml", CLAIMS).toString(),
                green.toString());

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(1);
        assertThat(cli.out())
                .contains("0 broken", "1 unexpected", "reciprocal is no, claimed yes", "When A wakes B with WF_SYNC");
    }

    @Test
    void aFeatureBehindAnOptionalFileIsRunAndNotOverwritten() throws IOException {
        String text = "Feature: Mine\n  Scenario: x\n    Given an 8-core machine\n    And A runs on CPU 0\n"
                + "    And B sleeps, last on CPU 1\n    When A wakes B\n    Then B is placed on CPU 1\n";
        Path feature = Files.writeString(dir.resolve("mine.feature"), text);

        for (String option : new String[] {"--json", "--mail"}) {
            Cli cli = Cli.run("gate", "--candidate", "sync-pair-v4", option, feature.toString());

            assertThat(feature).hasContent(text);
            assertThat(cli.out()).contains("sync-pair-v4").doesNotContain("gate:");
            assertThat(cli.exit()).isZero();
        }
    }

    @Test
    void theHintsPileUpInSchbench() throws IOException {
        Path mail = dir.resolve("table.txt");
        Cli cli = Cli.run(
                "gate",
                "--candidate",
                "wake-hint-affine",
                "--seeds",
                "3",
                "--json",
                "-",
                "--mail",
                mail.toString(),
                "--annotations",
                "comparisons/schbench.feature");

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(1);
        assertThat(cli.out())
                .contains(
                        "::error file=", "title=worse::32 workers are twice as many as the messenger's cache has CPUs");
        assertThat(Files.readString(mail))
                .contains("o zen3-2p-128c256t", "schbench --old -r 1", "32-workers")
                .containsPattern("32-workers .* worse\n");
    }

    /** The candidate alone runs it: it compares with the base itself, whose figures the gate then has as well. */
    private static final String AGAINST_BASE = """
            Feature: A pipe

              @policy:no-sync
              Scenario: A pipe, against base
                Given the machine "altra-80-llc2"
                And budgets are checked with 3 seeds
                When the program "perf bench sched pipe -l 300" runs to its end
                Then it is 10 to 60 % slower than policy "linux-7.2"

              @policy:linux-7.2
              Scenario: So that the base runs as well
                Given an 8-core non-SMT LLC
                And A runs on CPU 0
                And B sleeps, last on CPU 5
                When A wakes B
                Then B is placed on its previous CPU
            """;

    private static final String ALLOWS = """
            policy: no-sync
            envelope:
              - wf-sync: yes
            budgets:
              - {scenario: "A pipe, against base", figure: usec/op, change: at most +60 %}
              - {scenario: "A pipe, against base", figure: seconds, change: at most +60 %}
            """;

    private Cli allowed(String... more) throws IOException {
        String claims = write("claims.yaml", ALLOWS).toString();
        List<String> args =
                new ArrayList<>(List.of("gate", "--candidate", "no-sync", "--claims", claims, "--seeds", "3"));
        args.addAll(List.of(more));
        return Cli.run(args.toArray(String[]::new));
    }

    @Test
    void aScenarioThatComparesWithTheBaseItselfBringsItsFigures() throws IOException {
        Path feature = write("pipe.feature", AGAINST_BASE);
        Path page = dir.resolve("page.html");
        Cli cli = allowed("--report", page.toString(), "--name", "against base", feature.toString());

        assertThat(cli.exit()).as(cli.out() + cli.err()).isZero();
        assertThat(cli.out())
                .containsPattern(
                        "kept   A pipe, against base\n +pipe.feature:4  usec/op \\+[0-9.]+ % \\(worse, as claimed\\)");
        assertThat(Files.readString(page)).contains("\"p\":\"linux-7.2\",\"n\":3,\"f\":[[\"usec/op\",");
    }

    @Test
    void aScenarioThatComparesWithNobodyBringsNone() throws IOException {
        Path feature = write(
                "pipe.feature", AGAINST_BASE.replaceFirst("Then it is 10 .*", "Then it takes at most 1000 usec/op"));
        Cli cli = allowed(feature.toString());

        assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(1);
        assertThat(cli.out())
                .containsPattern("undecided, nothing\\s+was\\s+measured\\s+in:\\s+A\\s+pipe,\\s+against\\s+base")
                .doesNotContain(" % (");
    }

    @Test
    void aStoredBaseGivesTheSameVerdict() throws IOException {
        String stored = dir.resolve("base.jsonl").toString();
        assertThat(Cli.run("run", "-q", "--policies", "linux-7.2", "--results", stored, ISOLATION)
                        .exit())
                .isZero();

        String[] common = {"gate", "--candidate", "sync-pair-v1", "--json", "--", ISOLATION};
        JsonNode live = json(Cli.run(common));
        JsonNode fromFile = json(
                Cli.run("gate", "--candidate", "sync-pair-v1", "--base-results", stored, "--json", "--", ISOLATION));

        assertThat(fromFile.path("scenarios")).isEqualTo(live.path("scenarios"));
        assertThat(fromFile.path("baseResults").asText()).isEqualTo(stored);
        assertThat(json(Cli.run(common))).as("the same twice").isEqualTo(live);
    }

    @Test
    void theClaimsThatComeWithTheSuiteAreReadable() {
        List<String> ids = PolicyRegistry.standard().ids();
        assertThat(ids).contains("sync-pair-v5");
        for (String id : ids) {
            assertThat(new Gate("linux-7.2", id).candidate()).isEqualTo(id);
        }
        for (String id : List.of("sync-pair-v1", "sync-pair-v4", "llc-overcommit-rfc", "wake-hint-affine")) {
            assertThat(Gate.class.getResource("/META-INF/wakespec/claims/" + id + ".yaml"))
                    .as(id)
                    .isNotNull();
        }
    }

    @Test
    void badInputIsOneMessage() throws IOException {
        String stored = dir.resolve("base.jsonl").toString();
        Cli.run("run", "-q", "--policies", "linux-7.2", "--results", stored, ISOLATION);
        String text = Files.readString(Path.of(stored));
        String cut = write("cut.jsonl", text.substring(0, text.length() / 2)).toString();
        String foreign = write("foreign.jsonl", "{\"hello\": 1}\n").toString();
        String claims = write("c.yaml", CLAIMS).toString();

        refused("cut.jsonl", "--candidate", "sync-pair-v1", "--base-results", cut, ISOLATION);
        refused("foreign.jsonl", "--candidate", "sync-pair-v1", "--base-results", foreign, ISOLATION);
        refused(
                "holds no results of no-sync",
                "--base",
                "no-sync",
                "--candidate",
                "sync-pair-v1",
                "--base-results",
                stored,
                ISOLATION);
        refused("sync-pair-v9", "--candidate", "sync-pair-v9", ISOLATION);
        refused("both linux-7.2", "--candidate", "linux-7.2", ISOLATION);
        refused("v4-copy", "--candidate", "sync-pair-v4", "--claims", claims, ISOLATION);
        refused("a machine called 'nowhere'", "--candidate", "sync-pair-v1", "--machine", "nowhere", ISOLATION);
        refused("no-such.feature", "--candidate", "sync-pair-v1", "no-such.feature");
    }

    private static void refused(String message, String... args) {
        List<String> all = new ArrayList<>(List.of("gate"));
        all.addAll(List.of(args));
        Cli cli = Cli.run(all.toArray(String[]::new));
        assertThat(cli.exit()).as(String.join(" ", all) + "\n" + cli.out()).isEqualTo(2);
        assertThat(cli.err()).contains(message).doesNotContain("\tat ", "defect");
    }
}
