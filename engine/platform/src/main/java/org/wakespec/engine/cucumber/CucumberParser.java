// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.FeatureParser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Comparator;
import java.util.ServiceLoader;

/** Cucumber's own parser of features. Looked for when the first scenario runs, and not by a discovery. */
final class CucumberParser {

    private static final FeatureParser PARSER =
            ServiceLoader.load(FeatureParser.class, CucumberParser.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .max(Comparator.comparing(FeatureParser::version))
                    .orElseThrow(
                            () -> new IllegalStateException("cucumber-gherkin-messages is missing on the class path"));

    private CucumberParser() {}

    /** The feature in a text that was found to hold one. Its ids depend on nothing but the place of the file. */
    static Feature parse(URI uri, byte[] content) {
        Ids ids = Ids.of("feature " + uri);
        try {
            return PARSER.parse(uri, new ByteArrayInputStream(content), ids::next)
                    .orElseThrow(() -> new IllegalStateException("Cucumber finds no feature in " + uri));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
