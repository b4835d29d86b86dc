// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.wakespec.results.Attachment;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;
import org.wakespec.topologies.YamlValue;
import org.xml.sax.InputSource;

/** Every kind of change, by results made for it. */
class JudgeTest {

    private static final String CLAIMS = """
            policy: sync-pair-v4
            envelope:
              - smt: no
            fixes:
              - Fixed
            budgets:
              - scenario: Costs
                figure: latency p50
                change: at most +60 %
            """;

    private final List<ScenarioResult> base = new ArrayList<>();
    private final List<ScenarioResult> candidate = new ArrayList<>();
    private int line;

    private GateVerdict judge(String claims) {
        return new Judge(
                        new GateRequest("linux-7.2", "sync-pair-v4", 3, true, "", ""),
                        claims.isEmpty() ? Claims.NONE : ClaimsFile.parse(claims, "c.yaml"))
                .judge(base, candidate);
    }

    private Kind kindOf(GateVerdict verdict, String title) {
        return verdict.changes().stream()
                .filter(change -> change.title().equals(title))
                .findFirst()
                .orElseThrow()
                .kind();
    }

    private static ScenarioResult result(
            String title, String policy, Verdict verdict, int line, List<String> tags, Attachment... attachments) {
        ScenarioResult.Builder builder = ScenarioResult.builder()
                .id("[engine:wakespec]/[feature:f]/[scenario:" + title + "]/[policy:" + policy + "]")
                .feature("f.feature", "F")
                .scenario(title, line)
                .tags(tags)
                .variant(policy)
                .verdict(verdict);
        if (verdict == Verdict.FAILED) {
            builder.message("expected: this\n but was: that");
        }
        return builder.attachments(List.of(attachments)).build();
    }

    private void add(String title, Verdict before, Verdict after, Attachment... attachments) {
        add(title, before, after, List.of(), attachments);
    }

    private void add(String title, Verdict before, Verdict after, List<String> tags, Attachment... attachments) {
        line++;
        base.add(result(title, "linux-7.2", before, line, tags));
        candidate.add(result(title, "sync-pair-v4", after, line, tags, attachments));
    }

    private void measured(String title, Map<String, double[]> before, Map<String, double[]> after) {
        line++;
        base.add(result(title, "linux-7.2", Verdict.PASSED, line, List.of(), figures("linux-7.2", before)));
        candidate.add(result(title, "sync-pair-v4", Verdict.PASSED, line, List.of(), figures("sync-pair-v4", after)));
    }

    private static Attachment figures(String policy, Map<String, double[]> values) {
        StringBuilder json = new StringBuilder("{\"format\":1,\"policy\":\"" + policy
                + "\",\"machine\":\"altra-80\",\"program\":\"perf bench sched pipe -l 10\",\"runs\":[");
        for (int i = 0; i < 3; i++) {
            json.append(i == 0 ? "" : ",").append("{\"seed\":").append(i + 1).append(",\"figures\":{");
            int n = 0;
            for (Map.Entry<String, double[]> value : new TreeMap<>(values).entrySet()) {
                json.append(n++ == 0 ? "" : ",")
                        .append('"')
                        .append(value.getKey())
                        .append("\":")
                        .append(value.getValue()[i]);
            }
            json.append("},\"counters\":{\"ttwu_local\":")
                    .append(10 + i)
                    .append(",\"migrations\":3,\"cpus_scanned\":7}}");
        }
        return Attachment.text(
                "figures",
                "application/vnd.wakespec.figures+json",
                json.append("]}").toString());
    }

