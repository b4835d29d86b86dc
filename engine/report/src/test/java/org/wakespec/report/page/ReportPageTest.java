// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.report.DecisionJson;
import org.wakespec.report.MachineJson;
import org.wakespec.report.MeasuredJson;
import org.wakespec.report.TimelineJson;
import org.wakespec.results.Attachment;
import org.wakespec.results.ExampleRow;
import org.wakespec.results.FeatureSource;
import org.wakespec.results.ResultFile;
import org.wakespec.results.RunHeader;
import org.wakespec.results.RunHeader.VariantEntry;
import org.wakespec.results.RunSummary;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Times;
import org.wakespec.results.Verdict;

/** What is in the page: its data, and that no text can become more than text. */
class ReportPageTest {

    private static final String PATH = "a/features/x/one.feature";
    private static final String SOURCE = """
            @all
            Feature: One
              First paragraph,
              second line.

              Background:
                Given a machine

              Rule: Ruled
                Why it is so.

                Scenario: Plain
                  Said before.
                  When A wakes B
                    | a | b |
                  Then it goes "there"

                Scenario Outline: Many <n>
                  When <n> wake
                  Examples:
                    | n |
                    | 1 |
                    | 2 |
            """;

    private static ScenarioResult.Builder result(String policy, int line) {
        return ScenarioResult.builder()
                .id("id:" + policy + ":" + line)
                .feature(PATH, "One")
                .rule("Ruled")
                .scenario("Plain", line)
                .variant(policy)
                .verdict(Verdict.PASSED);
    }

    private static ResultFile file(List<String> policies, List<ScenarioResult> results, String source) {
        return new ResultFile(
                new RunHeader(
                        "1.0",
                        "abc",
                        "policy",
                        policies.stream()
                                .map(p -> new VariantEntry(p, "title of " + p, "exact"))
                                .toList(),
                        Map.of("wakespec.policies", "all"),
                        Optional.of(new Times("2026-01-01T00:00:00Z", 0))),
                source.isEmpty() ? List.of() : List.of(new FeatureSource(PATH, source)),
                results,
                Optional.of(RunSummary.of(results, Optional.empty())),
                Optional.empty());
    }

    private static String html(ResultFile... files) {
        ReportPage page = new ReportPage();
        for (int i = 0; i < files.length; i++) {
            page.add("file" + i + ".jsonl", files[i]);
        }
        return page.html();
    }

    private static JsonNode data(String html) throws Exception {
        Matcher matcher = Pattern.compile(
                        "<script type=\"application/json\" id=\"data\">(.*?)</script>", Pattern.DOTALL)
                .matcher(html);
        assertThat(matcher.find()).isTrue();
        return new ObjectMapper().readTree(matcher.group(1));
    }

    private static Attachment decisions(int cpu) {
        return Attachment.text("decisions", DecisionJson.MEDIA_TYPE, """
                {"format":1,"policy":"p","machine":"m","decisions":[{"task":"B","waker":"A","wakerCpu":0,
                "context":"task context","prevCpu":1,"flags":["WF_SYNC"],"path":"selected","selectedCpu":%d,"cpu":%d,
                "by":"sis:scan","scanned":2,"queued":"direct","summary":"","ladder":[{"rung":"select","depth":0,
                "answer":"yes","rule":"sis:scan","cpu":%d,"saw":{"sync":true,"load":7},
                "probes":[[1,false],[2,true],[3,true],[5,true]]}]}],"defaults":["said nothing"],
                "questions":{"select":"where?"},"meanings":{"sis:scan":"the first idle CPU"}}""".formatted(cpu, cpu, cpu));
    }

    private static Attachment machine(String busy) {
        return Attachment.text("machine", MachineJson.MEDIA_TYPE, """
                {"format":1,"machine":"m","summary":"8 CPUs","cpus":8,"packages":["0-7"],"nodes":["0-7"],
                "llcs":["0-3","4-7"],"busy":["%s"]}""".formatted(busy));
    }

    // ------------------------------------------------------------------ content

