// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Location;
import io.cucumber.messages.types.ParseError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What Gherkin's own parser says about a text. */
public final class SyntaxCheck {

    private static final int LONGEST = 300;

    private SyntaxCheck() {}

    /** The errors, in the order of the file. A text without any feature has none: it is only empty. */
    public static List<Finding> of(FeatureText text) {
        List<Finding> findings = new ArrayList<>();
        GherkinParser parser = GherkinParser.builder()
                .includeSource(false)
                .includePickles(false)
                .includeGherkinDocument(false)
                .build();
        parser.parse("feature", text.text().getBytes(StandardCharsets.UTF_8))
                .map(Envelope::getParseError)
                .flatMap(java.util.Optional::stream)
                .forEach(error -> findings.add(finding(text, error)));
        return findings;
    }

    private static Finding finding(FeatureText text, ParseError error) {
        int number = error.getSource()
                .getLocation()
                .map(Location::getLine)
                .map(Number::intValue)
                .orElse(1);
        FeatureLine line =
                text.line(number).orElse(text.lines().get(text.lines().size() - 1));
        String message = error.getMessage().replaceFirst("^\\(\\d+:\\d+\\): ", "");
        return new Finding(
                Finding.Kind.SYNTAX,
                line.number(),
                line.start(),
                Math.max(line.end(), line.start()),
                message.length() > LONGEST ? message.substring(0, LONGEST) + " ..." : message,
                "");
    }
}
