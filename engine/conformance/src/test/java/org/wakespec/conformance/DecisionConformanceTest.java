// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.policies.PolicyRegistry;

class DecisionConformanceTest {

    private static final List<String> AFFINE = List.of(
            "wake_affine_idle:cache-idle",
            "wake_affine_idle:sync",
            "wake_affine_idle:prev-idle",
            "wake_affine_weight:sync-load",
            "wake_affine_weight:this",
            "wake_affine_weight:prev");
    private static final List<String> FINAL = List.of(
            "current-cpu",
            "sync-pair",
            "sis:target-idle",
            "sis:prev-idle",
            "sis:recent",
            "sis:kthread-stack",
            "sis:asym-fit",
            "sis:asym-best",
            "sis:asym-scan-limit",
            "sis:asym-overloaded",
            "sis:no-llc",
            "sis:smt",
            "sis:idle-core",
            "sis:idle-core-cluster",
            "sis:core-scan-idle-cpu",
            "sis:cpu-scan",
            "sis:cpu-scan-cluster",
            "sis:target-fallback:overloaded",
            "sis:target-fallback:scan-limit",
            "sis:target-fallback:none-idle",
            "sis:target-fallback:none-allowed",
            "sis:prev-cluster-fallback:overloaded",
            "sis:prev-cluster-fallback:scan-limit",
            "sis:prev-cluster-fallback:none-idle",
            "sis:recent-cluster-fallback:overloaded",
            "sis:recent-cluster-fallback:scan-limit",
            "slow-path",
            "slow-path:none-allowed",
            "no-balance");

    @TempDir
    Path dir;

    private static ConformanceReport compare(Path records) {
        return DecisionConformance.standard(PolicyRegistry.standard(), Samples.MACHINES, List.of())
                .compare(records, new ConformanceReport("decisions", 3), Progress.NONE);
    }

    @Test
    void everyVariantDecidesEveryVectorAsTheRealFunctionDoes() {
        ConformanceReport report = compare(Samples.DECISIONS);

        assertThat(Samples.text(report)).doesNotContain("expected");
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(report.tallies()).hasSize(9).allSatisfy(tally -> {
            assertThat(tally.matched()).isEqualTo(20_000);
            assertThat(tally.excluded()).isEmpty();
        });
    }

    @Test
    void theVectorsCoverEveryLabelMachineAndVariantDifference() {
        TreeSet<String> affine = new TreeSet<>();
        TreeSet<String> last = new TreeSet<>();
        TreeSet<String> machines = new TreeSet<>();
        Map<String, Integer> differing = new TreeMap<>();
        Map<String, Integer> kinds = new HashMap<>();
        try (RecordReader reader = RecordReader.open(Samples.DECISIONS)) {
            for (DecisionRecord r = DecisionConformance.read(reader); r != null; r = DecisionConformance.read(reader)) {
                machines.add(r.topo());
                kinds.merge(r.kind(), 1, Integer::sum);
                for (String variant : r.variants()) {
                    String[] by = r.expectedBy(variant).split("\\|");
                    last.add(by[by.length - 1]);
                    if (by.length > 1) {
                        affine.add(by[0]);
                    }
                    if (r.expectedCpu(variant) != r.expectedCpu("tip")) {
                        differing.merge(variant, 1, Integer::sum);
                    }
                }
            }
        }
        assertThat(affine).containsExactlyInAnyOrderElementsOf(AFFINE);
        assertThat(last).containsExactlyInAnyOrderElementsOf(FINAL);
        assertThat(machines).hasSize(17);
        assertThat(kinds).isEqualTo(Map.of("wakeup", 17_837, "exec", 1_097, "fork", 1_066));
        assertThat(differing)
                .isEqualTo(Map.of(
                        "sync-pair-v1",
                        2_431,
                        "sync-pair-v2",
                        2_366,
                        "sync-pair-v3",
                        1_408,
                        "sync-pair-v4",
                        1_408,
                        "llc-overcommit-rfc",
                        504,
                        "wake-hint-affine",
                        443,
                        "wake-hint-hold",
                        489,
                        "no-sync",
                        3_066));
    }