    @Test
    void featuresAreProse() throws Exception {
        JsonNode feature = data(html(file(
                        List.of("p"),
                        List.of(
                                result("p", 12).build(),
                                result("p", 22)
                                        .scenario("Many <n>", 22)
                                        .example(new ExampleRow("", 22, Map.of("n", "1")))
                                        .build(),
                                result("p", 23)
                                        .scenario("Many <n>", 23)
                                        .example(new ExampleRow("", 23, Map.of("n", "2")))
                                        .build()),
                        SOURCE)))
                .at("/features/0");
        assertThat(feature.get("d").asText()).isEqualTo("First paragraph,\nsecond line.");
        assertThat(feature.at("/b/0/1").asText()).isEqualTo("a machine");
        assertThat(feature.at("/r/Ruled/d").asText()).isEqualTo("Why it is so.");
        assertThat(feature.get("s")).hasSize(2);
        assertThat(feature.at("/s/0/d").asText()).isEqualTo("Said before.");
        assertThat(feature.at("/s/0/st/0").toString()).isEqualTo("[\"When\",\"A wakes B\",14,[[\"a\",\"b\"]]]");
        assertThat(feature.at("/s/1/rows")).hasSize(2);
        assertThat(feature.at("/s/1/l").asInt()).isEqualTo(18);
        assertThat(feature.at("/s/1/rows/1/x/n").asText()).isEqualTo("2");
    }

    @Test
    void withoutTheTextOfTheFeatureTheMatrixIsThere() throws Exception {
        for (String source : List.of("", "This is no feature {", "# language: xx\nFeature: x")) {
            JsonNode feature = data(html(
                            file(List.of("p"), List.of(result("p", 12).build()), source)))
                    .at("/features/0");
            assertThat(feature.at("/s/0/n").asText()).isEqualTo("Plain");
            assertThat(feature.at("/s/0/rows/0/c/0").asInt()).isZero();
        }
    }

    @Test
    void aDecisionIsTakenApart() throws Exception {
        JsonNode data = data(html(file(
                List.of("p"),
                List.of(result("p", 12)
                        .attachments(List.of(decisions(2), machine("0-1,7")))
                        .build()),
                SOURCE)));
        JsonNode decision = data.at("/decisions/0/d/0");
        assertThat(data.get("texts").get(decision.get(0).asInt()).asText()).isEqualTo("B");
        assertThat(decision.get(8).asInt()).isEqualTo(2);
        assertThat(data.get("texts").get(decision.get(13).asInt()).asText()).isEqualTo("0-1,7");
        assertThat(data.at("/rungs/0/6").toString()).isEqualTo("[1,1,0,2,3,1,5,5,1]");
        assertThat(data.at("/questions/select").asText()).isEqualTo("where?");
        assertThat(data.at("/meanings/sis:scan").asText()).isEqualTo("the first idle CPU");
        assertThat(data.at("/machines/0/llcs").toString()).isEqualTo("[\"0-3\",\"4-7\"]");
        assertThat(data.at("/cells/0/o").isMissingNode()).isTrue();
    }

    @Test
    void whatPoliciesShareIsStoredOnce() throws Exception {
        List<String> policies = List.of("p", "q", "r");
        List<ScenarioResult> results = new ArrayList<>();
        for (String policy : policies) {
            results.add(result(policy, 12)
                    .attachments(List.of(decisions(policy.equals("r") ? 3 : 2), machine("0")))
                    .build());
        }
        JsonNode data = data(html(file(policies, results, SOURCE)));
        assertThat(data.at("/features/0/s/0/rows/0/c").toString()).isEqualTo("[0,0,1]");
        assertThat(data.get("cells")).hasSize(2);
        assertThat(data.get("machines")).hasSize(1);
    }

    @Test
    void filesOfSeveralPoliciesMakeOneMatrix() throws Exception {
        ScenarioResult p = result("p", 12).build();
        ScenarioResult q = result("q", 12).verdict(Verdict.FAILED).message("no").build();
        JsonNode data = data(html(file(List.of("p"), List.of(p), SOURCE), file(List.of("q"), List.of(p, q), SOURCE)));
        assertThat(data.get("policies")).hasSize(2);
        assertThat(data.at("/counts/passed").asInt()).isEqualTo(1);
        assertThat(data.at("/counts/failed").asInt()).isEqualTo(1);
    }

    @Test
    void differentResultsOfTheSameAreRefused() {
        ScenarioResult one = result("p", 12).build();
        ScenarioResult other = result("p", 12).verdict(Verdict.FAILED).build();
        assertThatThrownBy(() ->
                        html(file(List.of("p"), List.of(one), SOURCE), file(List.of("p"), List.of(other), SOURCE)))
                .isInstanceOf(PageException.class)
                .hasMessageContaining("file0.jsonl and file1.jsonl both have a result of " + PATH + ":12 under p");
    }

