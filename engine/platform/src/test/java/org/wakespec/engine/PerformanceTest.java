// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.wakespec.engine.cucumber.CucumberRuntime;
import org.wakespec.engine.gherkin.EvidenceListener;
import org.wakespec.engine.gherkin.FeatureDocument;
import org.wakespec.engine.gherkin.GherkinRuntime;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.gherkin.ScenarioOutcome;
import org.wakespec.engine.gherkin.ScenarioSession;
import org.wakespec.engine.gherkin.SessionSettings;

/**
 * What the engine costs: discovery, and everything around the steps. The figures, processor time of the thread, are
 * printed for people; what is asserted is counted, since a busy machine must not fail a build.
 */
class PerformanceTest {

    private static final System.Logger LOG = System.getLogger(PerformanceTest.class.getName());
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int SCENARIOS = 1_000;

    @TempDir
    Path directory;

    @Test
    void a_thousand_scenarios_on_eight_variants() throws Exception {
        GeneratedFeatures.write(directory, SCENARIOS);
        MeteredRuntime metered = new MeteredRuntime();
        Launcher launcher = LauncherFactory.create(LauncherConfig.builder()
                .enableTestEngineAutoRegistration(false)
                .enableTestExecutionListenerAutoRegistration(false)
                .addTestEngines(new WakespecTestEngine(metered))
                .build());
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectDirectory(directory.toFile()))
                .configurationParameter("wakespec.variant-source", "octave")
                .configurationParameter("wakespec.octaves", "all")
                .configurationParameter("wakespec.glue", "org.wakespec.engine.steps")
                .configurationParameter("wakespec.results.file", directory + "/results.jsonl")
                .build();

        double start = seconds();
        TestPlan plan = launcher.discover(request);
        double discovery = seconds() - start;
        assertThat(plan.countTestIdentifiers(TestIdentifier::isTest)).isEqualTo(8 * SCENARIOS);

        SummaryGeneratingListener summary = new SummaryGeneratingListener();
        start = seconds();
        launcher.execute(plan, summary);
        double execution = seconds() - start;
        assertThat(summary.getSummary().getTestsSucceededCount()).isEqualTo(8 * SCENARIOS);

        LOG.log(
                System.Logger.Level.INFO,
                String.format(
                        "1,000 scenarios x 8, processor time: discovery %.2f s; execution %.2f s, of which"
                                + " Cucumber %.2f s (%.0f %%), engine and JUnit %.2f s (%.0f %%)",
                        discovery,
                        execution,
                        metered.sessions,
                        100 * metered.sessions / execution,
                        execution - metered.sessions,
                        100 - 100 * metered.sessions / execution));
    }

    private static double seconds() {
        return THREADS.getCurrentThreadCpuTime() / 1e9;
    }

    /** Cucumber with a clock around it. */
    private static final class MeteredRuntime implements GherkinRuntime {

        private final GherkinRuntime runtime = new CucumberRuntime();
        private double sessions;

        @Override
        public Optional<FeatureDocument> parse(URI uri, byte[] content) {
            return runtime.parse(uri, content);
        }

        @Override
        public Optional<String> checkPlugin(String plugin) {
            return runtime.checkPlugin(plugin);
        }

        @Override
        public ScenarioSession open(SessionSettings settings, List<PlannedScenario> plan) {
            ScenarioSession session = runtime.open(settings, plan);
            return new ScenarioSession() {
                @Override
                public void start() {
                    session.start();
                }

                @Override
                public void beforeAll() throws Throwable {
                    double start = seconds();
                    session.beforeAll();
                    sessions += seconds() - start;
                }

                @Override
                public ScenarioOutcome run(PlannedScenario scenario, EvidenceListener evidence) {
                    double start = seconds();
                    try {
                        return session.run(scenario, evidence);
                    } finally {
                        sessions += seconds() - start;
                    }
                }

                @Override
                public void afterAll() throws Throwable {
                    session.afterAll();
                }

                @Override
                public void finish() throws Throwable {
                    session.finish();
                }
            };
        }
    }
}