    private static Attachment pairs(boolean smt, String isolation) {
        String facts = "{\"machine\":\"m\",\"kind\":\"wakeup\",\"wf-sync\":true,\"reciprocal\":true,\"wide\":false,"
                + "\"waker-alone\":true,\"in-interrupt\":false,\"waker-idle\":false,\"smt\":" + smt
                + ",\"clusters\":false,\"asym-capacity\":false,\"same-cpu\":false,\"same-llc\":true,\"same-node\":true,"
                + "\"wake-affine\":true,\"isolation\":\"" + isolation
                + "\",\"prev-idle\":true,\"waker-cpu-allowed\":true,"
                + "\"nr-cpus-allowed\":8,\"wakee-policy\":\"normal\",\"waker-llc-full\":false,\"prev-llc-less-busy\":false,"
                + "\"waker-llc-idle-core\":false,\"prev-llc-idle-core\":false,\"base-place\":\"previous\","
                + "\"place\":\"waker\",\"place-idle\":false}";
        return Attachment.text(
                "comparison",
                "application/vnd.wakespec.pairs+json",
                "{\"format\":1,\"base\":\"linux-7.2\",\"candidate\":\"sync-pair-v4\",\"machine\":\"m\",\"decisions\":4,"
                        + "\"changes\":2,\"groups\":[{\"count\":2,\"baseCpu\":5,\"baseBy\":\"a|sis:prev-idle\",\"cpu\":0,"
                        + "\"by\":\"sync-pair\",\"facts\":" + facts
                        + ",\"steps\":[\"an 8-core machine\",\"A runs on CPU 0\",\"A wakes B\"]}]}");
    }

    private static Attachment none() {
        return Attachment.text(
                "comparison",
                "application/vnd.wakespec.pairs+json",
                "{\"format\":1,\"base\":\"linux-7.2\",\"candidate\":\"sync-pair-v4\",\"machine\":\"m\",\"decisions\":4,"
                        + "\"changes\":0,\"groups\":[]}");
    }

    private void everything() {
        add("Same", Verdict.PASSED, Verdict.PASSED, none());
        add("Fixed", Verdict.FAILED, Verdict.PASSED, none());
        add("Broken", Verdict.PASSED, Verdict.FAILED, none());
        add("Expected", Verdict.PASSED, Verdict.PASSED, pairs(false, "none"));
        add("Unexpected", Verdict.PASSED, Verdict.PASSED, pairs(true, "none"));
        add("Isolated", Verdict.PASSED, Verdict.PASSED, pairs(false, "boot"));
        add("Undecided", Verdict.PASSED, Verdict.UNDECIDED, none());
        add("Others", Verdict.PASSED, Verdict.FAILED, List.of("@policy:linux-7.2"), none());
        measured("Better", Map.of("usec/op", new double[] {4, 4.1, 4.05}), Map.of("usec/op", new double[] {3, 3.1, 3}));
        measured("Worse", Map.of("per second", new double[] {40, 41, 40}), Map.of("per second", new double[] {30, 31, 30
        }));
        measured("Noise", Map.of("usec/op", new double[] {4, 5, 6}), Map.of("usec/op", new double[] {4.2, 5, 6.1}));
        measured(
                "Costs",
                Map.of("latency p50", new double[] {10, 11, 10}, "latency p99", new double[] {90, 91, 90}),
                Map.of("latency p50", new double[] {14, 15, 14}, "latency p99", new double[] {40, 41, 40}));
    }

