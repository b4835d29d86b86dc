// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.messages.types.Location;
import io.cucumber.messages.types.Pickle;
import io.cucumber.messages.types.Rule;
import io.cucumber.messages.types.RuleChild;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.TableCell;
import io.cucumber.messages.types.TableRow;
import io.cucumber.messages.types.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.Element.Kind;

/** Makes our elements from the parser's messages, which carry what Cucumber's nodes do not: tags, cells, extents. */
final class ElementReader {

    private final Feature feature;
    private final Map<String, Integer> pickleOfNode = new HashMap<>();
    private final List<Pickle> pickles = new ArrayList<>();

    ElementReader(io.cucumber.core.gherkin.Feature cucumberFeature) {
        Feature found = null;
        for (Object event : cucumberFeature.getParseEvents()) {
            Envelope envelope = (Envelope) event;
            if (envelope.getGherkinDocument().isPresent()) {
                found = envelope.getGherkinDocument()
                        .flatMap(GherkinDocument::getFeature)
                        .orElse(found);
            }
            envelope.getPickle().ifPresent(pickle -> {
                List<String> nodes = pickle.getAstNodeIds();
                pickleOfNode.put(nodes.get(nodes.size() - 1), pickles.size());
                pickles.add(pickle);
            });
        }
        if (found == null) {
            throw new IllegalStateException("the parser gave no document for " + cucumberFeature.getUri());
        }
        this.feature = found;
    }

    Element read(int lines) {
        List<String> tags = names(List.of(), feature.getTags());
        Element.Builder builder = builder(Kind.FEATURE, feature.getKeyword(), feature.getName(), feature.getLocation())
                // the comment lines before the keyword are the feature's, too
                .tags(tags, 1);
        for (FeatureChild child : feature.getChildren()) {
            child.getRule().ifPresent(rule -> builder.add(rule(rule, tags)));
            child.getScenario().ifPresent(scenario -> builder.add(scenario(scenario, tags)));
        }
        return builder.buildFeature(lines);
    }

    private Element.Builder rule(Rule rule, List<String> inherited) {
        List<String> tags = names(inherited, rule.getTags());
        Element.Builder builder = builder(Kind.RULE, rule.getKeyword(), rule.getName(), rule.getLocation())
                .tags(tags, firstLine(rule.getTags()));
        for (RuleChild child : rule.getChildren()) {
            child.getScenario().ifPresent(scenario -> builder.add(scenario(scenario, tags)));
        }
        return builder;
    }

    private Element.Builder scenario(Scenario scenario, List<String> inherited) {
        List<String> tags = names(inherited, scenario.getTags());
        Element.Builder builder = builder(
                        Kind.SCENARIO, scenario.getKeyword(), scenario.getName(), scenario.getLocation())
                .tags(tags, firstLine(scenario.getTags()));
        runnable(builder, scenario.getId());
        for (Examples examples : scenario.getExamples()) {
            builder.add(examples(examples, tags));
        }
        return builder;
    }

    private Element.Builder examples(Examples examples, List<String> inherited) {
        List<String> tags = names(inherited, examples.getTags());
        Element.Builder builder = builder(
                        Kind.EXAMPLES, examples.getKeyword(), examples.getName(), examples.getLocation())
                .tags(tags, firstLine(examples.getTags()));
        List<String> columns =
                examples.getTableHeader().map(ElementReader::cells).orElse(List.of());
        for (TableRow row : examples.getTableBody()) {
            Map<String, String> cells = new LinkedHashMap<>();
            List<String> values = cells(row);
            for (int i = 0; i < values.size(); i++) {
                cells.put(i < columns.size() ? columns.get(i) : "", values.get(i));
            }
            Element.Builder example = builder(Kind.EXAMPLE, "", String.join(" | ", values), row.getLocation())
                    .tags(tags, Integer.MAX_VALUE)
                    .cells(cells);
            runnable(example, row.getId());
            builder.add(example);
        }
        return builder;
    }

    private void runnable(Element.Builder builder, String nodeId) {
        Integer pickle = pickleOfNode.get(nodeId);
        if (pickle != null) {
            builder.runnable(pickle, pickles.get(pickle).getSteps().size());
        }
    }

    private static Element.Builder builder(Kind kind, String keyword, String name, Location location) {
        return new Element.Builder(kind)
                .named(keyword, name)
                .at(
                        Math.toIntExact(location.getLine()),
                        Math.toIntExact(location.getColumn().orElse(1L)));
    }

    private static List<String> cells(TableRow row) {
        return row.getCells().stream().map(TableCell::getValue).collect(Collectors.toList());
    }

    private static List<String> names(List<String> inherited, List<Tag> own) {
        Set<String> names = new LinkedHashSet<>(inherited);
        own.forEach(tag -> names.add(tag.getName()));
        return List.copyOf(names);
    }

    private static int firstLine(List<Tag> tags) {
        return tags.stream()
                .mapToInt(tag -> Math.toIntExact(tag.getLocation().getLine()))
                .min()
                .orElse(Integer.MAX_VALUE);
    }
}
