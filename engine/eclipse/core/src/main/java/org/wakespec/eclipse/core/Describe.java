// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What hovers and completion say, as simple HTML. */
public final class Describe {

    private static final Pattern WORD = Pattern.compile("[^\\s\"|@]+");

    private Describe() {}

    /**
     * What a hover shows.
     *
     * @param start offset of what it is about
     * @param length of what it is about
     * @param html simple HTML
     */
    public record Hover(int start, int length, String html) {}

    /** What is to be said about a place of a file. */
    public static Optional<Hover> at(FeatureText text, int offset, Vocabulary words) {
        FeatureLine line = text.lineAt(offset);
        Optional<Hover> name = name(line, offset, words);
        if (name.isPresent() || line.kind() != LineKind.STEP) {
            return name;
        }
        for (String variant : StepCheck.variants(text, line, line.body())) {
            List<StepDefinition> matches = words.match(variant);
            if (!matches.isEmpty()) {
                StringBuilder html = new StringBuilder();
                matches.forEach(
                        match -> html.append(html.length() == 0 ? "" : "<hr>").append(step(match)));
                return Optional.of(new Hover(line.start(), line.end() - line.start(), html.toString()));
            }
        }
        return Optional.empty();
    }

    private static Optional<Hover> name(FeatureLine line, int offset, Vocabulary words) {
        Matcher matcher = WORD.matcher(line.text());
        while (matcher.find()) {
            int start = line.offset() + matcher.start();
            if (offset < start || offset > line.offset() + matcher.end()) {
                continue;
            }
            String word = matcher.group().replaceFirst("^(not-)?policy:", "");
            Optional<Named> named = line.kind() == LineKind.TAGS || line.kind() == LineKind.TABLE
                    ? words.policy(word)
                    : words.policy(word).or(() -> words.machine(word));
            return named.filter(n -> line.kind() != LineKind.COMMENT)
                    .map(n -> new Hover(start, matcher.end() - matcher.start(), named(n)));
        }
        return Optional.empty();
    }

    /** A step definition. */
    public static String step(StepDefinition definition) {
        StringBuilder html =
                new StringBuilder("<b>").append(escape(definition.expression())).append("</b>");
        if (!definition.does().isEmpty()) {
            html.append("<p>").append(escape(definition.does())).append("</p>");
        }
        if (!definition.examples().isEmpty()) {
            html.append("<pre>").append(escape(definition.examples().get(0))).append("</pre>");
        }
        if (!definition.where().isEmpty()) {
            html.append("<p><i>").append(escape(definition.where())).append("</i></p>");
        }
        return html.toString();
    }

    /** A policy or machine. */
    public static String named(Named named) {
        StringBuilder html =
                new StringBuilder("<b>").append(escape(named.name())).append("</b> ");
        html.append(escape(named.title()));
        for (String detail : named.details()) {
            html.append("<p>").append(escape(detail)).append("</p>");
        }
        if (!named.aliases().isEmpty()) {
            html.append("<p>also called ")
                    .append(escape(String.join(", ", named.aliases())))
                    .append("</p>");
        }
        return html.toString();
    }

    static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
