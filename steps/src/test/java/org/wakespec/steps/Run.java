// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.platform.engine.OutputDirectoryCreator;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.reporting.FileEntry;
import org.junit.platform.engine.reporting.ReportEntry;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;

/** Runs one scenario through the real engine. */
final class Run {

    private final EngineExecutionResults results;

    private Run(EngineExecutionResults results) {
        this.results = results;
    }

    /** A scenario that begins with lines that others have, too. */
    static Run after(Path folder, List<String> lines, String... more) {
        List<String> all = new ArrayList<>(lines);
        all.addAll(List.of(more));
        return of(folder, all.toArray(String[]::new));
    }

    /** A scenario of these lines, indented as they are; tags may come first. */
    static Run of(Path folder, String... lines) {
        List<String> text = new ArrayList<>(List.of("Feature: Controls", ""));
        for (String line : lines) {
            if (!line.startsWith("@") && text.size() <= 3 && text.stream().noneMatch(l -> l.contains("Scenario"))) {
                text.add("  Scenario: one");
            }
            text.add((line.startsWith("@") ? "  " : "    ") + line);
        }
        Path file = folder.resolve("control.feature");
        try {
            Files.writeString(file, String.join("\n", text) + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Run(EngineTestKit.engine("wakespec")
                .selectors(selectFile(file.toFile()))
                .outputDirectoryCreator(new Outputs(folder.resolve("outputs")))
                .configurationParameter("wakespec.summary", System.getProperty("wakespec.summary", "false"))
                .configurationParameter(
                        "wakespec.results.file", folder.resolve("results.jsonl").toString())
                .execute());
    }

    /** A directory for the attachments of the one leaf. */
    private record Outputs(Path getRootDirectory) implements OutputDirectoryCreator {

        @Override
        public Path createOutputDirectory(TestDescriptor leaf) throws IOException {
            return Files.createDirectories(getRootDirectory.resolve("leaf"));
        }
    }

    private TestExecutionResult result() {
        List<Event> finished = results.testEvents().finished().list();
        if (finished.size() != 1) {
            throw new AssertionError("one test was expected to run, not " + finished.size() + ": "
                    + results.allEvents().list());
        }
        return finished.get(0).getRequiredPayload(TestExecutionResult.class);
    }

    TestExecutionResult.Status status() {
        return result().getStatus();
    }

    /** What the only test failed or was aborted with. */
    Throwable problem() {
        return result().getThrowable().orElseThrow(() -> new AssertionError("the scenario passed"));
    }

    String message() {
        return problem().getMessage();
    }

    /** Values of the report entries published. */
    List<String> reported() {
        List<String> values = new ArrayList<>();
        results.allEvents().list().stream()
                .filter(e -> e.getType() == EventType.REPORTING_ENTRY_PUBLISHED)
                .map(e -> e.getRequiredPayload(ReportEntry.class))
                .forEach(r -> values.addAll(r.getKeyValuePairs().values()));
        return values;
    }

    /** Files published. */
    List<FileEntry> files() {
        return results.allEvents().list().stream()
                .filter(e -> e.getType() == EventType.FILE_ENTRY_PUBLISHED)
                .map(e -> e.getRequiredPayload(FileEntry.class))
                .toList();
    }
}
