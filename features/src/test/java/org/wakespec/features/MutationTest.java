// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.wakespec.policies.FairPlacement;
import org.wakespec.policies.Mutants;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * Negative control of the whole suite: mainline with one rule broken at a time stands in for {@code linux-7.2}, and the
 * feature that documents the rule must fail.
 */
class MutationTest {

    private static final String SERVICE = "META-INF/services/" + PlacementPolicy.class.getName();

    @TempDir
    static Path directory;

    @Test
    void everyBrokenRuleHasAFeatureThatDocumentsIt() {
        assertThat(documentedBy().keySet())
                .containsExactlyInAnyOrderElementsOf(Mutants.all().keySet());
    }

    @Test
    void theUnbrokenRulesPassInTheSameSetting() {
        TestExecutionSummary summary = run(FairPlacement::new, "wake_affine/rules.feature");
        assertThat(summary.getTestsSucceededCount())
                .isEqualTo(summary.getTestsFoundCount())
                .isPositive();
    }

    @TestFactory
    Stream<DynamicTest> theFeatureNoticesTheBrokenRule() {
        Map<String, String> features = documentedBy();
        return Mutants.all().entrySet().stream()
                .map(mutant -> DynamicTest.dynamicTest(mutant.getKey(), () -> {
                    TestExecutionSummary summary = run(mutant.getValue(), features.get(mutant.getKey()));
                    assertThat(summary.getTestsFoundCount()).isPositive();
                    assertThat(summary.getTestsFailedCount()).isPositive();
                }));
    }

    /** Broken rule to feature, as mutants.txt lists them. */
    private static Map<String, String> documentedBy() {
        Map<String, String> features = new LinkedHashMap<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(MutationTest.class.getResourceAsStream("mutants.txt")),
                StandardCharsets.UTF_8))) {
            reader.lines().filter(line -> !line.startsWith("#")).forEach(line -> {
                String[] parts = line.split(": ", 2);
                features.put(parts[1], parts[0]);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return features;
    }

    private static TestExecutionSummary run(Supplier<PlacementPolicy> mainline, String feature) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(PlacementTest.class))
                .configurationParameter("wakespec.policies", PolicyRegistry.DEFAULT)
                .configurationParameter("wakespec.features", feature)
                .configurationParameter("wakespec.tags", "")
                .configurationParameter("wakespec.name", "")
                .configurationParameter("wakespec.results.file", "none")
                .configurationParameter("wakespec.attachments.files", "never")
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        StandIn.mainline = mainline;
        thread.setContextClassLoader(new WithStandIn(before));
        try {
            LauncherFactory.create(LauncherConfig.builder()
                            .enableTestExecutionListenerAutoRegistration(false)
                            .build())
                    .execute(request, new TestExecutionListener[] {listener});
        } finally {
            thread.setContextClassLoader(before);
        }
        return listener.getSummary();
    }

    /** Shows the service loader our stand-in where the service file names mainline. */
    private static final class WithStandIn extends ClassLoader {

        WithStandIn(ClassLoader parent) {
            super(parent);
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            if (!name.equals(SERVICE)) {
                return super.getResources(name);
            }
            Path services = directory.resolve("policies");
            if (!Files.exists(services)) {
                try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                        Objects.requireNonNull(getResourceAsStream(SERVICE)), StandardCharsets.UTF_8))) {
                    List<String> lines = reader.lines()
                            .map(line ->
                                    line.strip().equals(FairPlacement.class.getName()) ? StandIn.class.getName() : line)
                            .toList();
                    assertThat(lines).contains(StandIn.class.getName());
                    Files.write(services, lines);
                }
            }
            return Collections.enumeration(List.of(services.toUri().toURL()));
        }
    }
}
