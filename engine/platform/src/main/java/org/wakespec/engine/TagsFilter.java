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

    private static final Pattern WORD = Pattern.compile("[^\\s()]+");
    private static final Set<String> OPERATORS = Set.of("and", "or", "not");

    private final String text;
    private final Expression expression;

    /** @throws IllegalArgumentException if the expression is not well formed */
    TagsFilter(String text) {
        this.text = text;
        try {
            this.expression = TagExpressionParser.parse(text);
        } catch (TagExpressionException e) {
            throw new IllegalArgumentException(
                    Settings.TAGS + "='" + text + "' is not a tag expression: " + reason(e)
                            + "; expected for example: @sync and not (@numa or @smt)",
                    e);
        }
    }

    /** Without what the parser says of the text, which is quoted already. */
    private static String reason(TagExpressionException e) {
        String message = e.getMessage();
        int at = message.lastIndexOf("syntax error: ");
        String reason = at < 0 ? message : message.substring(at + "syntax error: ".length());
        return reason.endsWith(".") ? reason.substring(0, reason.length() - 1) : reason;
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
        Matcher words = WORD.matcher(text);
        while (words.find()) {
            String word = words.group();
            if (OPERATORS.contains(word)) {
                continue;
            }
            String tag = word.startsWith("@") ? word : "@" + word;
            if (!tag.equals(word)) {
                hints.add("A tag begins with @: " + tag + ".");
            }
            if (!known.contains(tag)) {
                hints.add("No scenario has the tag " + tag + ". " + Nearest.hint(tag, known));
            }
        }
        return hints.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", hints));
    }
}
