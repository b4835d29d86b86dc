// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.wakespec.report.DecisionJson;
import org.wakespec.report.MachineJson;
import org.wakespec.report.MeasuredJson;
import org.wakespec.report.TimelineJson;
import org.wakespec.results.Attachment;
import org.wakespec.results.FeatureSource;
import org.wakespec.results.Frames;
import org.wakespec.results.ResultFile;
import org.wakespec.results.RunHeader.VariantEntry;
import org.wakespec.results.RunSummary;
import org.wakespec.results.ScenarioResult;

/** The data of a page: features, their scenarios in the order of the file, and one cell for each policy. */
final class PageData {

    private static final int MOST_TEXT = 40_000;
    private static final int MOST_IMAGE = 200_000;

    /** A row of the matrix: a scenario, or one example of it, under every policy. */
    private static final class Row {
        final ScenarioResult first;
        final ScenarioResult[] results;

        Row(ScenarioResult first, int policies) {
            this.first = first;
            results = new ScenarioResult[policies];
        }
    }

    private final Map<String, ResultFile> files;
    private final Documents documents = new Documents();
    private final Table cells = new Table();
    private final Map<String, Integer> policies = new LinkedHashMap<>();
    private final Map<String, VariantEntry> entries = new LinkedHashMap<>();
    private final Map<String, String> sources = new TreeMap<>();
    private final Map<String, String> origins = new LinkedHashMap<>();
    private final List<String> notes = new ArrayList<>();

    PageData(Map<String, ResultFile> files) {
        this.files = files;
    }

    ObjectNode json() {
        List<ScenarioResult> results = gather();
        if (results.isEmpty()) {
            String cut = files.values().stream()
                    .flatMap(file -> file.truncation().stream())
                    .map(truncation -> "; " + truncation)
                    .collect(Collectors.joining());
            throw new PageException("there is no result in "
                    + (files.isEmpty() ? "any file" : String.join(", ", files.keySet())) + cut);
        }
        ObjectNode page = JsonNodeFactory.instance.objectNode();
        ResultFile one = files.values().iterator().next();
        page.put("label", one.header().label());
        page.put(
                "engine",
                files.values().stream().map(f -> f.header().engine()).distinct().collect(Collectors.joining(", ")));
        ArrayNode selection = page.putArray("selection");
        files.values().stream()
                .flatMap(f -> new TreeMap<>(f.header().selection()).entrySet().stream())
                .map(entry -> entry.getKey() + " = " + entry.getValue())
                .distinct()
                .forEach(selection::add);
        ObjectNode counts = page.putObject("counts");
        RunSummary.of(results, Optional.empty()).counts().forEach((verdict, n) -> counts.put(verdict.key(), n));
        ArrayNode policyNodes = page.putArray("policies");
        for (VariantEntry entry : entries.values()) {
            policyNodes.addArray().add(entry.name()).add(entry.title()).add(entry.standing());
        }
        features(page.putArray("features"), results);
        page.set("cells", cells.entries());
        documents.addTo(page);
        ArrayNode said = page.putArray("notes");
        notes.forEach(said::add);
        return page;
    }

    // ------------------------------------------------------------------ what there is

    private List<ScenarioResult> gather() {
        Map<String, ScenarioResult> results = new LinkedHashMap<>();
        files.forEach((name, file) -> {
            for (VariantEntry entry : file.header().variants()) {
                entries.putIfAbsent(entry.name(), entry);
            }
            for (FeatureSource feature : file.features()) {
                sources.putIfAbsent(feature.feature(), feature.source());
            }
            for (ScenarioResult result : file.results()) {
                add(results, name, result);
            }
            file.truncation().ifPresent(notes::add);
            if (!file.isComplete()) {
                notes.add(name + ": the run did not come to its end; what it had done by then is shown");
            }
        });
        for (String name : entries.keySet()) {
            policies.put(name, policies.size());
        }
        return results.values().stream()
                .sorted(Comparator.comparing(ScenarioResult::feature)
                        .thenComparingInt(ScenarioResult::line)
                        .thenComparingInt(result -> policies.get(result.variant()))
                        .thenComparing(ScenarioResult::id))
                .toList();
    }

