// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestDescriptor;

/** What the engine itself costs: discovery, and Cucumber around steps that do next to nothing. */
class PerformanceTest {

    private static final int SCENARIOS = 1_000;

    @TempDir
    Path directory;

    @Test
    void a_thousand_scenarios_on_eight_variants() throws Exception {
        GeneratedFeatures.write(directory, SCENARIOS);
        long start = System.nanoTime();
        TestDescriptor root = plan().discover().getEngineDescriptor();
        double discovery = seconds(start);
        assertThat(root.getDescendants().stream().filter(TestDescriptor::isTest).count()).isEqualTo(8 * SCENARIOS);
        long again = System.nanoTime();
        plan().discover();
        double second = seconds(again);
        long run = System.nanoTime();
        EngineRun result = plan().execute();
        double execution = seconds(run) - second;
        result.results().testEvents().assertStatistics(s -> s.succeeded(8L * SCENARIOS));
        System.getLogger("org.wakespec.performance").log(System.Logger.Level.INFO, String.format(
                "1,000 scenarios x 8: discovery %.2f s (again %.2f s), execution %.2f s", discovery, second, execution));
        assertThat(discovery).as("discovery, seconds").isLessThan(3);
    }

    private EngineRun.Plan plan() {
        return EngineRun.of(selectDirectory(directory.toFile())).with("wakespec.variant-source", "octave")
                .with("wakespec.octaves", "all")
                .with("wakespec.glue", "org.wakespec.engine.steps");
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
