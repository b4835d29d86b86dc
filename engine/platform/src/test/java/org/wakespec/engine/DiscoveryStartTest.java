// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * What a discovery in a new JVM loads. Nearly all its time goes into classes that are seen for the first time, and these
 * can be counted where time cannot.
 */
class DiscoveryStartTest {

    /** Classes of this module, lambdas aside; 57 when this was written. */
    private static final int OWN_CLASSES = 65;

    @TempDir
    Path directory;

    /** Discovers the features in a directory and prints how many tests there are. */
    static final class Discover {

        private Discover() {}

        public static void main(String[] arguments) {
            TestPlan plan = LauncherFactory.create()
                    .discover(LauncherDiscoveryRequestBuilder.request()
                            .selectors(selectDirectory(arguments[0]))
                            .configurationParameter("wakespec.variant-source", "octave")
                            .configurationParameter("wakespec.octaves", "all")
                            .build());
            System.out.println("tests: " + plan.countTestIdentifiers(TestIdentifier::isTest));
        }
    }

    @Test
    void nothing_of_what_runs_scenarios() throws Exception {
        GeneratedFeatures.write(directory.resolve("features"), 100);
        Path classes = directory.resolve("classes.log");
        assertThat(discoverInNewJvm(classes)).contains("tests: 800");
        List<String> loaded = Files.readAllLines(classes).stream()
                .map(line -> line.replaceFirst("^(\\[[^]]*])+ ", "").replaceFirst(" .*", ""))
                .toList();
        assertThat(loaded).contains("org.wakespec.engine.WakespecTestEngine", "io.cucumber.gherkin.GherkinParser");
        assertThat(loaded)
                .as("Cucumber's view of features, and records as keys of maps")
                .noneMatch(name -> name.startsWith("io.cucumber.core."))
                .doesNotContain("java.lang.runtime.ObjectMethods", "org.wakespec.engine.cucumber.CucumberParser");
        assertThat(loaded.stream()
                        .filter(name -> name.startsWith("org.wakespec.engine."))
                        .filter(name -> !name.contains("Lambda")))
                .hasSizeLessThanOrEqualTo(OWN_CLASSES);
    }

    private String discoverInNewJvm(Path classes) throws IOException, InterruptedException {
        Path output = directory.resolve("output.txt");
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:file=" + classes,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Discover.class.getName(),
                        directory.resolve("features").toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(jvm.waitFor(2, TimeUnit.MINUTES)).isTrue();
        return Files.readString(output);
    }
}
