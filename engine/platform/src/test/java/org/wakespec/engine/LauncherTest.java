// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestTag;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.EventType;
import org.wakespec.engine.triggers.SuiteOfRules;
import org.wakespec.engine.triggers.Triggers;

/** Among other engines, below a suite, and as hosts see it. */
class LauncherTest {

    @TempDir
    Path directory;

    private LauncherDiscoveryRequestBuilder request(Class<?>... types) {
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .configurationParameter("wakespec.results.file", directory + "/results.jsonl")
                .configurationParameter("junit.platform.output.dir", directory.toString())
                .configurationParameter("junit.platform.reporting.output.dir", directory.toString())
                .configurationParameter("junit.platform.reporting.open.xml.enabled", "true");
        Stream.of(types).forEach(type -> request.selectors(selectClass(type)));
        return request;
    }

    private static TestExecutionSummary execute(LauncherDiscoveryRequest request) {
        Launcher launcher = LauncherFactory.create();
        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        launcher.execute(request, summary);
        return summary.getSummary();
    }

    static final class Plain {
        @Test
        void runs() {
            assertThat(getClass()).isNotNull();
        }
    }

    @Test
    void broken_features_leave_the_tests_of_other_engines_alone() {
        TestExecutionSummary summary =
                execute(request(Triggers.Bad.class, Plain.class).build());
        assertThat(summary.getTestsSucceededCount()).isEqualTo(2);
        assertThat(summary.getTestsFailedCount()).isEqualTo(7);
    }

    @Test
    void a_broken_setting_leaves_the_tests_of_other_engines_alone() {
        TestExecutionSummary summary = execute(request(Triggers.Rules.class, Plain.class)
                .configurationParameter("wakespec.source", "nowhere")
                .build());
        assertThat(summary.getTestsSucceededCount()).isEqualTo(1);
        assertThat(summary.getTestsFailedCount()).isEqualTo(1);
    }

    @Test
    void open_test_reporting_carries_attachments_and_logs() throws Exception {
        execute(request()
                .selectors(DiscoverySelectors.selectFile(
                        EngineRun.spec("attachments.feature").toFile()))
                .build());
        Path xml;
        try (Stream<Path> files = Files.walk(directory)) {
            xml = files.filter(f -> f.getFileName().toString().endsWith("open-test-report.xml"))
                    .findFirst()
                    .orElseThrow();
        }
        String report = Files.readString(xml);
        assertThat(report).contains("picture.txt", "picture.png", "logged by plain", "attachments.feature");
    }

    @Test
    void a_suite_selects_features_and_runs_them_once() {
        var results = EngineTestKit.engine("junit-platform-suite")
                .selectors(selectClass(SuiteOfRules.class))
                .execute();
        assertThat(results.testEvents().finished().stream()
                        .map(event -> event.getTestDescriptor().getLegacyReportingName()))
                .containsExactly("House rules - Outside [sweet]", "House rules - One spoon is enough - Inside [sweet]");
        results.testEvents().assertStatistics(s -> s.succeeded(2));
        assertThat(results.allEvents()
                        .filter(e -> e.getType() == EventType.STARTED)
                        .map(e -> e.getTestDescriptor().getUniqueId().toString()))
                .anyMatch(id ->
                        id.contains("[suite:") && id.contains("[engine:wakespec]") && id.contains("[flavour:sweet]"));
    }

    @Test
    void a_leaf_of_a_suite_can_be_rerun_by_its_unique_id() {
        TestDescriptor suite = EngineTestKit.engine("junit-platform-suite")
                .selectors(selectClass(SuiteOfRules.class))
                .discover()
                .getEngineDescriptor();
        TestDescriptor leaf = suite.getDescendants().stream()
                .filter(TestDescriptor::isTest)
                .findFirst()
                .orElseThrow();
        var rerun = EngineTestKit.engine("junit-platform-suite")
                .selectors(DiscoverySelectors.selectUniqueId(leaf.getUniqueId()))
                .execute();
        assertThat(rerun.testEvents().finished().stream()
                        .map(e -> e.getTestDescriptor().getUniqueId()))
                .containsExactly(leaf.getUniqueId());
    }

    @Test
    void every_leaf_has_a_source_and_a_tag() {
        TestDescriptor root = EngineRun.of(selectClass(Triggers.Bad.class), selectClass(Triggers.Rules.class))
                .discover()
                .getEngineDescriptor();
        assertThat(root.getDescendants())
                .allSatisfy(d -> assertThat(d.getSource()).as(d.toString()).isPresent());
        assertThat(root.getDescendants())
                .filteredOn(d -> d instanceof VariantDescriptor)
                .allSatisfy(d -> assertThat(d.getTags()).contains(TestTag.create("flavour:plain")));
    }

    @Test
    void the_engine_names_itself() {
        WakespecTestEngine engine = new WakespecTestEngine();
        assertThat(engine.getId()).isEqualTo("wakespec").doesNotStartWith("junit-");
        assertThat(engine.getGroupId()).contains("org.wakespec");
        assertThat(engine.getArtifactId()).contains("wakespec-engine");
    }
}
