// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.reporting.FileEntry;

/** What a scenario leaves behind. */
class EvidenceTest {

    private static final String[] PASSES = {
        "Given the machine \"smp-8\"",
        "Given A runs on CPU 0",
        "Given B sleeps, last on CPU 1",
        "When A wakes B with WF_SYNC",
        "Then B is placed on CPU 1",
    };

    @TempDir
    Path folder;

    @AfterEach
    void unset() {
        System.clearProperty(Evidence.PROPERTY);
    }

    private static Map<String, FileEntry> byType(Run run) {
        return run.files().stream()
                .collect(Collectors.toMap(f -> f.getMediaType().orElse("").replaceFirst(";.*", ""), f -> f));
    }

    @Test
    void aPassingScenarioLeavesDecisionsAndLadder() throws IOException {
        Run run = Run.of(folder, PASSES);
        assertThat(run.reported()).contains("B -> CPU 1  wake_affine_idle:sync|sis:prev-idle");
        Map<String, FileEntry> files = byType(run);
        assertThat(files)
                .containsOnlyKeys(
                        "application/vnd.wakespec.decisions+json",
                        "application/vnd.wakespec.machine+json",
                        "text/plain");
        JsonNode decisions = new ObjectMapper()
                .readTree(files.get("application/vnd.wakespec.decisions+json")
                        .getPath()
                        .toFile());
        assertThat(decisions.get("policy").asText()).isEqualTo("linux-7.2");
        assertThat(decisions.get("machine").asText()).isEqualTo("smp-8");
        assertThat(decisions.at("/decisions/0/cpu").asInt()).isEqualTo(1);
        assertThat(decisions.at("/decisions/0/summary").asText())
                .isEqualTo("B -> CPU 1  wake_affine_idle:sync|sis:prev-idle");
        assertThat(Files.readString(files.get("text/plain").getPath()))
                .contains(">>")
                .contains("sis_prev");
    }

    @Test
    void aFailureAlsoLeavesThePicture() throws IOException {
        String[] fails = PASSES.clone();
        fails[4] = "Then B is placed on CPU 5";
        Run run = Run.of(folder, fails);
        assertThat(run.status()).isEqualTo(Status.FAILED);
        FileEntry svg = byType(run).get("image/svg+xml");
        assertThat(Files.readString(svg.getPath()))
                .startsWith("<svg ")
                .contains("CPU 5, idle")
                .contains("class=\"chosen\"");
    }

    @Test
    void everythingOnDemand() {
        System.setProperty(Evidence.PROPERTY, "all");
        assertThat(byType(Run.of(folder, PASSES))).containsKey("image/svg+xml").hasSize(4);
    }

    @Test
    void theLineAloneOnDemand() {
        System.setProperty(Evidence.PROPERTY, "none");
        Run run = Run.of(folder, PASSES);
        assertThat(run.files()).isEmpty();
        assertThat(run.reported()).anyMatch(line -> line.startsWith("B -> CPU 1"));
    }

    @Test
    void anUnknownValueIsNamed() {
        System.setProperty(Evidence.PROPERTY, "al");
        Run run = Run.of(folder, PASSES);
        assertThat(run.status()).isEqualTo(Status.FAILED);
        assertThat(run.message()).contains("wakespec.evidence is 'al'").contains("did you mean all?");
    }

    @Test
    void oneLineForEveryDecision() {
        Run run = Run.of(
                folder,
                "Given the machine \"smp-8\"",
                "Given A runs on CPU 0",
                "Given B sleeps, last on CPU 1",
                "Given C sleeps, last on CPU 2",
                "When A wakes B",
                "When A wakes C");
        List<String> lines =
                run.reported().stream().filter(l -> l.contains(" -> CPU ")).toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.get(1)).startsWith("C -> CPU 2");
    }

    @Test
    void theConsoleShowsWhereEachPolicyPutTheWakee() {
        List<String> logged = new ArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                logged.add(new SimpleFormatter().formatMessage(entry));
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("org.wakespec.engine");
        logger.addHandler(handler);
        System.setProperty("wakespec.summary", "true");
        try {
            Run.of(
                    folder,
                    "@policy:linux-7.2 @policy:sync-pair-v4",
                    "Given the machine \"smp-8\"",
                    "Given A runs on CPU 0",
                    "Given B sleeps, last on CPU 1",
                    "Given A and B wake each other",
                    "When A wakes B with WF_SYNC",
                    "Then B is placed on CPU 1");
        } finally {
            System.clearProperty("wakespec.summary");
            logger.removeHandler(handler);
        }
        assertThat(String.join("\n", logged))
                .contains("control.feature:4  one\n")
                .contains("    linux-7.2     B -> CPU 1  wake_affine_idle:sync|sis:prev-idle\n")
                .contains("    sync-pair-v4  B -> CPU 0  wake_affine_idle:sync|sync-pair   failed");
    }
}