    private void add(Map<String, ScenarioResult> results, String file, ScenarioResult result) {
        entries.putIfAbsent(result.variant(), new VariantEntry(result.variant(), "", ""));
        // the same example row can stand in a feature twice, but not on the same line
        String key = result.feature() + "\n" + result.line() + "\n" + result.variant() + "\n"
                + (result.variant().isEmpty() ? result.id() : "");
        ScenarioResult other = results.putIfAbsent(key, result);
        if (other == null) {
            origins.put(key, file);
        } else if (!isSame(other, result)) {
            throw new PageException(
                    origins.get(key) + " and " + file + " both have a result of " + result.feature() + ":"
                            + result.line() + " under " + result.variant()
                            + ", and not the same one: a page shows one result for each scenario and policy");
        }
    }

    private static boolean isSame(ScenarioResult a, ScenarioResult b) {
        return a.verdict() == b.verdict()
                && a.message().equals(b.message())
                && a.log().equals(b.log())
                && a.attachments().equals(b.attachments());
    }

    // ------------------------------------------------------------------ features

    private void features(ArrayNode nodes, List<ScenarioResult> results) {
        Map<String, List<Row>> rows = new LinkedHashMap<>();
        Map<String, Row> last = new LinkedHashMap<>();
        for (ScenarioResult result : results) {
            String key = result.feature() + "\n" + result.line()
                    + (result.line() == 0 || result.variant().isEmpty() ? "\n" + result.id() : "");
            Row row = last.get(key);
            if (row == null) {
                row = new Row(result, policies.size());
                last.put(key, row);
                rows.computeIfAbsent(result.feature(), f -> new ArrayList<>()).add(row);
            }
            row.results[policies.get(result.variant())] = result;
        }
        rows.forEach((path, ofFeature) -> nodes.add(feature(path, ofFeature)));
    }