    @Test
    void everyKindIsTold() {
        everything();
        GateVerdict verdict = judge(CLAIMS);

        assertThat(kindOf(verdict, "Same")).isEqualTo(Kind.SAME);
        assertThat(kindOf(verdict, "Fixed")).isEqualTo(Kind.FIXED);
        assertThat(kindOf(verdict, "Broken")).isEqualTo(Kind.BROKEN);
        assertThat(kindOf(verdict, "Expected")).isEqualTo(Kind.PLACEMENT_EXPECTED);
        assertThat(kindOf(verdict, "Unexpected")).isEqualTo(Kind.PLACEMENT_UNEXPECTED);
        assertThat(kindOf(verdict, "Undecided")).isEqualTo(Kind.UNDECIDED);
        assertThat(kindOf(verdict, "Others"))
                .as("it says nothing about the candidate")
                .isEqualTo(Kind.SAME);
        assertThat(kindOf(verdict, "Better")).isEqualTo(Kind.BETTER);
        assertThat(kindOf(verdict, "Worse")).isEqualTo(Kind.WORSE);
        assertThat(kindOf(verdict, "Noise")).isEqualTo(Kind.WITHIN_NOISE);
        assertThat(kindOf(verdict, "Costs")).as("a declared loss beside a gain").isEqualTo(Kind.BETTER);
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.objections()).isEmpty();
    }

    @Test
    void theWorstComesFirst() {
        everything();

        assertThat(judge(CLAIMS).changes().stream().map(ScenarioChange::title).limit(4))
                .containsExactly("Broken", "Isolated", "Unexpected", "Worse");
    }

    @Test
    void withoutClaimsNothingMayChange() {
        add("Expected", Verdict.PASSED, Verdict.PASSED, pairs(false, "none"));

        assertThat(judge("").passed()).isFalse();
        assertThat(judge("policy: p\nenvelope:\n  - smt: no\n").passed()).isTrue();
    }

    @Test
    void aClaimThatIsNotKeptFails() {
        add("Fixed", Verdict.PASSED, Verdict.PASSED, none());
        measured("Costs", Map.of("latency p50", new double[] {10, 11, 10}), Map.of("latency p50", new double[] {
            24, 25, 24
        }));

        GateVerdict verdict = judge(CLAIMS);

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.objections())
                .containsExactly(
                        "c.yaml:5: not fixed: Fixed", "c.yaml:7: latency p50 +135.5 %, claimed at most +60.0 %: Costs");
        assertThat(kindOf(verdict, "Costs")).isEqualTo(Kind.WORSE);
    }

    @Test
    void aClaimAboutNoScenarioIsRefused() {
        add("Fixt", Verdict.PASSED, Verdict.PASSED, none());

        assertThatThrownBy(() -> judge(CLAIMS))
                .isInstanceOf(GateException.class)
                .hasMessageContaining("c.yaml:5: no scenario that ran is called 'Fixed'; did you mean 'Fixt'?");
    }

    @Test
    void theTextFitsAScreen() {
        everything();
        for (int i = 0; i < 40; i++) {
            add(
                    "Unexpected, and with a title that goes on and on and on and on, number " + i,
                    Verdict.PASSED,
                    Verdict.PASSED,
                    pairs(true, "none"));
        }

        List<String> lines = judge(CLAIMS).text(Style.PLAIN).lines().toList();

        assertThat(lines).hasSizeLessThanOrEqualTo(24).allSatisfy(l -> assertThat(l)
                .hasSizeLessThanOrEqualTo(80));
        assertThat(lines.get(0)).endsWith("FAIL");
        assertThat(lines.get(lines.size() - 1)).matches("\\.\\.\\. and \\d+ more; --json has all");
    }

    private static final Map<String, double[]> MAINLINE = Map.of(
            "latency p50",
            new double[] {425, 426, 427},
            "latency p99",
            new double[] {3900, 3975, 4050},
            "per second",
            new double[] {3.3, 3.4, 3.2});
    private static final Map<String, double[]> RFC = Map.of(
            "latency p50",
            new double[] {560, 561, 562},
            "latency p99",
            new double[] {690, 710, 730},
            "per second",
            new double[] {3.3, 3.2, 3.4});
    private static final String TAIL = """
            policy: sync-pair-v4
            budgets:
              - {scenario: Tail, figure: latency p99, change: at most -40 %}
              - {scenario: Tail, figure: latency p50, change: at most MEDIAN %}
            """;

    /** A scenario of the candidate alone, that compares with the base itself. */
    private void comparesItself(Attachment... measured) {
        add("Other", Verdict.PASSED, Verdict.PASSED, none());
        candidate.add(result("Tail", "sync-pair-v4", Verdict.PASSED, 77, List.of("@policy:sync-pair-v4"), measured));
    }

    @Test
    void aMedianLossAndATailGainAreTold() {
        comparesItself(figures("sync-pair-v4", RFC), figures("linux-7.2", MAINLINE));

        GateVerdict verdict = judge(TAIL.replace("MEDIAN", "+60"));

        assertThat(verdict.passed()).as("the loss is claimed").isTrue();
        assertThat(kindOf(verdict, "Tail")).isEqualTo(Kind.BETTER);
        assertThat(verdict.text(Style.PLAIN))
                .contains("better Tail\n", "f.feature:77  latency p50 +31.7 % (worse, as claimed),")
                .contains("\n       latency p99 -82.1 % (better, as claimed)\n")
                .doesNotContain("per second");
        assertThat(verdict.json()).contains("\"words\" : \"+31.7 % (worse, as claimed)\"");
        assertThat(verdict.mail())
                .containsPattern("Tail +426\\.0 \\+-1\\.0 +561\\.0 \\+-1\\.0 +\\+31\\.69 worse")
                .containsPattern("Tail +3975\\.0 .* -82\\.14 better");
        assertThat(verdict.junit()).contains("latency p50 +31.7 % (worse, as claimed)");
    }

    @Test
    void aLossBeyondTheClaimOrWithoutOneFails() {
        comparesItself(figures("sync-pair-v4", RFC), figures("linux-7.2", MAINLINE));

        GateVerdict beyond = judge(TAIL.replace("MEDIAN", "+30"));
        assertThat(beyond.passed()).isFalse();
        assertThat(beyond.text(Style.PLAIN))
                .contains("WORSE  Tail", "latency p50 +31.7 % (worse, claimed at most +30.0 %)");

        GateVerdict unclaimed = judge("");
        assertThat(unclaimed.passed()).isFalse();
        assertThat(unclaimed.text(Style.PLAIN))
                .contains("latency p50 +31.7 % (worse), latency p99")
                .contains("-82.1 % (better)");
    }

    @Test
    void withoutTheBasesFiguresTheClaimIsOpen() {
        comparesItself(figures("sync-pair-v4", RFC), figures("no-sync", MAINLINE));

        GateVerdict verdict = judge(TAIL.replace("MEDIAN", "+60"));

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.objections()).hasSize(2).allSatisfy(o -> assertThat(o)
                .contains("undecided, nothing was measured in: Tail"));
        assertThat(verdict.mail()).contains("Nothing was measured");
    }

    @Test
    void rowsOfOneLoadAreToldApartInTheMail() {
        measured("One", MAINLINE, RFC);
        measured("Other", MAINLINE, RFC);
        String pipes = judge("").mail();
        assertThat(pipes).doesNotContain("[1]").containsPattern("  One +426").containsPattern("  Other +426");

        String long1 = "A title that says at its end alone what it is: one";
        String long2 = "A title that says at its end alone what it is: two";
        measured(long1, MAINLINE, RFC);
        measured(long2, MAINLINE, RFC);
        assertThat(judge("").mail())
                .containsPattern("  A title that says\\.\\.\\. \\[3\\] +426.* worse\n")
                .containsPattern("  A title that says\\.\\.\\. \\[4\\] +426")
                .contains("\n  [3] " + long1 + "\n  [4] " + long2 + "\n")
                .doesNotContain("One [");
    }

    @Test
    void theMailTableFits() {
        everything();

        String mail = judge(CLAIMS).mail();

        assertThat(mail.lines()).allSatisfy(l -> assertThat(l).hasSizeLessThanOrEqualTo(78));
        assertThat(mail)
                .contains("o altra-80", "perf bench sched pipe", "usec/op", "ttwu_local", "migrations", "cpus_scanned")
                .containsPattern("Better +4\\.050 \\+-0\\.050 +3\\.033 \\+-0\\.058 +-25\\.10 better")
                .containsPattern("Worse .* worse")
                .containsPattern("Noise .* =\n");
    }

    @Test
    void theJsonFollowsItsSchema() throws IOException {
        everything();
        String json = judge(CLAIMS).json();

        assertThat(errors("gate", json)).isEmpty();
        assertThat(errors("gate", json.replace("\"verdict\"", "\"verdikt\""))).isNotEmpty();
        JsonNode verdict = new ObjectMapper().readTree(json);
        assertThat(verdict.path("counts").path("broken").asInt()).isEqualTo(1);
        assertThat(verdict.path("decisions").path("outside").asInt()).isEqualTo(4);
        assertThat(judge(CLAIMS).json()).as("equal results give equal text").isEqualTo(json);
    }

    @Test
    void theClaimsFollowTheirSchema() throws IOException {
        String json = new ObjectMapper()
                .writeValueAsString(YamlValue.parse(CLAIMS, "c").toPlain());

        assertThat(errors("claims", json)).isEmpty();
        assertThat(errors("claims", json.replace("smt", "smtt"))).isNotEmpty();
    }

    private static List<Error> errors(String name, String json) throws IOException {
        try (InputStream in =
                Objects.requireNonNull(Gate.class.getResourceAsStream("/META-INF/wakespec/" + name + ".schema.json"))) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
            return schema.validate(json, InputFormat.JSON);
        }
    }

    @Test
    void theJunitReportNamesWhatFails() throws Exception {
        everything();
        String xml = judge(CLAIMS).junit();

        var suite = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(xml)))
                .getDocumentElement();
        assertThat(suite.getAttribute("tests")).isEqualTo("12");
        assertThat(suite.getAttribute("failures")).isEqualTo("4");
        assertThat(suite.getAttribute("skipped")).isEqualTo("1");
        assertThat(suite.getElementsByTagName("failure").getLength()).isEqualTo(4);
    }

    @Test
    void annotationsPointToTheLine() {
        everything();

        assertThat(judge(CLAIMS).annotations().lines())
                .hasSize(5)
                .first()
                .isEqualTo("::error file=f.feature,line=3,title=broken::Broken%0Af.feature:3  expected: this");
    }

    @Test
    void whatCouldNotBeRunIsToldAndIsNoPass() throws Exception {
        add("Same", Verdict.PASSED, Verdict.PASSED);
        assertThat(judge("").passed()).isTrue();
        candidate.add(result("Typo", "", Verdict.FAILED, 17, List.of()));

        GateVerdict verdict = judge("");

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.text(Style.PLAIN))
                .contains("1 scenario: 1 same", ", 1 could not be run\n", "\nERROR  f.feature:17: expected: this\n");
        assertThat(errors("gate", verdict.json())).isEmpty();
        assertThat(new ObjectMapper()
                        .readTree(verdict.json())
                        .path("problems")
                        .path(0)
                        .path("line")
                        .asInt())
                .isEqualTo(17);
        assertThat(verdict.junit())
                .contains("errors=\"1\"", "tests=\"2\"", "name=\"f.feature:17\"><error message=\"could not be run\">");
        assertThat(verdict.annotations())
                .isEqualTo("::error file=f.feature,line=17,title=could not be run::f.feature:17: expected: this%0A but"
                        + " was: that\n");
        candidate.clear();
        candidate.add(result("Typo", "", Verdict.FAILED, 17, List.of()));
        assertThatThrownBy(() -> judge(""))
                .isInstanceOf(GateException.class)
                .hasMessage("nothing could be run: f.feature:17: expected: this");
    }

    @Test
    void whatARunThatWasBrokenOffDidNotRunIsNotCompared() {
        add("Same", Verdict.PASSED, Verdict.PASSED);
        base.add(brokenOff("Half", "linux-7.2"));
        candidate.add(result("Half", "sync-pair-v4", Verdict.FAILED, 5, List.of()));
        base.add(brokenOff("Neither", "linux-7.2"));
        candidate.add(brokenOff("Neither", "sync-pair-v4"));

        GateVerdict verdict = judge("");

        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.changes()).singleElement().satisfies(c -> assertThat(c.title())
                .isEqualTo("Same"));
        assertThat(verdict.text(Style.PLAIN)).contains("ERROR  the run was broken off: 2 scenarios were not compared");
    }

    private static ScenarioResult brokenOff(String title, String policy) {
        return ScenarioResult.builder()
                .id("[engine:wakespec]/[feature:f]/[scenario:" + title + "]/[policy:" + policy + "]")
                .feature("f.feature", "F")
                .scenario(title, 4)
                .variant(policy)
                .verdict(Verdict.SKIPPED)
                .message(ScenarioResult.BROKEN_OFF)
                .build();
    }

    @Test
    void whatFailsOnBothIsNoted() {
        add("Same", Verdict.PASSED, Verdict.PASSED);
        assertThat(judge("").notes()).isEmpty();
        add("Wrong", Verdict.FAILED, Verdict.FAILED);

        GateVerdict verdict = judge("");

        assertThat(kindOf(verdict, "Wrong")).isEqualTo(Kind.SAME);
        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.notes())
                .singleElement()
                .asString()
                .startsWith("1 scenario fails on both policies")
                .endsWith(" Wrong: expected: this");
    }

    @Test
    void unexpectedStatesBecomeScenarios() {
        everything();

        assertThat(judge(CLAIMS).scenarios())
                .contains(
                        "Feature: Where sync-pair-v4 differs from linux-7.2",
                        "  @policy:linux-7.2 @policy:sync-pair-v4\n",
                        "    Given an 8-core machine\n    And A runs on CPU 0\n    When A wakes B\n    Then by policy:\n",
                        "| linux-7.2    | CPU 5          | sis:prev-idle |");
    }
}
