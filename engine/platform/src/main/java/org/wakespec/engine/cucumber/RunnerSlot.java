// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.backend.ObjectFactory;
import io.cucumber.core.gherkin.Pickle;
import io.cucumber.core.runner.Runner;
import io.cucumber.core.runtime.BackendServiceLoader;
import io.cucumber.core.runtime.ObjectFactoryServiceLoader;
import io.cucumber.core.runtime.SingletonObjectFactorySupplier;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A runner with its own step classes, used by one thread at a time and by all variants in turn: the class path is
 * scanned once for each slot and not once for each variant.
 */
final class RunnerSlot {

    private final SlotBus bus = new SlotBus();
    private final Runner runner;
    private String language = "";
    private final List<Object> hookDefinitions = new ArrayList<>();

    RunnerSlot(SessionOptions options) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        Supplier<ClassLoader> loaders = () -> loader;
        ObjectFactory objects =
                new SingletonObjectFactorySupplier(new ObjectFactoryServiceLoader(loaders, options)).get();
        bus.listen(hookDefinitions::add, Ids.of("glue"));
        runner = new Runner(bus, new BackendServiceLoader(loaders, () -> objects).get(), objects, options);
        bus.silence();
    }

    String language() {
        return language;
    }

    /**
     * Compiles the step definitions for a language.
     *
     * @return the events that describe them; the same for every slot
     */
    List<Object> prepare(String newLanguage) {
        List<Object> definitions = new ArrayList<>(hookDefinitions);
        bus.listen(
                event -> {
                    if (GlueEvents.isDefinition(event)) {
                        definitions.add(event);
                    }
                },
                Ids.of("glue " + newLanguage));
        try {
            runner.runPickle(new EmptyPickle(newLanguage));
        } finally {
            bus.silence();
        }
        language = newLanguage;
        return definitions;
    }

    void run(Pickle pickle, Consumer<Object> listener, Ids ids) {
        bus.listen(listener, ids);
        try {
            runner.runPickle(pickle);
        } finally {
            bus.silence();
        }
    }

    void beforeAll() {
        runner.runBeforeAllHooks();
    }

    void afterAll() {
        runner.runAfterAllHooks();
    }
}
