// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Feature;
import io.cucumber.core.gherkin.FeatureParser;
import io.cucumber.core.gherkin.FeatureParserException;
import io.cucumber.core.options.PluginOption;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.FeatureDocument;
import org.wakespec.engine.gherkin.GherkinRuntime;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.gherkin.ScenarioSession;
import org.wakespec.engine.gherkin.SessionSettings;

/** Parses and runs features with cucumber-core. */
public final class CucumberRuntime implements GherkinRuntime {

    private static final Pattern PLACE = Pattern.compile("\\((\\d+):\\d+\\)");

    private final FeatureParser parser =
            ServiceLoader.load(FeatureParser.class, CucumberRuntime.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .max(Comparator.comparing(FeatureParser::version))
                    .orElseThrow(
                            () -> new IllegalStateException("cucumber-gherkin-messages is missing on the class path"));

    @Override
    public Optional<FeatureDocument> parse(URI uri, byte[] content) {
        try {
            Ids ids = Ids.of("feature " + uri);
            Optional<Feature> feature = parser.parse(uri, new ByteArrayInputStream(content), ids::next);
            return feature.map(f -> CucumberDocument.of(f, lines(content)));
        } catch (FeatureParserException e) {
            throw broken(uri, e.getMessage());
        } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
            throw broken(uri, "the comment '# encoding:' names an unknown encoding, " + e.getMessage());
        } catch (IOException | RuntimeException e) {
            // bytes the parser cannot take
            throw broken(uri, e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (StackOverflowError e) {
            throw broken(uri, "nested too deeply");
        }
    }

    private static BrokenFeatureException broken(URI uri, String message) {
        String text = message.replace("Failed to parse resource at: " + uri + "\n", "");
        Matcher place = PLACE.matcher(text);
        return new BrokenFeatureException(text, place.find() ? Integer.parseInt(place.group(1)) : 1);
    }

    private static int lines(byte[] content) {
        int lines = 1;
        for (byte b : content) {
            if (b == '\n') {
                lines++;
            }
        }
        boolean endsWithNewline = content.length > 0 && content[content.length - 1] == '\n';
        return endsWithNewline ? lines - 1 : lines;
    }

    @Override
    public Optional<String> checkPlugin(String plugin) {
        try {
            PluginOption.parse(plugin);
            return Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.of(e.getMessage());
        }
    }

    @Override
    public ScenarioSession open(SessionSettings settings, List<PlannedScenario> plan) {
        return new CucumberSession(settings, plan);
    }
}
