// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.policies.PolicyRegistry;

class KernelTraceConformanceTest {

    private static final String RUN = "6.12-s1c4t2";
    private static final String WORKLOAD = "pipe.decisions.jsonl.xz";

    @TempDir
    Path dir;

    private static ConformanceReport compare(Path... dirs) {
        PolicyRegistry registry = PolicyRegistry.standard();
        return new KernelTraceConformance(registry::create)
                .compare(List.of(dirs), new ConformanceReport("kernel traces", 3), Progress.NONE);
    }

    @Test
    void everyRecordedKernelDecidesAndProbesAsItsPolicyDoes() {
        ConformanceReport report = compare(Samples.KERNEL_TRACES);

        assertThat(report.unreadable()).isEmpty();
        assertThat(Samples.text(report)).doesNotContain("expected");
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(report.tallies()).hasSize(19).allSatisfy(tally -> assertThat(tally.matched())
                .as(tally.name())
                .isGreaterThan(200));
        assertThat(report.tallies())
                .extracting(ConformanceReport.Tally::name)
                .contains(
                        "6.1-s1c4t2 (linux-6.1)",
                        "6.12-s2d4c10-numa (linux-6.12)",
                        "6.18-s1c4t2 (linux-6.18)",
                        "7.3-s1d2m2c4 (linux-7.3)",
                        "arm-biglittle (linux-6.12)");
        assertThat(report.tallies().stream()
                        .mapToLong(t -> t.excluded().getOrDefault("torn", 0L))
                        .sum())
                .as("torn records are counted, not compared")
                .isPositive();
    }

    /** A run of its own with the first records of a workload, changed. */
    private Path changedRun(UnaryOperator<String> change) throws IOException {
        Path run = Files.createDirectories(dir.resolve(RUN));
        Files.copy(Samples.KERNEL_TRACES.resolve(RUN).resolve("topology.json.xz"), run.resolve("topology.json.xz"));
        List<String> lines = Samples.lines(Samples.KERNEL_TRACES.resolve(RUN).resolve(WORKLOAD), 2);
        Samples.write(
                run.resolve("pipe.decisions.jsonl"), List.of(change.apply(lines.get(0)), change.apply(lines.get(1))));
        return run;
    }

    @Test
    void anUnchangedCopyMatches() throws IOException {
        assertThat(compare(changedRun(line -> line)).exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"ret\":2                   ; \"ret\":1                   ; CPU: expected 1, got 2",
                "\"recent_used_cpu_exit\":1  ; \"recent_used_cpu_exit\":2  ; recent_used_cpu: expected 2, got 1",
                "\"task_h_load\":[]         ; \"task_h_load\":[[77,1]]   ; task_h_load calls: expected [77=1], got []",
                "\"probes\":[[0,1],          ; \"probes\":[                ; idle probes: expected 2+ 2+, got 0+ 2+ 2+",
                "\"probes\":[[0,1]           ; \"probes\":[[0,0]           ; idle probes: expected 0 2+ 2+, got 0+ 2+ 2+",
            })
    void oneChangedValueIsADifference(String from, String to, String explanation) throws IOException {
        Path run = changedRun(line -> line.replace(from.strip(), to.strip()));

        ConformanceReport report = compare(run);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
        assertThat(Samples.text(report)).contains(explanation.strip()).contains("select_task_rq_fair");
    }

    @Test
    void aReleaseWithoutPolicyOfItsOwnIsComparedWithTheOneWhoseRulesItShares() throws IOException {
        ConformanceReport report = compare(
                changedRun(line -> line.replace("\"release\":\"6.12.117+deb13-amd64\"", "\"release\":\"6.14.2-rc1\"")));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(Samples.text(report)).contains("recorded on 6.14.2-rc1, compared with linux-6.12");
    }

    @Test
    void aTornRecordIsNotCompared() throws IOException {
        ConformanceReport report =
                compare(changedRun(line -> line.replace("\"nr_switches\":[785", "\"nr_switches\":[784")));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(Samples.text(report)).contains("excluded: 1 torn");
    }

    @Test
    void aTreeThatIsNotTheRecordedOneIsADifference() throws IOException {
        Path run = changedRun(line -> line);
        String tree = RecordReader.document(run.resolve("topology.json.xz")).toString();
        Files.delete(run.resolve("topology.json.xz"));
        Files.writeString(
                run.resolve("topology.json"), tree.replaceFirst("\"imbalance_pct\":110", "\"imbalance_pct\":111"));

        ConformanceReport report = compare(run);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
        assertThat(Samples.text(report)).contains("imbalance_pct: expected 111, built 110");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "\"release\":\"6.12.117+deb13-amd64\" ; \"release\":\"6.19.1\" ; did you mean",
                "\"release\":\"6.12.117+deb13-amd64\" ; \"release\":\"next\"  ; has no form like 6.12.117",
                "{\"meta\":                           ; {\"note\":            ; this is no recording",
                "\"curr_is_idle\":[1,                 ; \"curr_is_idle\":[    ; 'curr_is_idle' should be a list of 8 numbers",
                "\"cpu\":0,\"prev_cpu\"               ; \"cpu\":8,\"prev_cpu\" ; 'cpu' is CPU 8, the machine has CPUs 0-7",
                "\"cpus\":\"ff\"                      ; \"cpus\":\"fx\"       ; is not a mask of hex digits",
            })
    void anImpossibleRecordIsNamed(String from, String to, String explanation) throws IOException {
        ConformanceReport report = compare(changedRun(line -> line.replace(from.strip(), to.strip())));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable()).singleElement().asString().contains(RUN).contains(explanation.strip());
    }

    @Test
    void aPlaceWithoutRunsIsNamed() throws IOException {
        Path empty = Files.createDirectories(dir.resolve("empty"));

        ConformanceReport report = compare(empty, dir.resolve("missing"));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable()).hasSize(2);
        assertThat(report.unreadable().get(0)).contains("holds no recorded run");
        assertThat(report.unreadable().get(1)).contains("there is no directory");
    }

    @Test
    void theProbesNoticeRulesThatTheCpuAloneDoesNot() {
        PolicyRegistry registry = PolicyRegistry.standard();
        ConformanceReport report = new KernelTraceConformance(id -> registry.create("no-sync"))
                .compare(
                        List.of(Samples.KERNEL_TRACES.resolve(RUN)),
                        new ConformanceReport("no-sync", 1000),
                        Progress.NONE);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
        assertThat(report.tallies().get(0).differences())
                .anyMatch(d -> !d.contains("CPU: expected") && d.contains("idle probes"));
    }
}
