// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.engine.triggers.Triggers;

/** Cucumber's own reports: one set per variant, never overwritten, the same at any parallelism. */
class ReportsTest {

    @TempDir
    Path directory;

    private EngineRun.Plan plan(String plugins) {
        return EngineRun.of(selectDirectory(EngineRun.spec("").toFile()))
                .flavours("all")
                .with("wakespec.plugins", plugins.replace("DIR", directory.toString()));
    }

    @Test
    void every_variant_has_its_own_reports() throws Exception {
        plan("html:DIR/{flavour}.html,json:DIR/{variant}.json,message:DIR/m.ndjson,junit:DIR/{flavour}.xml,"
                        + "rerun:DIR/{flavour}.txt,usage:DIR/{flavour}.usage,timeline:DIR/timeline")
                .execute();
        assertThat(names())
                .contains(
                        "plain.html",
                        "sweet.html",
                        "bitter-70.html",
                        "plain.json",
                        "sweet.xml",
                        "m-plain.ndjson",
                        "m-bitter-70.ndjson",
                        "sweet.txt",
                        "plain.usage",
                        "timeline-sweet");
        JsonNode sweet =
                new ObjectMapper().readTree(directory.resolve("sweet.json").toFile());
        assertThat(sweet.findValuesAsText("uri"))
                .anyMatch(uri -> uri.endsWith("src/test/resources/specs/rule.feature"));
        int scenarios = 0;
        for (JsonNode feature : sweet) {
            for (JsonNode element : feature.path("elements")) {
                scenarios += element.path("type").asText().equals("scenario") ? 1 : 0;
            }
        }
        long expected = EngineRun.of(selectDirectory(EngineRun.spec("").toFile())).flavours("sweet").leaves().stream()
                .filter(name -> name.endsWith("[sweet]"))
                .count();
        assertThat(scenarios).isEqualTo((int) expected);
        String messages = Files.readString(directory.resolve("m-bitter-70.ndjson"));
        assertThat(messages).contains("\"stepDefinition\"", "\"hook\"", "\"testRunFinished\"");
    }

    @Test
    void a_second_execution_overwrites_nothing() throws Exception {
        plan("json:DIR/{flavour}.json")
                .with("wakespec.features", "below.feature")
                .execute();
        plan("json:DIR/{flavour}.json")
                .with("wakespec.features", "below.feature")
                .execute();
        plan("json:DIR/{run}/{flavour}.json")
                .with("wakespec.features", "below.feature")
                .execute();
        plan("json:DIR/{run}/{flavour}.json")
                .with("wakespec.features", "below.feature")
                .execute();
        assertThat(names()).contains("plain.json", "plain-2.json", "sweet-2.json", "1", "2");
        assertThat(directory.resolve("2/plain.json")).exists();
        assertThat(Files.readString(directory.resolve("plain.json")))
                .as("the first run is still there")
                .contains("Below");
    }

    @Test
    void two_classes_with_different_step_classes_share_no_report() throws Exception {
        EngineRun.of(selectClass(Triggers.Rules.class), selectClass(Triggers.RulesOtherwise.class))
                .with("wakespec.plugins", "json:" + directory + "/{flavour}.json")
                .execute()
                .everythingPassed();
        assertThat(names()).containsExactly("plain-2.json", "plain.json");
    }

    @Test
    void the_order_of_execution_and_parallelism_change_nothing() throws Exception {
        int runs = Boolean.getBoolean("wakespec.extended") ? 100 : 10;
        Map<String, String> first = null;
        Random random = new Random(42);
        int[] parallelism = {1, 2, 8};
        for (int i = 0; i < runs; i++) {
            Path here = Files.createDirectories(directory.resolve("run" + i));
            int threads = parallelism[i % parallelism.length];
            EngineRun run = EngineRun.of(selectDirectory(EngineRun.spec("").toFile()))
                    .flavours("all")
                    .with(
                            "wakespec.plugins",
                            "json:" + here + "/{flavour}.json,message:" + here + "/{flavour}.ndjson," + "junit:" + here
                                    + "/{flavour}.xml,rerun:" + here + "/{flavour}.txt")
                    .with("wakespec.execution.order", "random")
                    .with("wakespec.execution.order.seed", Long.toString(random.nextLong()))
                    .with("wakespec.execution.parallel.enabled", Boolean.toString(threads > 1))
                    .with("wakespec.execution.parallel.config.strategy", "fixed")
                    .with("wakespec.execution.parallel.config.fixed.parallelism", Integer.toString(threads))
                    .execute();
            Map<String, String> content = withoutTimes(here);
            content.put("results", run.file().canonical());
            if (first == null) {
                first = content;
            } else {
                assertThat(content.keySet()).isEqualTo(first.keySet());
                for (String name : content.keySet()) {
                    assertThat(content.get(name).lines().toList())
                            .as("%s, run %d with %d threads", name, i, threads)
                            .isEqualTo(first.get(name).lines().toList());
                }
            }
        }
    }

    private static Map<String, String> withoutTimes(Path directory) throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                content.put(
                        file.getFileName().toString(),
                        Files.readString(file)
                                .replaceAll("\"(timestamp|duration)\":\\{[^}]*\\}", "\"$1\":{}")
                                .replaceAll("\"(start_timestamp|workerId)\": ?\"[^\"]*\"", "\"$1\":\"\"")
                                .replaceAll("\"duration\": ?\\d+", "\"duration\":0")
                                .replaceAll(" time=\"[^\"]*\"", "")
                                .replaceAll("timestamp=\"[^\"]*\"", "")
                                .replaceAll("\\d+\\.\\d+s?( |\\n)", "$1"));
            }
        }
        return content;
    }

    private List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
