// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.wakespec.engine.triggers.Triggers;

/** What Gradle asks of the engine: classes with a filter on names ({@code --tests}), and directories from Gradle 9.4 on. */
class GradleTrafficTest {

    @TempDir
    Path results;

    private TestPlan plan(DiscoverySelector selector, PostDiscoveryFilter... filters) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selector)
                .filters(filters)
                .configurationParameter("wakespec.source", "method")
                .configurationParameter("wakespec.results.file", results + "/results.jsonl")
                .build();
        return LauncherFactory.create(LauncherConfig.builder()
                        .enableTestEngineAutoRegistration(false)
                        .addTestEngines(new WakespecTestEngine())
                        .build())
                .discover(request);
    }

    private static List<TestIdentifier> leaves(TestPlan plan) {
        return plan.getRoots().stream()
                .flatMap(root -> plan.getDescendants(root).stream())
                .filter(TestIdentifier::isTest)
                .toList();
    }

    /** Gradle refuses tests started under no container, and names the class of a test by its ancestors. */
    @Test
    void every_leaf_lies_in_containers_below_a_class() {
        TestPlan plan = plan(selectClass(Triggers.Rules.class));
        assertThat(leaves(plan)).isNotEmpty().allSatisfy(leaf -> {
            TestIdentifier parent = plan.getParent(leaf).orElseThrow();
            boolean belowClass = false;
            for (TestIdentifier up = parent; up != null; up = plan.getParent(up).orElse(null)) {
                assertThat(up.isContainer()).isTrue();
                belowClass |= up.getSource().orElse(null) instanceof ClassSource;
            }
            assertThat(belowClass).isTrue();
        });
    }

    /** {@code --tests 'Rules.*Outside*'}: a filter after discovery that looks at classes and method names. */
    @Test
    void a_filter_on_names_picks_scenarios() {
        PostDiscoveryFilter tests = descriptor -> {
            TestSource source = descriptor.getSource().orElse(null);
            return FilterResult.includedIf(!(source instanceof MethodSource method)
                    || method.getMethodName().contains("Outside"));
        };
        TestPlan all = plan(selectClass(Triggers.Rules.class));
        TestPlan some = plan(selectClass(Triggers.Rules.class), tests);
        assertThat(leaves(all)).hasSizeGreaterThan(leaves(some).size());
        assertThat(leaves(some)).isNotEmpty().allSatisfy(leaf -> assertThat(leaf.getLegacyReportingName())
                .contains("Outside"));
    }

    /** {@code testDefinitionDirs.from("src/test/resources")}. */
    @Test
    void directories_give_features_without_a_class() {
        TestPlan plan = plan(selectDirectory(EngineRun.spec("sub").toFile()));
        assertThat(leaves(plan)).isNotEmpty();
    }
}
