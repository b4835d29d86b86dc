// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import io.cucumber.gherkin.GherkinDialects;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever a feature file contains: results or one clear failing leaf, and never a crash. */
class FuzzTest {

    private static final int FILES = Boolean.getBoolean("wakespec.extended") ? 2_000 : 200;

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void mutated_features() throws Exception {
        List<byte[]> seeds = seeds();
        Random random = new Random(20261130);
        for (int i = 0; i < FILES; i++) {
            byte[] content = seeds.get(random.nextInt(seeds.size()));
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                content = mutate(content, seeds, random);
            }
            Files.write(directory.resolve("mutant-" + i + ".feature"), content);
        }
        EngineRun run = EngineRun.of(selectDirectory(directory.toFile()))
                .with("wakespec.flavours", "plain,sweet")
                .with("wakespec.glue", "org.wakespec.engine.steps")
                .execute();
        assertThat(run.leaves()).hasSizeGreaterThan(FILES);
        assertThat(run.leaves()).as("long names tell leaves apart").doesNotHaveDuplicates();
        assertThat(run.file().isComplete()).isTrue();
        assertThat(run.file().results()).hasSize(run.leaves().size());
        run.results().testEvents().failed().stream()
                .forEach(event -> assertThat(event.getPayload().orElseThrow().toString())
                        .as("%s", event.getTestDescriptor().getUniqueId())
                        .doesNotContain("NullPointer", "IndexOutOfBounds", "ClassCast", "StackOverflow"));
    }

    private static List<byte[]> seeds() throws IOException {
        List<byte[]> seeds = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".feature"))
                    .sorted()
                    .toList()) {
                seeds.add(Files.readAllBytes(file));
            }
        }
        GherkinDialects.getDialects().forEach(dialect -> {
            if (dialect.getLanguage().matches("[a-z]{2,3}")) {
                StringBuilder text = new StringBuilder("# language: " + dialect.getLanguage() + "\n");
                text.append(dialect.getFeatureKeywords().get(0)).append(": x\n\n");
                for (String keyword : dialect.getScenarioKeywords()) {
                    text.append("  ").append(keyword).append(": same\n");
                    dialect.getStepKeywords()
                            .forEach(step -> text.append("    ").append(step).append("a cup\n"));
                }
                seeds.add(text.toString().getBytes(StandardCharsets.UTF_8));
            }
        });
        seeds.add(
                "Feature: Nothing\n\n  Scenario Outline: <x>\n    Given a cup\n\n    Examples:\n      | x |\n      |   |\n"
                        .getBytes(StandardCharsets.UTF_8));
        StringBuilder table = new StringBuilder("Feature: Huge\n\n  Scenario: Table\n    Given a menu\n");
        for (int i = 0; i < 2_000; i++) {
            table.append("      | ").append(i).append(" | x |\n");
        }
        seeds.add(table.toString().getBytes(StandardCharsets.UTF_8));
        return seeds;
    }

    private static byte[] mutate(byte[] content, List<byte[]> seeds, Random random) {
        String text = new String(content, StandardCharsets.UTF_8);
        return switch (random.nextInt(12)) {
            case 0 -> slice(content, 0, random.nextInt(content.length + 1));
            case 1 -> concat(new byte[] {(byte) 0xef, (byte) 0xbb, (byte) 0xbf}, content);
            case 2 -> text.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8);
            case 3 -> text.getBytes(StandardCharsets.UTF_16);
            case 4 -> concat(content, content);
            case 5 -> text.replace("  ", "\t").getBytes(StandardCharsets.UTF_8);
            case 6 -> flip(content, random);
            case 7 ->
                concat(slice(content, 0, random.nextInt(content.length + 1)), seeds.get(random.nextInt(seeds.size())));
            case 8 ->
                text.replaceFirst(
                                "Scenario: ",
                                "@known-gap @flavour:" + (random.nextBoolean() ? "all" : "x") + "\n  Scenario: ")
                        .getBytes(StandardCharsets.UTF_8);
            case 9 -> text.replace("cup", "c\u0000u\ud83cp\"<>&]]>").getBytes(StandardCharsets.UTF_8);
            case 10 -> deleteLine(text, random).getBytes(StandardCharsets.UTF_8);
            default -> text.getBytes(StandardCharsets.ISO_8859_1);
        };
    }

    private static String deleteLine(String text, Random random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        if (!lines.isEmpty()) {
            lines.remove(random.nextInt(lines.size()));
        }
        return String.join("\n", lines);
    }

    private static byte[] flip(byte[] content, Random random) {
        byte[] flipped = content.clone();
        for (int i = 0; i < 3 && flipped.length > 0; i++) {
            flipped[random.nextInt(flipped.length)] = (byte) random.nextInt(256);
        }
        return flipped;
    }

    private static byte[] slice(byte[] content, int from, int to) {
        return Arrays.copyOfRange(content, from, to);
    }

    private static byte[] concat(byte[] a, byte[] b) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(a);
        out.writeBytes(b);
        return out.toByteArray();
    }
}
