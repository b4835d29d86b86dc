// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.FeatureChild;
import io.cucumber.messages.types.Location;
import io.cucumber.messages.types.Rule;
import io.cucumber.messages.types.RuleChild;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.Step;
import io.cucumber.messages.types.TableCell;
import io.cucumber.messages.types.TableRow;
import io.cucumber.messages.types.Tag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.Element.Kind;

/**
 * Makes our elements from the parser's messages. What is run, in which order and with how many steps is what Cucumber's
 * compiler of pickles makes of them (gherkin 36, PickleCompiler): a scenario without Examples and each row below a table
 * header, and the steps of the backgrounds only where the scenario has steps of its own.
 */
final class ElementReader {

    /** Of a step, or a cell that may become part of one: what takes all the ways to match a step for ever is no step. */
    static final int LONGEST = 8_192;

    private final Feature feature;
    private int runnables;

    ElementReader(Feature feature) {
        this.feature = feature;
    }

    Element read(int lines) {
        List<String> tags = names(List.of(), feature.getTags());
        Element.Builder builder = builder(Kind.FEATURE, feature.getKeyword(), feature.getName(), feature.getLocation())
                // the comment lines before the keyword are the feature's, too
                .tags(tags, 1);
        int background = 0;
        for (FeatureChild child : feature.getChildren()) {
            if (child.getBackground().isPresent()) {
                background += count(child.getBackground().get().getSteps());
            } else if (child.getRule().isPresent()) {
                builder.add(rule(child.getRule().get(), tags, background));
            } else if (child.getScenario().isPresent()) {
                builder.add(scenario(child.getScenario().get(), tags, background));
            }
        }
        return builder.buildFeature(lines);
    }

    private Element.Builder rule(Rule rule, List<String> inherited, int inheritedBackground) {
        List<String> tags = names(inherited, rule.getTags());
        Element.Builder builder = builder(Kind.RULE, rule.getKeyword(), rule.getName(), rule.getLocation())
                .tags(tags, firstLine(rule.getTags()));
        int background = inheritedBackground;
        for (RuleChild child : rule.getChildren()) {
            if (child.getBackground().isPresent()) {
                background += count(child.getBackground().get().getSteps());
            } else if (child.getScenario().isPresent()) {
                builder.add(scenario(child.getScenario().get(), tags, background));
            }
        }
        return builder;
    }

    private Element.Builder scenario(Scenario scenario, List<String> inherited, int background) {
        List<String> tags = names(inherited, scenario.getTags());
        Element.Builder builder = builder(
                        Kind.SCENARIO, scenario.getKeyword(), scenario.getName(), scenario.getLocation())
                .tags(tags, firstLine(scenario.getTags()));
        int own = count(scenario.getSteps());
        int steps = own == 0 ? 0 : background + own;
        if (scenario.getExamples().isEmpty()) {
            builder.runnable(runnables++, steps);
        }
        for (Examples examples : scenario.getExamples()) {
            builder.add(examples(examples, tags, steps));
        }
        return builder;
    }

    private Element.Builder examples(Examples examples, List<String> inherited, int steps) {
        List<String> tags = names(inherited, examples.getTags());
        Element.Builder builder = builder(
                        Kind.EXAMPLES, examples.getKeyword(), examples.getName(), examples.getLocation())
                .tags(tags, firstLine(examples.getTags()));
        List<String> columns = examples.getTableHeader().isPresent()
                ? cells(examples.getTableHeader().get())
                : null;
        for (TableRow row : examples.getTableBody()) {
            Map<String, String> cells = new LinkedHashMap<>();
            List<String> values = cells(row);
            for (int i = 0; i < values.size(); i++) {
                cells.put(columns != null && i < columns.size() ? columns.get(i) : "", values.get(i));
            }
            String joined = String.join(" | ", values);
            Element.Builder example = builder(
                            Kind.EXAMPLE, "", joined.isBlank() ? "(empty)" : joined, row.getLocation())
                    .tags(tags, Integer.MAX_VALUE)
                    .cells(cells);
            if (columns != null) {
                example.runnable(runnables++, steps);
            }
            builder.add(example);
        }
        return builder;
    }

    private static int count(List<Step> steps) {
        steps.forEach(step -> refuseTooLong("step", step.getText(), step.getLocation()));
        return steps.size();
    }

    private static void refuseTooLong(String what, String text, Location location) {
        if (text.length() > LONGEST) {
            throw new BrokenFeatureException(
                    "a " + what + " of " + text.length() + " characters: there is room for " + LONGEST,
                    Math.toIntExact(location.getLine()));
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
        List<String> values = new ArrayList<>();
        for (TableCell cell : row.getCells()) {
            refuseTooLong("cell", cell.getValue(), cell.getLocation());
            values.add(cell.getValue());
        }
        return values;
    }

    private static List<String> names(List<String> inherited, List<Tag> own) {
        if (own.isEmpty()) {
            return inherited;
        }
        Set<String> names = new LinkedHashSet<>(inherited);
        for (Tag tag : own) {
            names.add(tag.getName());
        }
        return List.copyOf(names);
    }

    private static int firstLine(List<Tag> tags) {
        int first = Integer.MAX_VALUE;
        for (Tag tag : tags) {
            first = Math.min(first, Math.toIntExact(tag.getLocation().getLine()));
        }
        return first;
    }
}
