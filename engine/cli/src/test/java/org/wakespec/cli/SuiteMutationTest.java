// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.conformance.Progress;
import org.wakespec.policies.FairPlacement;
import org.wakespec.policies.Mutants;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * Each broken rule of mainline fails at least one scenario of the suite, and the unbroken one fails none. Every fourth rule
 * is tried in the normal build, every one with {@code -Dwakespec.extended=true}.
 */
class SuiteMutationTest {

    private static final String SERVICE = "META-INF/services/" + PlacementPolicy.class.getName();

    /** Terms of the group statistics of the slow path, which scenarios do not spell out; the vectors notice them. */
    private static final Set<String> VECTORS_ONLY = Set.of("utilisation estimate ignored", "misfit test without margin");

    @TempDir
    Path dir;

    @Test
    void theSuiteNoticesEveryBrokenRule() throws IOException {
        assertThat(failing(FairPlacement.class)).as("mainline as it is").isEmpty();
        int step = Boolean.getBoolean("wakespec.extended") ? 1 : 4;
        Set<String> tried = new LinkedHashSet<>();
        Set<String> unnoticed = new LinkedHashSet<>();
        int n = 0;
        for (Map.Entry<String, Supplier<PlacementPolicy>> mutant : Mutants.all().entrySet()) {
            if (n++ % step == 0 && !VECTORS_ONLY.contains(mutant.getKey())) {
                tried.add(mutant.getKey());
                if (failing(mutant.getValue().get().getClass()).isEmpty()) {
                    unnoticed.add(mutant.getKey());
                }
            }
        }
        assertThat(tried).hasSizeGreaterThanOrEqualTo(step == 1 ? 36 : 9);
        assertThat(unnoticed).isEmpty();
    }

    /** Scenarios that fail on linux-7.2 when the given class stands in for it. */
    private List<ScenarioResult> failing(Class<?> mainline) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(new StandIn(before, services(mainline)));
        try {
            ResultFile file = new SuiteRun().features(List.of()).policies(List.of("linux-7.2"))
                    .failFast(true)
                    .run(Progress.NONE);
            assertThat(file.results()).hasSizeGreaterThan(60);
            return file.results().stream().filter(result -> result.verdict() == Verdict.FAILED).toList();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private URL services(Class<?> mainline) {
        try {
            StringBuilder names = new StringBuilder();
            for (URL url : Collections.list(SuiteMutationTest.class.getClassLoader().getResources(SERVICE))) {
                names.append(new String(url.openStream().readAllBytes(), StandardCharsets.UTF_8)).append('\n');
            }
            String own = names.toString().lines()
                    .map(name -> name.strip().equals(FairPlacement.class.getName()) ? mainline.getName() : name)
                    .collect(Collectors.joining("\n"));
            return Files.writeString(Files.createTempFile(dir, "services", ""), own).toUri().toURL();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shows one list of policies instead of those of the jars. */
    private static final class StandIn extends ClassLoader {

        private final URL services;

        StandIn(ClassLoader parent, URL services) {
            super(parent);
            this.services = services;
        }

        @Override
        public Enumeration<URL> getResources(String name) throws IOException {
            return name.equals(SERVICE) ? Collections.enumeration(List.of(services)) : super.getResources(name);
        }
    }
}
