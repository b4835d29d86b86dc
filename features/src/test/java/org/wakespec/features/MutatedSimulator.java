// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import java.nio.file.Path;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.wakespec.policies.SourceMutation;
import org.wakespec.simulator.Simulation;

/**
 * Everything of this project in a class loader of its own, with one rule of the simulator changed in its source text. What it is
 * built on (Cucumber, JUnit, JSON) is shared.
 */
final class MutatedSimulator {

    private static final String OURS = "org.wakespec.";
    private static final Path SOURCES =
            Path.of("..", "engine", "simulator", "src", "main", "java", "org", "wakespec", "simulator");

    private final ClassLoader loader;

    private MutatedSimulator(Map<String, byte[]> mutated) {
        loader = new SourceMutation.Loader(
                MutatedSimulator.class.getClassLoader(), name -> name.startsWith(OURS), mutated);
    }

    /** The simulator as it is. */
    static MutatedSimulator unmutated() {
        return new MutatedSimulator(Map.of());
    }

    /**
     * The simulator with one piece of text replaced.
     *
     * @param file source file below the simulator's package, without {@code .java}
     */
    static MutatedSimulator with(String file, String text, String replacement) {
        return new MutatedSimulator(SourceMutation.of(
                SOURCES.resolve(file + ".java"), text, replacement, Simulation.class, Histogram.class));
    }

    /**
     * Runs scenarios inside.
     *
     * @param name regular expression found in the names of the scenarios
     * @return how many were found and how many did not pass
     */
    long[] run(String feature, String name) throws ReflectiveOperationException {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        try {
            return (long[]) loader.loadClass(RuntimeSuite.class.getName())
                    .getMethod("run", String.class, String.class)
                    .invoke(null, feature, name);
        } finally {
            thread.setContextClassLoader(before);
        }
    }
}
