// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.Pickle;
import io.cucumber.messages.types.PickleStep;
import io.cucumber.messages.types.PickleTable;
import io.cucumber.messages.types.PickleTag;
import io.cucumber.messages.types.RuleChild;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The feature files as parsed: what the suite claims, before anything runs. */
final class Suite {

    /** A scenario, or one row of an outline, with its placeholders filled in. */
    record Example(String file, String scenarioId, String name, Set<String> tags, List<Step> steps) {

        Set<String> policies() {
            Set<String> policies = new LinkedHashSet<>();
            for (String tag : tags) {
                if (tag.startsWith("@policy:")) {
                    policies.add(tag.substring("@policy:".length()));
                }
            }
            for (String tag : tags) {
                if (tag.startsWith("@not-policy:")) {
                    policies.remove(tag.substring("@not-policy:".length()));
                }
            }
            return policies;
        }

        String where() {
            return file + ": " + name;
        }
    }

    /** A step with its table, which is empty if there is none. */
    record Step(String text, List<List<String>> table) {}

    private final List<Example> examples = new ArrayList<>();
    private final Map<String, String> describedFeatures = new LinkedHashMap<>();
    private int scenarios;

    /** Reads every feature below the package of this class. */
    static Suite read() throws IOException, URISyntaxException {
        Suite suite = new Suite();
        Path root = Path.of(Objects.requireNonNull(
                                PlacementTest.class.getResource("/org/wakespec/features/wf_sync"),
                                "no feature on the class path")
                        .toURI())
                .getParent();
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(file -> file.toString().endsWith(".feature"))
                    .sorted()
                    .toList();
        }
        for (Path file : files) {
            suite.parse(root.relativize(file).toString(), file);
        }
        return suite;
    }

    private void parse(String name, Path file) throws IOException {
        GherkinParser parser = GherkinParser.builder().includeSource(false).build();
        for (Envelope envelope : parser.parse(file).toList()) {
            envelope.getParseError().ifPresent(error -> {
                throw new IllegalStateException(name + ": " + error.getMessage());
            });
            envelope.getGherkinDocument()
                    .flatMap(document -> document.getFeature())
                    .ifPresent(feature -> {
                        describedFeatures.put(name, feature.getDescription());
                        count(feature);
                    });
            envelope.getPickle().ifPresent(pickle -> examples.add(example(name, pickle)));
        }
    }

    private void count(Feature feature) {
        for (FeatureChild child : feature.getChildren()) {
            scenarios += child.getScenario().isPresent() ? 1 : 0;
            child.getRule().ifPresent(rule -> {
                for (RuleChild inner : rule.getChildren()) {
                    scenarios += inner.getScenario().isPresent() ? 1 : 0;
                }
            });
        }
    }

    private static Example example(String file, Pickle pickle) {
        Set<String> tags = new LinkedHashSet<>();
        for (PickleTag tag : pickle.getTags()) {
            tags.add(tag.getName());
        }
        List<Step> steps = new ArrayList<>();
        for (PickleStep step : pickle.getSteps()) {
            steps.add(new Step(step.getText(), table(step)));
        }
        return new Example(file, file + "#" + pickle.getAstNodeIds().get(0), pickle.getName(), tags, steps);
    }

    private static List<List<String>> table(PickleStep step) {
        Optional<PickleTable> table = step.getArgument().flatMap(argument -> argument.getDataTable());
        if (table.isEmpty()) {
            return List.of();
        }
        return table.get().getRows().stream()
                .map(row -> row.getCells().stream().map(cell -> cell.getValue()).toList())
                .toList();
    }

    /** Scenarios and outlines; the rows of an outline do not count. */
    int scenarios() {
        return scenarios;
    }

    List<Example> examples() {
        return examples;
    }

    /** Feature file to the prose under its title. */
    Map<String, String> descriptions() {
        return describedFeatures;
    }
}
