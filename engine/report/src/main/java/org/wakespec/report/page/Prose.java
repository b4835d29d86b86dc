// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Background;
import io.cucumber.messages.types.DataTable;
import io.cucumber.messages.types.DocString;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.GherkinDocument;
import io.cucumber.messages.types.Rule;
import io.cucumber.messages.types.RuleChild;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.Step;
import io.cucumber.messages.types.TableCell;
import io.cucumber.messages.types.TableRow;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a feature file says beside what is run: descriptions, backgrounds and steps. A text that is no feature, or only to a
 * later version of the language, is shown as it is, so it is no error here.
 */
final class Prose {

    private static final GherkinParser PARSER =
            GherkinParser.builder().includeSource(false).includePickles(false).build();

    /**
     * A scenario or outline.
     *
     * @param line of its keyword
     * @param lastLine last line of its steps and examples
     */
    record Part(
            int line, int lastLine, String keyword, String name, String description, ArrayNode steps, String rule) {}

    private String description = "";
    private ArrayNode background = JsonNodeFactory.instance.arrayNode();
    private final Map<String, ObjectNode> rules = new TreeMap<>();
    private final Map<Integer, Part> parts = new TreeMap<>();

    private Prose() {}

    static Prose of(String source) {
        Prose prose = new Prose();
        PARSER.parse("feature", source.getBytes(StandardCharsets.UTF_8))
                .map(Envelope::getGherkinDocument)
                .flatMap(Optional::stream)
                .map(GherkinDocument::getFeature)
                .flatMap(Optional::stream)
                .forEach(prose::read);
        return prose;
    }

    /** What the feature says about itself. */
    String description() {
        return description;
    }

    /** Steps before those of every scenario. */
    ArrayNode background() {
        return background;
    }

    /** Description and background of a rule, by title. */
    Optional<ObjectNode> rule(String title) {
        return Optional.ofNullable(rules.get(title));
    }

    /** The scenario a line belongs to: its own or that of one of its example rows. */
    Optional<Part> at(int line) {
        Part found = null;
        for (Part part : parts.values()) {
            if (part.line() <= line && line <= part.lastLine()) {
                found = part;
            }
        }
        return Optional.ofNullable(found);
    }

    private void read(Feature feature) {
        description = tidy(feature.getDescription());
        for (FeatureChild child : feature.getChildren()) {
            child.getBackground().ifPresent(b -> background = steps(b));
            child.getScenario().ifPresent(s -> read(s, ""));
            child.getRule().ifPresent(this::read);
        }
    }

    private void read(Rule rule) {
        String title =
                rule.getName().isBlank() ? rule.getKeyword() : rule.getName().strip();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("d", tidy(rule.getDescription()));
        rules.putIfAbsent(title, node);
        for (RuleChild child : rule.getChildren()) {
            child.getBackground().ifPresent(b -> node.set("b", steps(b)));
            child.getScenario().ifPresent(s -> read(s, title));
        }
    }

    private void read(Scenario scenario, String rule) {
        int line = Math.toIntExact(scenario.getLocation().getLine());
        int last = line;
        for (Step step : scenario.getSteps()) {
            last = Math.max(last, Math.toIntExact(step.getLocation().getLine()));
        }
        for (Examples examples : scenario.getExamples()) {
            for (TableRow row : examples.getTableBody()) {
                last = Math.max(last, Math.toIntExact(row.getLocation().getLine()));
            }
        }
        parts.put(
                line,
                new Part(
                        line,
                        last,
                        scenario.getKeyword(),
                        scenario.getName(),
                        tidy(scenario.getDescription()),
                        steps(scenario.getSteps()),
                        rule));
    }

    private static ArrayNode steps(Background background) {
        return steps(background.getSteps());
    }

    /** Each step: keyword, text, line, and its table (rows of cells) or text block. */
    private static ArrayNode steps(List<Step> steps) {
        ArrayNode nodes = JsonNodeFactory.instance.arrayNode();
        for (Step step : steps) {
            ArrayNode node = nodes.addArray();
            node.add(step.getKeyword().strip())
                    .add(step.getText())
                    .add(step.getLocation().getLine());
            step.getDataTable().map(DataTable::getRows).ifPresent(rows -> {
                ArrayNode table = node.addArray();
                for (TableRow row : rows) {
                    ArrayNode cells = table.addArray();
                    row.getCells().stream().map(TableCell::getValue).forEach(cells::add);
                }
            });
            step.getDocString().map(DocString::getContent).ifPresent(node::add);
        }
        return nodes;
    }

    /** Without the indentation of the file; blank lines part paragraphs. */
    private static String tidy(String description) {
        return description == null ? "" : description.strip().replaceAll("(?m)^[ \\t]+|[ \\t]+$", "");
    }
}
