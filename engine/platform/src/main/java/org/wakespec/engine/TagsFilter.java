// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import io.cucumber.tagexpressions.Expression;
import io.cucumber.tagexpressions.TagExpressionException;
import io.cucumber.tagexpressions.TagExpressionParser;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.spi.Variant;

/** {@code wakespec.tags}: a tag expression; the variant a scenario runs on counts as a tag, too. */
final class TagsFilter implements ScenarioFilter {

    private static final Pattern TAG = Pattern.compile("@[^\\s()]+");

    private final String text;
    private final Expression expression;

    /** @throws IllegalArgumentException if the expression is not well formed */
    TagsFilter(String text) {
        this.text = text;
        try {
            this.expression = TagExpressionParser.parse(text);
        } catch (TagExpressionException e) {
            throw new IllegalArgumentException(
                    Settings.TAGS + "=" + text + " is not a tag expression: " + e.getMessage()
                            + " Expected for example: @sync and not (@numa or @smt)",
                    e);
        }
    }

    @Override
    public boolean accepts(FeatureFile file, Element runnable, Variant variant, String longName) {
        String otherVariants = "@" + variant.label() + ":";
        List<String> tags = new ArrayList<>(runnable.tags());
        tags.removeIf(tag -> tag.startsWith(otherVariants));
        tags.add(variant.tag());
        return expression.evaluate(tags);
    }

    @Override
    public String description() {
        return Settings.TAGS + "=" + text;
    }

    @Override
    public Optional<String> hint(Collection<FeatureFile> features) {
        Set<String> known = new LinkedHashSet<>();
        features.forEach(file -> file.document()
                .ifPresent(document -> document.runnables().forEach(runnable -> known.addAll(runnable.tags()))));
        List<String> hints = new ArrayList<>();
        Matcher tags = TAG.matcher(text);
        while (tags.find()) {
            if (!known.contains(tags.group())) {
                hints.add("No scenario has the tag " + tags.group() + ". " + Nearest.hint(tags.group(), known));
            }
        }
        return hints.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", hints));
    }
}
