// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyConformanceTest {

    @TempDir
    Path dir;

    private static ConformanceReport compare(Path... paths) {
        return new TopologyConformance().compare(List.of(paths), new ConformanceReport("topology", 3), Progress.NONE);
    }

    @Test
    void everyGeneratedAndEveryRecordedTreeIsBuiltAlike() {
        ConformanceReport report = compare(Samples.MACHINES, Samples.KERNEL_TRACES);

        assertThat(Samples.text(report)).doesNotContain("expected");
        assertThat(report.exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
        assertThat(report.tallies()).hasSize(17 + 38).allSatisfy(tally -> assertThat(tally.compared())
                .as(tally.name())
                .isGreaterThan(10));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"imb_numa_nr\":0 \"imb_numa_nr\":1", "SD_SHARE_CPUCAPACITY SD_CLUSTER", "\"cores\":1 \"cores\":2",
                "\"capacity\":1024 \"capacity\":1021", "\"capacity\":1024 \"capacity\":1025",
                        "\"sd_llc_size\":8 \"sd_llc_size\":4",
                "\"balance_mask\":[0] \"balance_mask\":[1]", "\"shared\":1 \"shared\":0",
            })
    void oneChangedFieldOfARecordedTreeIsADifference(String change) throws IOException {
        String tree = RecordReader.document(Samples.KERNEL_TRACES.resolve("6.12-s1c4t2/topology.json.xz"))
                .toString();
        String[] fromTo = change.split(" ");
        assertThat(tree).contains(fromTo[0]);
        Path file = Files.writeString(
                dir.resolve("topology.json"),
                tree.replaceFirst(Pattern.quote(fromTo[0]), Matcher.quoteReplacement(fromTo[1])));

        assertThat(compare(file).exitCode()).isEqualTo(ConformanceReport.DIFFERENCES);
    }

    @Test
    void interruptTimeMayLowerAGroupsCapacityByTwo() throws IOException {
        String tree = RecordReader.document(Samples.KERNEL_TRACES.resolve("6.12-s1c4t2/topology.json.xz"))
                .toString();
        Path file = Files.writeString(
                dir.resolve("topology.json"), tree.replaceFirst("\"capacity\":1024", "\"capacity\":1022"));

        assertThat(compare(file).exitCode()).isEqualTo(ConformanceReport.ALL_MATCH);
    }

    @Test
    void aFileOfAnotherKindIsNamed() throws IOException {
        Path foreign = Files.writeString(dir.resolve("package.json"), "{\"name\": \"left-pad\"}");
        Path empty = Files.writeString(dir.resolve("empty.json"), "");
        Path cut = Files.writeString(dir.resolve("cut.json"), "{\n\"tiny-2\": {");

        ConformanceReport report = compare(foreign, empty, cut, dir.resolve("missing.json"));

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable()).hasSize(4);
        assertThat(report.unreadable().get(0)).contains("package.json is neither a topologies.json");
        assertThat(report.unreadable().get(1)).contains("empty.json is empty");
        assertThat(report.unreadable().get(2)).contains("cut.json:2 is not JSON");
        assertThat(report.unreadable().get(3)).contains("there is no file");
    }

    @Test
    void aMachineThatLacksAFieldIsNamed() throws IOException {
        Path file = Files.writeString(dir.resolve("topologies.json"), "{\"odd\": {\"nr_cpus\": 2, \"masks\": {}}}");

        ConformanceReport report = compare(dir);

        assertThat(report.exitCode()).isEqualTo(ConformanceReport.NOTHING_COMPARED);
        assertThat(report.unreadable())
                .singleElement()
                .asString()
                .contains(file.toString())
                .contains("machine 'odd'")
                .contains("'smt' is missing");
    }
}
