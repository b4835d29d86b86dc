// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/** All filters that are set. */
final class Filters {

    private final List<ScenarioFilter> filters = new ArrayList<>();
    private final List<Problem> malformed = new ArrayList<>();
    private FeaturesFilter byFeature;

    Filters(Settings settings) {
        List<String> features = settings.list(Settings.FEATURES);
        if (!features.isEmpty()) {
            byFeature = new FeaturesFilter(features);
            filters.add(byFeature);
        }
        settings.text(Settings.TAGS).ifPresent(text -> add(Settings.TAGS, () -> new TagsFilter(text)));
        settings.text(Settings.NAME).ifPresent(text -> add(Settings.NAME, () -> new NameFilter(text)));
    }

    private void add(String property, Supplier<ScenarioFilter> filter) {
        try {
            filters.add(filter.get());
        } catch (IllegalArgumentException e) {
            malformed.add(new Problem(property, e.getMessage()));
        }
    }

    boolean isEmpty() {
        return filters.isEmpty() && malformed.isEmpty();
    }

    /** Nothing is accepted if a filter is malformed: running everything would not be what was asked for. */
    boolean accepts(FeatureFile file, Element runnable, Variant variant, String longName) {
        if (!malformed.isEmpty()) {
            return false;
        }
        for (ScenarioFilter filter : filters) {
            if (!filter.accepts(file, runnable, variant, longName)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a file that cannot be parsed is to be reported. */
    boolean acceptsBroken(FeatureFile file) {
        return byFeature == null || byFeature.acceptsFile(file);
    }

    /** Problems that can be told whatever was selected. */
    List<Problem> check(Collection<FeatureFile> features) {
        List<Problem> problems = new ArrayList<>(malformed);
        filters.forEach(filter -> problems.addAll(filter.check(features)));
        return problems;
    }

    /** Why nothing is left. */
    Problem nothingLeft(Collection<FeatureFile> features, Optional<String> variants) {
        List<String> parts = new ArrayList<>(
                filters.stream().map(ScenarioFilter::description).toList());
        variants.ifPresent(parts::add);
        StringBuilder message = new StringBuilder("nothing is left to run");
        if (!parts.isEmpty()) {
            message.append(" with ").append(String.join(" and ", parts));
        }
        message.append('.');
        filters.forEach(filter ->
                filter.hint(features).ifPresent(hint -> message.append(' ').append(hint)));
        return new Problem(parts.isEmpty() ? "nothing to run" : String.join(" ", parts), message.toString());
    }
}
