// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.platform.engine.ConfigurationParameters;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestExecutorService;

/** Loads our executor factory as it would be with a JUnit that has no factory of its own. */
final class OldJunit extends ClassLoader {

    private static final String MISSING =
            "org.junit.platform.engine.support.hierarchical.ParallelHierarchicalTestExecutorServiceFactory";

    private OldJunit() {
        super(OldJunit.class.getClassLoader());
    }

    static HierarchicalTestExecutorService createService() throws ReflectiveOperationException {
        Class<?> services = new OldJunit().loadClass(ExecutorServices.class.getName());
        var create = services.getDeclaredMethod("create", ConfigurationParameters.class);
        create.setAccessible(true);
        Optional<?> service = (Optional<?>) create.invoke(null, new Parallel());
        return (HierarchicalTestExecutorService) service.orElseThrow();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (name.equals(MISSING)) {
            throw new ClassNotFoundException(name);
        }
        if (!name.startsWith(ExecutorServices.class.getName()) && !name.equals(Settings.class.getName())) {
            return super.loadClass(name, resolve);
        }
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
            return loaded;
        }
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            byte[] code = in.readAllBytes();
            return defineClass(name, code, 0, code.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static final class Parallel implements ConfigurationParameters {

        private static final Map<String, String> VALUES = Map.of(
                "wakespec.execution.parallel.enabled", "true",
                "wakespec.execution.parallel.config.strategy", "fixed",
                "wakespec.execution.parallel.config.fixed.parallelism", "2");

        @Override
        public Optional<String> get(String key) {
            return Optional.ofNullable(VALUES.get(key));
        }

        @Override
        public Optional<Boolean> getBoolean(String key) {
            return get(key).map(Boolean::valueOf);
        }

        @Override
        public <T> Optional<T> get(String key, Function<? super String, ? extends T> transformer) {
            return get(key).map(transformer);
        }

        @Override
        public Set<String> keySet() {
            return VALUES.keySet();
        }
    }
}