    @Test
    void nothingMakesNoPage() {
        assertThatThrownBy(() -> html(file(List.of(), List.of(), "")))
                .isInstanceOf(PageException.class)
                .hasMessage("there is no result in file0.jsonl");
        ResultFile cut = new ResultFile(
                file(List.of(), List.of(), "").header(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of("cut off"));
        assertThatThrownBy(() -> html(cut)).hasMessage("there is no result in file0.jsonl; cut off");
    }

    @Test
    void aRunThatWasBrokenOffSaysSo() throws Exception {
        ResultFile whole = file(List.of("p"), List.of(result("p", 12).build()), SOURCE);
        ResultFile broken = new ResultFile(
                whole.header(), whole.features(), whole.results(), Optional.empty(), Optional.of("line 9 is cut off"));
        assertThat(data(html(whole)).get("notes")).isEmpty();
        assertThat(data(html(broken)).get("notes").toString()).contains("line 9 is cut off", "did not come to its end");
    }

    // ------------------------------------------------------------------ hostile

    @Test
    void noTextBecomesMarkup() throws Exception {
        String evil = "</script><script>alert(1)</script><!-- \u2028 & \" '";
        String html = new ReportPage()
                .title(evil.replace("\u2028", ""))
                .add(
                        evil,
                        file(
                                List.of(evil),
                                List.of(ScenarioResult.builder()
                                        .id(evil)
                                        .feature(evil, evil)
                                        .rule(evil)
                                        .scenario(evil, 3)
                                        .tags(List.of("@" + evil))
                                        .variant(evil)
                                        .verdict(Verdict.FAILED)
                                        .message(evil)
                                        .log(List.of(evil))
                                        .attachments(List.of(Attachment.text(evil, "text/html", evil)))
                                        .build()),
                                "Feature: " + evil))
                .html();
        String clean = html(file(List.of("p"), List.of(result("p", 12).build()), SOURCE));
        for (String tag : List.of("<script", "</script", "<!--", "<style", "</style")) {
            assertThat(count(html, tag)).as(tag).isEqualTo(count(clean, tag));
        }
        assertThat(html).doesNotContain("\u2028").contains("&lt;script&gt;alert(1)");
        assertThat(data(html).at("/features/0/n").asText()).isEqualTo(evil);
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "not json",
                "[]",
                "{\"format\":2}",
                "{\"format\":1,\"machine\":\"m\",\"cpus\":100000,\"nodes\":[]}",
                "{\"format\":1,\"machine\":\"m\",\"cpus\":4,\"nodes\":[\"0-4294967295\"]}",
                "{\"format\":1,\"machine\":\"m\",\"cpus\":4,\"nodes\":[\"0-9\"]}",
                "{\"format\":1,\"machine\":\"m\",\"cpus\":4,\"nodes\":[\"<b>\"]}",
                "{\"format\":1,\"decisions\":[{\"cpu\":-5}]}",
                "{\"format\":1,\"decisions\":[{\"wakerCpu\":0,\"prevCpu\":0,\"cpu\":1.5}]}",
                "{\"format\":1,\"from\":0,\"until\":1,\"end\":1,\"tasks\":[],\"running\":[0,0,0,1],\"waiting\":[]}",
                "{\"format\":1,\"from\":0,\"until\":1,\"end\":1,\"tasks\":[\"A\"],\"running\":[0,0,0],\"waiting\":[]}",
                "{\"format\":1,\"ns\":1,\"histograms\":[{\"name\":\"x\",\"count\":\"many\"}]}",
            })
    void documentsThatAreNotWhatTheySayAreShownAsText(String text) throws Exception {
        for (String type : List.of(
                DecisionJson.MEDIA_TYPE, MachineJson.MEDIA_TYPE, TimelineJson.MEDIA_TYPE, MeasuredJson.MEDIA_TYPE)) {
            boolean harmless = text.contains("\"histograms\"") && !type.equals(MeasuredJson.MEDIA_TYPE)
                    || text.contains("\"decisions\"") && !type.equals(DecisionJson.MEDIA_TYPE);
            if (harmless) {
                continue;
            }
            JsonNode data = data(html(file(
                    List.of("p"),
                    List.of(result("p", 12)
                            .attachments(List.of(Attachment.text("it", type, text)))
                            .build()),
                    SOURCE)));
            if (type.equals(DecisionJson.MEDIA_TYPE)
                    && text.startsWith("{\"format\":1")
                    && !text.contains("decisions")) {
                // a document without decisions: none to show
                continue;
            }
            assertThat(data.at("/cells/0/o/0/0").isMissingNode())
                    .as(type + " " + text)
                    .isFalse();
        }
    }

