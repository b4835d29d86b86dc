// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/** {@code wakespec.name}: a regular expression that is found in the long name of a scenario. */
final class NameFilter implements ScenarioFilter {

    private final Pattern pattern;

    /** @throws IllegalArgumentException if the expression is not well formed */
    NameFilter(String regex) {
        try {
            this.pattern = Pattern.compile(regex);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    Settings.NAME + "=" + regex + " is not a regular expression: " + e.getDescription(), e);
        }
    }

    @Override
    public boolean accepts(FeatureFile file, Element runnable, Variant variant, String longName) {
        return pattern.matcher(longName).find();
    }

    @Override
    public String description() {
        return Settings.NAME + "=" + pattern;
    }

    @Override
    public Optional<String> hint(Collection<FeatureFile> features) {
        List<String> titles = new ArrayList<>();
        features.forEach(file -> file.document()
                .ifPresent(document -> document.feature().children().forEach(child -> {
                    titles.add(child.title());
                    child.children().forEach(inner -> titles.add(inner.title()));
                })));
        return Optional.of(Nearest.hint(pattern.pattern(), titles));
    }
}
