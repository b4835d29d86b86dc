// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.DiscoveryIssue;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.Filter;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.testkit.engine.EngineDiscoveryResults;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultReader;

/** Runs the engine and says what came of it, in the words of this project: leaves by their long names. */
final class EngineRun {

    private final EngineExecutionResults results;
    private final ResultFile file;

    private EngineRun(EngineExecutionResults results, ResultFile file) {
        results.containerEvents().failed().stream()
                .filter(e -> e.getTestDescriptor() instanceof WakespecDescriptor)
                .forEach(e -> {
                    throw new AssertionError(
                            "the engine itself failed",
                            e.getRequiredPayload(TestExecutionResult.class)
                                    .getThrowable()
                                    .orElse(null));
                });
        this.results = results;
        this.file = file;
    }

    /** A run of {@code src/test/resources/specs/NAME}. */
    static Plan ofSpec(String name) {
        return of(DiscoverySelectors.selectFile(spec(name).toFile()));
    }

    static Path spec(String name) {
        return Path.of("src/test/resources/specs", name).toAbsolutePath();
    }

    static Plan of(DiscoverySelector... selectors) {
        return new Plan(List.of(selectors));
    }

    /** What is to be run. */
    static final class Plan {

        private final List<DiscoverySelector> selectors;
        private final Map<String, String> parameters = new LinkedHashMap<>();
        private final List<Filter<?>> filters = new ArrayList<>();
        private CancellationToken cancellation;

        private Plan(List<DiscoverySelector> selectors) {
            this.selectors = selectors;
            with("wakespec.variant-source", "flavour");
            with("wakespec.source", "file");
        }

        Plan with(String key, String value) {
            parameters.put(key, value);
            return this;
        }

        Plan flavours(String names) {
            return with("wakespec.flavours", names);
        }

        Plan filter(Filter<?> filter) {
            filters.add(filter);
            return this;
        }

        Plan cancelledBy(CancellationToken token) {
            cancellation = token;
            return this;
        }

        private EngineTestKit.Builder kit() {
            EngineTestKit.Builder kit = EngineTestKit.engine(WakespecTestEngine.ID)
                    .selectors(selectors.toArray(new DiscoverySelector[0]))
                    .configurationParameters(parameters)
                    .filters(filters.toArray(new Filter<?>[0]));
            return cancellation == null ? kit : kit.cancellationToken(cancellation);
        }

        EngineDiscoveryResults discover() {
            return kit().discover();
        }

        List<DiscoveryIssue> issues() {
            return discover().getDiscoveryIssues();
        }

        /** The long names of all leaves, in order. */
        List<String> leaves() {
            return discover().getEngineDescriptor().getDescendants().stream()
                    .filter(TestDescriptor::isTest)
                    .map(TestDescriptor::getLegacyReportingName)
                    .toList();
        }

        EngineRun execute() {
            try {
                Path directory = Files.createTempDirectory(Files.createDirectories(Path.of("target/runs")), "run");
                Path file = directory.resolve("results.jsonl");
                parameters.putIfAbsent("wakespec.results.file", file.toString());
                EngineExecutionResults results =
                        kit().outputDirectoryCreator(new Directories(directory)).execute();
                return new EngineRun(results, Files.exists(file) ? ResultReader.read(file) : null);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private record Directories(Path root) implements org.junit.platform.engine.OutputDirectoryCreator {

        @Override
        public Path getRootDirectory() {
            return root;
        }

        @Override
        public Path createOutputDirectory(TestDescriptor descriptor) throws IOException {
            String name =
                    Integer.toHexString(descriptor.getUniqueId().toString().hashCode());
            return Files.createDirectories(root.resolve(name));
        }
    }

    EngineExecutionResults results() {
        return results;
    }

    /** The result file of the run. */
    ResultFile file() {
        return file;
    }

    List<String> leaves() {
        return finished()
                .map(event -> event.getTestDescriptor().getLegacyReportingName())
                .sorted()
                .toList();
    }

    private Stream<Event> finished() {
        return results.testEvents().filter(event -> event.getType() == EventType.FINISHED);
    }

    Outcome leaf(String longName) {
        List<Event> events = finished()
                .filter(event ->
                        event.getTestDescriptor().getLegacyReportingName().equals(longName))
                .toList();
        assertThat(events).as("leaf '%s' among %s", longName, leaves()).hasSize(1);
        return new Outcome(longName, events.get(0).getRequiredPayload(TestExecutionResult.class));
    }

    /** The only leaf there is. */
    Outcome onlyLeaf() {
        assertThat(leaves()).hasSize(1);
        return leaf(leaves().get(0));
    }

    /** A container, by its display name. */
    Outcome container(String displayName) {
        List<Event> events = results.containerEvents()
                .filter(event -> event.getType() == EventType.FINISHED
                        && event.getTestDescriptor().getDisplayName().equals(displayName))
                .toList();
        assertThat(events).as("container '%s'", displayName).hasSize(1);
        return new Outcome(displayName, events.get(0).getRequiredPayload(TestExecutionResult.class));
    }

    void everythingPassed() {
        finished().forEach(event -> assertThat(
                        event.getRequiredPayload(TestExecutionResult.class).getThrowable())
                .as(event.getTestDescriptor().getLegacyReportingName())
                .isEmpty());
        assertThat(leaves()).isNotEmpty();
    }

    /** How one node ended. */
    record Outcome(String name, TestExecutionResult result) {

        Outcome passed() {
            assertThat(result.getThrowable()).as(name).isEmpty();
            assertThat(result.getStatus()).as(name).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
            return this;
        }

        Outcome failed(String... parts) {
            return ended(TestExecutionResult.Status.FAILED, parts);
        }

        Outcome aborted(String... parts) {
            return ended(TestExecutionResult.Status.ABORTED, parts);
        }

        private Outcome ended(TestExecutionResult.Status status, String... parts) {
            assertThat(result.getStatus()).as(name).isEqualTo(status);
            assertThat(error().getMessage()).as(name).contains(parts);
            return this;
        }

        Throwable error() {
            return result.getThrowable().orElseThrow(() -> new AssertionError(name + " threw nothing"));
        }

        /** The trace shows this line of this file. */
        Outcome at(String fileName, int line) {
            assertThat(error().getStackTrace()).as(name).anySatisfy(frame -> {
                assertThat(frame.getFileName()).endsWith(fileName);
                assertThat(frame.getLineNumber()).isEqualTo(line);
            });
            return this;
        }

        /** The trace shows this method. */
        Outcome inMethod(String method) {
            assertThat(error().getStackTrace()).as(name).anySatisfy(frame -> assertThat(frame.getMethodName())
                    .isEqualTo(method));
            return this;
        }
    }
}
