// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import java.nio.file.Path;
import java.util.Map;
import org.wakespec.policies.SourceMutation;
import org.wakespec.simulator.balance.Balancer;

/** The balancer, and what calls it, in a class loader of its own, with one rule changed. */
final class SourceMutant {

    private static final String PACKAGE = "org.wakespec.simulator.balance.";
    private static final Path SOURCES =
            Path.of("..", "simulator", "src", "main", "java", "org", "wakespec", "simulator", "balance");

    private SourceMutant() {}

    /** The probe, linked with the mutated class. */
    static Object probe(String className, String text, String replacement) throws ReflectiveOperationException {
        return probe(SourceMutation.of(SOURCES.resolve(className + ".java"), text, replacement, Balancer.class));
    }

    /** The probe with the balancer as it is, loaded the same way. */
    static Object unmutated() throws ReflectiveOperationException {
        return probe(Map.of());
    }

    private static Object probe(Map<String, byte[]> mutated) throws ReflectiveOperationException {
        return new SourceMutation.Loader(
                        MutantProbe.class.getClassLoader(),
                        name -> name.startsWith(PACKAGE) || name.startsWith("org.wakespec.conformance.balance."),
                        mutated)
                .loadClass(MutantProbe.class.getName())
                .getConstructor()
                .newInstance();
    }
}
