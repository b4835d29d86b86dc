// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.options.PluginOption;
import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.messages.types.ParseError;
import java.net.URI;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.FeatureDocument;
import org.wakespec.engine.gherkin.GherkinRuntime;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.gherkin.ScenarioSession;
import org.wakespec.engine.gherkin.SessionSettings;

/** Parses and runs features with cucumber-core. */
public final class CucumberRuntime implements GherkinRuntime {

    @Override
    public Optional<FeatureDocument> parse(URI uri, byte[] content) {
        FeatureText.check(content);
        try {
            Feature feature =
                    feature(uri, parser().parse(uri.toString(), content).toList());
            return feature == null
                    ? Optional.empty()
                    : Optional.of(new CucumberDocument(uri, content, new ElementReader(feature).read(lines(content))));
        } catch (UnsupportedCharsetException | IllegalCharsetNameException e) {
            throw broken("the comment '# encoding:' names an unknown encoding, " + e.getMessage());
        } catch (BrokenFeatureException e) {
            throw e;
        } catch (RuntimeException e) {
            // bytes the parser cannot take
            throw broken(e.getMessage() == null ? e.toString() : e.getMessage());
        } catch (StackOverflowError e) {
            throw broken("nested too deeply");
        }
    }

    /** Pickles, ids and the text itself are Cucumber's business, and only of what is run. */
    private static GherkinParser parser() {
        return GherkinParser.builder()
                .includeSource(false)
                .includePickles(false)
                .idGenerator(() -> "")
                .build();
    }

    private static Feature feature(URI uri, List<Envelope> messages) {
        List<String> errors = new ArrayList<>();
        GherkinDocument document = null;
        for (Envelope message : messages) {
            message.getParseError().map(ParseError::getMessage).ifPresent(errors::add);
            document = message.getGherkinDocument().orElse(document);
        }
        if (!errors.isEmpty()) {
            throw FeatureText.broken(errors);
        }
        if (document == null) {
            throw new IllegalStateException("the parser gave no document for " + uri);
        }
        return document.getFeature().orElse(null);
    }

    private static BrokenFeatureException broken(String message) {
        return FeatureText.broken(List.of(message));
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