    @Test
    void aPolicyIsFoundByTheNameTheRecordsUseForIt() {
        ConformanceReport report = DecisionConformance.standard(
                        PolicyRegistry.standard(), Samples.MACHINES, List.of("tip", "v4", "sis-sync"))
                .compare(
                        Samples.write(dir.resolve("few.jsonl"), Samples.lines(Samples.DECISIONS, 5)),
                        new ConformanceReport("decisions", 3),
                        Progress.NONE);

        assertThat(report.tallies())
                .extracting(ConformanceReport.Tally::name)
                .containsExactly("linux-7.2", "sync-pair-v4", "sis-sync");
        assertThat(report.tallies().get(2).excluded()).isEqualTo(Map.of("without an answer for sis-sync", 5L));
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"tip\":1,                   ; \"tip\":0,                    ; CPU: expected 0, got 1",
                "prev-idle|sis:target-idle     ; prev-idle|sis:recent           ; decided by: expected",
                "\"after\":{\"recent_used_cpu\":1 ; \"after\":{\"recent_used_cpu\":0 ; recent_used_cpu of p: expected 0, got 1",
                "\"wakee_flips\":2,\"last_wakee\":\"p\"}}} ; \"wakee_flips\":3,\"last_wakee\":\"p\"}}} ; wakee_flips of"
                        + " current: expected 3",
                "\"last_wakee\":\"p\"}}}       ; \"last_wakee\":\"other\"}}}   ; last_wakee of current: expected other",
                "\"last_wakee\":\"p\"}}}       ; \"last_wakee\":\"p\",\"wakee_flip_decayed\":1}}} ; wakee_flip_decayed:"
                        + " expected true",
                "\"last_wakee\":\"p\"}}}       ; \"last_wakee\":\"p\",\"has_idle_cores\":{\"0\":1}}}} ; has_idle_cores"
                        + " changes: expected {0=1}",
                "\"prev_cpu\":1                ; \"prev_cpu\":0                ; decided by: expected",
            })
    void oneChangedBitIsADifference(String from, String to, String explanation) {
        String record = Samples.lines(Samples.DECISIONS, 1).get(0);
        assertThat(record).contains(from.strip());
        String changed = record.replace(from.strip(), to.strip());

        ConformanceReport report = compare(Samples.write(dir.resolve("changed.jsonl"), List.of(changed)));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
        assertThat(Samples.text(report))
                .contains(explanation)
                .contains("t-tiny-2-0000")
                .contains("wake_affine_idle");
    }

    @Test
    void aFieldNobodyReadsAndAVariantWithoutPolicyAreNamed() {
        String record = Samples.lines(Samples.DECISIONS, 1)
                .get(0)
                .replace("\"p\":{", "\"p\":{\"uclamp_min\":512,")
                .replace("\"tip\":1,", "\"tip\":1,\"sync-pair-v9\":1,\"sync-pair-v5\":1,");
        ConformanceReport report = compare(Samples.write(dir.resolve("more.jsonl"), List.of(record)));

        assertThat(Samples.text(report))
                .contains("the field 'p.uclamp_min' (1 times) is unknown")
                .contains("the records answer for 'sync-pair-v9' (1 times), but there is no such policy");
        assertThat(report.tallies())
                .extracting(ConformanceReport.Tally::name)
                .contains("sync-pair-v5")
                .doesNotContain("sync-pair-v9");
    }

    @Test
    void recordsMayAlsoStandInOneArray() throws IOException {
        List<String> records = Samples.lines(Samples.DECISIONS, 3);
        Path array = Files.writeString(dir.resolve("cases.json"), "\n[\n" + String.join(",\n", records) + "\n]\n");

        ConformanceReport report = compare(array);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(report.compared()).isEqualTo(3 * 9);

        Path wrong = Files.writeString(array, "[\n" + records.get(0).replace("\"tip\":1", "\"tip\":0") + "]");
        assertThat(Samples.text(compare(wrong))).contains("cases.json:2").contains("CPU: expected 0, got 1");

        Path cut = Files.writeString(array, "[\n" + records.get(0) + ",");
        assertThat(compare(cut).unreadable()).singleElement().asString().contains("cases.json");

        Path more = Files.writeString(array, "[\n" + records.get(0) + "]\n[]");
        assertThat(compare(more).unreadable()).singleElement().asString().contains("more behind the array");
    }

    @Test
    void aWakerOutsideTheAsymmetricDomainMayComeWithItsState() throws IOException {
        String machines = RecordReader.document(Samples.MACHINES).toString();
        int at = machines.indexOf("\"biglittle-4+4-2llc\":{");
        assertThat(at).isPositive();
        Path isolated = Files.writeString(
                dir.resolve("topologies.json"),
                machines.substring(0, at) + machines.substring(at).replaceFirst("\\{", "{\"isolated\":\"0\","));
        String record = null;
        try (RecordReader reader = RecordReader.open(Samples.DECISIONS)) {
            for (JsonNode node = reader.next(); node != null && record == null; node = reader.next()) {
                if (node.has("asym_shared") && node.path("this_cpu").asInt() == 4) {
                    ((ObjectNode) node).put("this_cpu", 0).put("prev_cpu", 5).remove("llc");
                    ((ObjectNode) node).set("llc", JsonNodeFactory.instance.objectNode());
                    record = node.toString();
                }
            }
        }

        ConformanceReport report = DecisionConformance.standard(PolicyRegistry.standard(), isolated, List.of())
                .compare(
                        Samples.write(dir.resolve("isolated.jsonl"), List.of(record)),
                        new ConformanceReport("decisions", 0),
                        Progress.NONE);

        assertThat(report.unreadable()).isEmpty();
        assertThat(report.compared()).isEqualTo(9);
    }

    @Test
    void anEmptyFileHoldsNothingToCompare() {
        ConformanceReport report = compare(Samples.write(dir.resolve("empty.jsonl"), List.of()));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(Samples.text(report)).contains("nothing to compare");
    }

    @Test
    void aTruncatedFileIsNoPassEvenIfWhatIsLeftMatches() throws IOException {
        Path whole = dir.resolve("whole.jsonl.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(whole))) {
            for (String line : Samples.lines(Samples.DECISIONS, 300)) {
                out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        assertThat(compare(whole).exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        byte[] bytes = Files.readAllBytes(whole);
        Path cut = Files.write(dir.resolve("cut.jsonl.gz"), Arrays.copyOf(bytes, bytes.length / 2));

        ConformanceReport report = compare(cut);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable())
                .singleElement()
                .asString()
                .contains("cut.jsonl.gz")
                .contains("cut off");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "{\"name\":\"left-pad\",\"version\":\"1.0.0\"} ; this is no placement decision",
                "[1,2,3]                                         ; a JSON object was expected",
                "{\"id\":                                        ; is not JSON",
                "not json at all                                 ; is not JSON",
            })
    void foreignContentIsNamed(String line, String explanation) {
        ConformanceReport report = compare(Samples.write(dir.resolve("foreign.jsonl"), List.of(line.strip())));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable())
                .singleElement()
                .asString()
                .contains("foreign.jsonl:1")
                .contains(explanation.strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"topo\":\"tiny-2\"     ; \"topo\":\"tiny-3\"     ; machine 'tiny-3' is not in",
                "\"this_cpu\":0          ; \"this_cpu\":2          ; 'this_cpu' is CPU 2, tiny-2 has CPUs 0-1",
                "\"TTWU\",\"SYNC\"       ; \"SYNC\"                ; exactly one of the wake flags",
                "\"TTWU\",\"SYNC\"       ; \"TTWU\",\"SINK\"       ; unknown wake flag 'SINK'",
                "\"this_cpu\":0          ; \"this_cpu\":\"zero\"   ; 'this_cpu' is not a whole number",
                "\"p\":{                 ; \"q\":{                 ; no object 'p'",
                "\"llc\":{\"0\"          ; \"llc\":{\"first\"      ; 'llc' is keyed by the first CPU",
                "\"last_wakee\":\"current\" ; \"last_wakee\":\"nobody\" ; 'last_wakee' is 'nobody'",
                "\"cpus\":{\"0\"         ; \"cpus\":{\"0-7\"       ; there is no CPU 7",
            })
    void anImpossibleRecordIsNamed(String from, String to, String explanation) {
        String record = Samples.lines(Samples.DECISIONS, 1).get(0);
        assertThat(record).contains(from.strip());

        ConformanceReport report = compare(
                Samples.write(dir.resolve("impossible.jsonl"), List.of(record.replace(from.strip(), to.strip()))));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable())
                .singleElement()
                .asString()
                .contains("impossible.jsonl:1")
                .contains(explanation.strip());
    }

    @Test
    void askingAllocatesNothing() {
        DecisionConformance conformance =
                DecisionConformance.standard(PolicyRegistry.standard(), Samples.MACHINES, List.of());
        assertThat(AllocationProbe.bytes(conformance, PolicyRegistry.standard().create("linux-7.2")))
                .isZero();
    }
}
