// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.messages.types.Envelope;
import io.cucumber.plugin.event.StepDefinedEvent;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The events that describe step definitions, hooks and parameter types, by language. A runner sends them once in its
 * life; every report needs them.
 */
final class GlueEvents {

    private final Map<String, List<Object>> byLanguage = new ConcurrentHashMap<>();

    static boolean isDefinition(Object event) {
        return event instanceof StepDefinedEvent
                || event instanceof Envelope envelope
                        && (envelope.getStepDefinition().isPresent()
                                || envelope.getHook().isPresent()
                                || envelope.getParameterType().isPresent());
    }

    void record(String language, List<Object> events) {
        byLanguage.putIfAbsent(language, List.copyOf(events));
    }

    List<Object> of(String language) {
        return byLanguage.getOrDefault(language, List.of());
    }

    /** The expressions of the step definitions that were found; they do not depend on the language. */
    List<String> stepDefinitions() {
        return byLanguage.values().stream().findFirst().stream()
                .flatMap(List::stream)
                .filter(StepDefinedEvent.class::isInstance)
                .map(event -> ((StepDefinedEvent) event).getStepDefinition().getPattern())
                .toList();
    }
}
