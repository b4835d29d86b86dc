// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Optional;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.support.config.PrefixedConfigurationParameters;
import org.junit.platform.engine.support.hierarchical.ForkJoinPoolHierarchicalTestExecutorService;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestExecutorService;
import org.junit.platform.engine.support.hierarchical.ParallelHierarchicalTestExecutorServiceFactory;

/** Makes the executor for parallel runs, as JUnit's own configuration below {@code wakespec.execution.parallel.config} says. */
final class ExecutorServices {

    private ExecutorServices() {}

    /** Empty if scenarios are to run one after the other. */
    static Optional<HierarchicalTestExecutorService> create(ConfigurationParameters parameters) {
        if (!parameters.getBoolean(Settings.PARALLEL).orElse(false)) {
            return Optional.empty();
        }
        ConfigurationParameters own = new PrefixedConfigurationParameters(parameters, Settings.PARALLEL_CONFIG);
        try {
            return Optional.of(WithFactory.create(own));
        } catch (NoClassDefFoundError e) {
            return Optional.of(forkJoinPool(own));
        }
    }

    /** All there is in JUnit before 6.1, and deprecated from then on. */
    @SuppressWarnings("deprecation")
    private static HierarchicalTestExecutorService forkJoinPool(ConfigurationParameters parameters) {
        return new ForkJoinPoolHierarchicalTestExecutorService(parameters);
    }

    /** In a class of its own, so that its absence is noticed here and not earlier. */
    private static final class WithFactory {
        static HierarchicalTestExecutorService create(ConfigurationParameters parameters) {
            return ParallelHierarchicalTestExecutorServiceFactory.create(parameters);
        }
    }
}