    @Test
    void largeTextsAndBinariesAreCut() throws Exception {
        JsonNode data = data(html(file(
                List.of("p"),
                List.of(result("p", 12)
                        .attachments(List.of(
                                Attachment.text("log", "text/plain", "x".repeat(100_000)),
                                new Attachment("core", "application/octet-stream", new byte[3_000_000]),
                                new Attachment("huge", "image/png", new byte[3_000_000])))
                        .build()),
                SOURCE)));
        String texts = data.get("texts").toString();
        assertThat(texts).hasSizeLessThan(60_000);
        assertThat(texts).contains("60000 more characters", "not shown: 3000000 bytes of image/png");
    }

    @Test
    void aLinkMustBeOne() {
        for (String bad :
                List.of("javascript:alert(1)//{path}", "https://example.org/x", "{path}", "https://a b/{path}")) {
            assertThatThrownBy(() -> new ReportPage().sourceLink(bad))
                    .as(bad)
                    .isInstanceOf(PageException.class)
                    .hasMessageContaining("expected something like https://");
        }
        new ReportPage().sourceLink("https://example.org/tree/{path}#L{line}");
    }

    // ------------------------------------------------------------------ the whole

    @Test
    void equalResultsGiveEqualBytesInAnyOrder() {
        List<ScenarioResult> results = new ArrayList<>();
        for (String policy : List.of("p", "q")) {
            for (int line : List.of(12, 22, 23)) {
                results.add(result(policy, line)
                        .attachments(List.of(decisions(line % 8), machine("0-" + line % 8)))
                        .times(new Times("2026-01-01T00:00:00Z", line))
                        .build());
            }
        }
        List<ScenarioResult> shuffled = new ArrayList<>();
        for (int i : new int[] {5, 0, 3, 1, 4, 2}) {
            shuffled.add(results.get(i));
        }
        String page = html(file(List.of("p", "q"), results, SOURCE));
        assertThat(html(file(List.of("p", "q"), shuffled, SOURCE))).isEqualTo(page);
    }

    @Test
    void nothingIsLoaded() {
        String html = html(file(List.of("p"), List.of(result("p", 12).build()), SOURCE));
        assertThat(html).contains("default-src 'none'").contains("sha256-");
        assertThat(html.replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http:")
                .doesNotContain("https:")
                .doesNotContain("@import")
                .doesNotContain("url(")
                .doesNotContain(" src=");
    }

    /** No two cells alike: half of them runs whose timelines are as long as they get. */
    @Test
    void twoHundredScenariosUnderEightPoliciesStayBelowFiveMegabytes() {
        List<String> policies = List.of("a", "b", "c", "d", "e", "f", "g", "h");
        List<ScenarioResult> results = new ArrayList<>();
        StringBuilder source = new StringBuilder("Feature: Many\n");
        for (int s = 0; s < 200; s++) {
            int line = 2 + 6 * s;
            source.append("  Scenario: number ").append(s).append("\n    Given a step that takes a line\n".repeat(5));
            for (int p = 0; p < policies.size(); p++) {
                List<Attachment> attachments = new ArrayList<>(List.of(machine("0-" + s % 8)));
                if (s % 10 == 0) {
                    // a tenth of all runs differs under every policy, as it does in the suite
                    attachments.add(timeline(1000L * s + p));
                } else {
                    attachments.add(decisions((s + p) % 8));
                }
                results.add(result(policies.get(p), line)
                        .scenario("number " + s, line)
                        .attachments(attachments)
                        .build());
            }
        }
        String html = html(file(policies, results, source.toString()));
        assertThat(html.getBytes(StandardCharsets.UTF_8).length).isLessThan(5_000_000);
    }

    private static Attachment timeline(long seed) {
        TimelineJson timeline = new TimelineJson();
        for (int task = 0; task < 16; task++) {
            timeline.task("worker-" + task);
        }
        long random = seed * 6364136223846793005L + 1442695040888963407L;
        long at = 0;
        for (int i = 0; i < 512; i++) {
            random = random * 6364136223846793005L + 1442695040888963407L;
            at += (random >>> 40) % 50_000;
            timeline.ran(i % 8, i % 16, at, at + (random >>> 30) % 2_000_000);
        }
        return Attachment.text("timeline", TimelineJson.MEDIA_TYPE, timeline.write(0, at, at));
    }
}