    private ObjectNode feature(String path, List<Row> rows) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        String source = sources.getOrDefault(path, "");
        Prose prose = Prose.of(source);
        String name = rows.get(0).first.featureName();
        node.put("p", path).put("n", name.isEmpty() ? path.isEmpty() ? "Problems" : path : name);
        node.put("d", prose.description()).put("src", source);
        if (!prose.background().isEmpty()) {
            node.set("b", prose.background());
        }
        ObjectNode rules = node.putObject("r");
        ArrayNode scenarios = node.putArray("s");
        Map<String, ObjectNode> byLine = new LinkedHashMap<>();
        for (Row row : rows) {
            String rule = row.first.rule().orElse("");
            prose.rule(rule).ifPresent(about -> rules.set(rule, about));
            Optional<Prose.Part> part = prose.at(row.first.line());
            String key = part.map(p -> Integer.toString(p.line())).orElse(rule + "\n" + row.first.scenario());
            ObjectNode scenario = byLine.get(key);
            if (scenario == null) {
                scenario = scenarios.addObject();
                byLine.put(key, scenario);
                scenario.put("n", row.first.scenario()).put("r", rule);
                scenario.put("l", part.map(Prose.Part::line).orElse(row.first.line()));
                scenario.put("d", part.map(Prose.Part::description).orElse(""));
                scenario.set("st", part.map(Prose.Part::steps).orElseGet(JsonNodeFactory.instance::arrayNode));
                scenario.putArray("rows");
            }
            row((ArrayNode) scenario.get("rows"), row);
        }
        return node;
    }

    private void row(ArrayNode nodes, Row row) {
        ObjectNode node = nodes.addObject();
        node.put("l", row.first.line());
        row.first.example().ifPresent(example -> {
            ObjectNode values = node.putObject("x");
            example.values().forEach(values::put);
            node.put("e", example.examples());
        });
        ArrayNode tags = node.putArray("t");
        row.first.tags().forEach(tag -> tags.add(documents.texts().of(tag)));
        ArrayNode numbers = node.putArray("c");
        for (ScenarioResult result : row.results) {
            numbers.add(result == null ? -1 : cells.of(cell(result)));
        }
    }

    // ------------------------------------------------------------------ cells

    /** Equal cells are one: what a policy does not change costs nothing. */
    private ObjectNode cell(ScenarioResult result) {
        Table texts = documents.texts();
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("v", result.verdict().ordinal());
        result.message().ifPresent(message -> node.put("m", texts.of(cut(message))));
        List<String> frames = Frames.readable(result.frames());
        if (!frames.isEmpty()) {
            node.put("f", texts.of(cut(String.join("\n", frames))));
        }
        List<Attachment> all = result.attachments();
        List<String> busy =
                text(all, MachineJson.MEDIA_TYPE).map(documents::busy).orElse(List.of());
        boolean hasDecisions =
                put(node, "d", text(all, DecisionJson.MEDIA_TYPE).flatMap(t -> documents.decisions(t, busy)));
        boolean hasMachine = put(node, "h", text(all, MachineJson.MEDIA_TYPE).flatMap(documents::machine));
        boolean hasTimeline = put(node, "t", text(all, TimelineJson.MEDIA_TYPE).flatMap(documents::timeline));
        boolean hasMeasured = put(node, "q", text(all, MeasuredJson.MEDIA_TYPE).flatMap(documents::measured));
        boolean hasFigures = figures(node, all, result.variant());
        ArrayNode others = JsonNodeFactory.instance.arrayNode();
        for (Attachment attachment : all) {
            boolean shown =
                    switch (attachment.mediaType()) {
                        case DecisionJson.MEDIA_TYPE -> hasDecisions;
                        case MachineJson.MEDIA_TYPE -> hasMachine;
                        case TimelineJson.MEDIA_TYPE -> hasTimeline;
                        case MeasuredJson.MEDIA_TYPE -> hasMeasured;
                        case MeasuredJson.FIGURES_MEDIA_TYPE -> hasFigures;
                        case "image/svg+xml" -> hasMachine && attachment.name().equals("machine");
                        case "text/plain" -> hasDecisions && attachment.name().equals("ladder");
                        default -> false;
                    };
            if (!shown) {
                other(others, attachment);
            }
        }
        // the outcome table's lines are in the decisions
        if (!hasDecisions && !result.log().isEmpty()) {
            others.addArray().add(texts.of("log")).add(texts.of(cut(String.join("\n", result.log()))));
        }
        if (!others.isEmpty()) {
            node.set("o", others);
        }
        return node;
    }

    /** Of several seeds, and of the policy compared with if the scenario ran on that as well. */
    private boolean figures(ObjectNode node, List<Attachment> all, String policy) {
        List<String> texts = all.stream()
                .filter(a -> a.mediaType().equals(MeasuredJson.FIGURES_MEDIA_TYPE))
                .map(Attachment::text)
                .toList();
        if (texts.isEmpty()) {
            return false;
        }
        boolean own = put(node, "g", documents.figures(texts.get(0), policy, false));
        if (texts.size() == 1) {
            return own;
        }
        String other = Documents.policy(texts.get(1));
        return put(node, "i", documents.figures(texts.get(1), other, true)) && own;
    }

    private void other(ArrayNode others, Attachment attachment) {
        Table texts = documents.texts();
        String type = attachment.mediaType().replaceFirst(";.*", "").strip();
        String name = attachment.name().isEmpty() ? type : attachment.name();
        byte[] content = attachment.content();
        if (type.matches("image/(png|jpeg|gif|webp|svg\\+xml)") && content.length <= MOST_IMAGE) {
            String address = "data:" + type + ";base64," + Base64.getEncoder().encodeToString(content);
            others.addArray().add(texts.of(name)).add(texts.of(address)).add(1);
        } else if (attachment.isText()) {
            others.addArray().add(texts.of(name)).add(texts.of(cut(attachment.text())));
        } else {
            String about = "not shown: " + content.length + " bytes of " + type;
            others.addArray().add(texts.of(name)).add(texts.of(about));
        }
    }

    private static boolean put(ObjectNode node, String field, Optional<Integer> number) {
        number.ifPresent(n -> node.put(field, n));
        return number.isPresent();
    }

    private static Optional<String> text(List<Attachment> attachments, String mediaType) {
        return attachments.stream()
                .filter(a -> a.mediaType().equals(mediaType))
                .map(Attachment::text)
                .findFirst();
    }

    private static String cut(String text) {
        return text.length() <= MOST_TEXT
                ? text
                : text.substring(0, MOST_TEXT) + "\n[" + (text.length() - MOST_TEXT) + " more characters]";
    }
}
