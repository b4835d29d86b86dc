// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads result files, also those of a run that is still going on or was broken off.
 *
 * <p>Fields this version does not know are passed over: a later version may add some without a new schema number.
 */
public final class ResultReader {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final String source;
    private RunHeader header;
    private final List<FeatureSource> features = new ArrayList<>();
    private final List<ScenarioResult> results = new ArrayList<>();
    private RunSummary summary;
    private String truncation;

    private ResultReader(String source) {
        this.source = source;
    }

    /**
     * Reads a file.
     *
     * @throws IOException if it cannot be read
     * @throws ResultFormatException if it is not a result file, or a damaged one
     */
    public static ResultFile read(Path file) throws IOException {
        return read(file.toString(), new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
    }

    /**
     * Reads the text of a result file.
     *
     * @param source what to call it in messages
     * @throws ResultFormatException if it is not a result file, or a damaged one
     */
    public static ResultFile read(String source, String text) {
        ResultReader reader = new ResultReader(source);
        reader.lines(text);
        return new ResultFile(
                reader.header,
                reader.features,
                reader.results,
                Optional.ofNullable(reader.summary),
                Optional.ofNullable(reader.truncation));
    }

    private void lines(String text) {
        int number = 0;
        int start = 0;
        while (start < text.length()) {
            number++;
            int end = text.indexOf('\n', start);
            boolean cutOff = end < 0;
            String line = text.substring(start, cutOff ? text.length() : end).stripTrailing();
            start = cutOff ? text.length() : end + 1;
            if (cutOff && number > 1) {
                truncation = source + ":" + number + ": the last line is cut off after " + line.length()
                        + " characters; it is left out";
            } else if (!line.isEmpty()) {
                line(number, line);
            }
        }
        if (header == null) {
            throw new ResultFormatException(source + ": not a Wakespec result file: it is empty");
        }
    }

    private void line(int number, String line) {
        JsonNode node = parse(number, line);
        String type = node.path(JsonLines.TYPE).asText();
        if (header == null) {
            if (!type.equals(JsonLines.RUN) || !node.has("schema")) {
                throw new ResultFormatException(source + ":" + number + ": not a Wakespec result file: the first line "
                        + "must be a header {\"type\":\"run\",\"schema\":" + RunHeader.SCHEMA + ",...}, found "
                        + shorten(line));
            }
            header = header(number, node);
            return;
        }
        if (summary != null) {
            throw new ResultFormatException(source + ":" + number + ": nothing may follow the summary line");
        }
        switch (type) {
            case JsonLines.FEATURE ->
                features.add(new FeatureSource(required(number, node, "feature"), required(number, node, "source")));
            case JsonLines.SCENARIO -> results.add(result(number, node));
            case JsonLines.SUMMARY -> summary = summary(number, node);
            case JsonLines.RUN ->
                throw new ResultFormatException(
                        source + ":" + number + ": a second header; two runs were written into one file");
            default ->
                throw new ResultFormatException(
                        source + ":" + number + ": unknown type '" + type + "'; expected feature, scenario or summary");
        }
    }

    private JsonNode parse(int number, String line) {
        try {
            JsonNode node = JSON.readTree(line);
            if (node.isObject()) {
                return node;
            }
        } catch (JsonProcessingException e) {
            if (header != null) {
                throw new ResultFormatException(source + ":" + number + ": not valid JSON: " + e.getOriginalMessage());
            }
        }
        throw new ResultFormatException(source + ":" + number
                + ": not a Wakespec result file: expected one JSON object per line, found " + shorten(line));
    }

    private RunHeader header(int number, JsonNode node) {
        int schema = node.path("schema").asInt();
        if (schema != RunHeader.SCHEMA) {
            throw new ResultFormatException(source + ":" + number + ": schema " + node.path("schema")
                    + " is not known; this version reads schema " + RunHeader.SCHEMA);
        }
        List<RunHeader.VariantEntry> variants = new ArrayList<>();
        for (JsonNode v : node.path("variants")) {
            variants.add(new RunHeader.VariantEntry(
                    required(number, v, "name"),
                    v.path("title").asText(),
                    v.path("standing").asText()));
        }
        return new RunHeader(
                required(number, node, "engine"),
                required(number, node, "run"),
                required(number, node, "label"),
                variants,
                texts(node.path("selection")),
                times(node));
    }

    private ScenarioResult result(int number, JsonNode node) {
        String verdict = required(number, node, "verdict");
        return ScenarioResult.builder()
                .id(required(number, node, "id"))
                .feature(
                        required(number, node, "feature"),
                        node.path("featureName").asText())
                .rule(node.path("rule").textValue())
                .scenario(required(number, node, "scenario"), node.path("line").asInt())
                .example(example(node.path("example")))
                .tags(strings(node.path("tags")))
                .variant(required(number, node, "variant"))
                .verdict(Verdict.of(verdict)
                        .orElseThrow(() -> new ResultFormatException(
                                source + ":" + number + ": unknown verdict '" + verdict + "'")))
                .message(node.path("message").textValue())
                .frames(strings(node.path("frames")))
                .log(strings(node.path("log")))
                .attachments(attachments(number, node.path("attachments")))
                .times(times(node).orElse(null))
                .build();
    }

    private RunSummary summary(int number, JsonNode node) {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        node.path("verdicts")
                .properties()
                .forEach(entry -> counts.put(
                        Verdict.of(entry.getKey())
                                .orElseThrow(() -> new ResultFormatException(
                                        source + ":" + number + ": unknown verdict '" + entry.getKey() + "'")),
                        entry.getValue().asInt()));
        return new RunSummary(counts, times(node));
    }

    private static ExampleRow example(JsonNode node) {
        return node.isObject()
                ? new ExampleRow(
                        node.path("examples").asText(), node.path("line").asInt(), texts(node.path("values")))
                : null;
    }

    private List<Attachment> attachments(int number, JsonNode nodes) {
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode node : nodes) {
            String name = node.path("name").asText();
            String mediaType = required(number, node, "mediaType");
            if (node.has("text")) {
                attachments.add(
                        Attachment.text(name, mediaType, node.path("text").asText()));
            } else {
                try {
                    attachments.add(new Attachment(
                            name, mediaType, Base64.getDecoder().decode(required(number, node, "base64"))));
                } catch (IllegalArgumentException e) {
                    throw new ResultFormatException(
                            source + ":" + number + ": attachment '" + name + "': " + e.getMessage());
                }
            }
        }
        return attachments;
    }

    private String required(int number, JsonNode node, String field) {
        JsonNode value = node.get(field);
        if (value == null || !value.isTextual()) {
            throw new ResultFormatException(source + ":" + number + ": the text field '" + field + "' is missing in "
                    + shorten(node.toString()));
        }
        return value.textValue();
    }

    private static Optional<Times> times(JsonNode node) {
        JsonNode times = node.path("times");
        return times.isObject()
                ? Optional.of(new Times(
                        times.path("started").asText(), times.path("nanos").asLong()))
                : Optional.empty();
    }

    private static List<String> strings(JsonNode nodes) {
        List<String> strings = new ArrayList<>();
        nodes.forEach(node -> strings.add(node.asText()));
        return strings;
    }

    private static Map<String, String> texts(JsonNode node) {
        Map<String, String> texts = new LinkedHashMap<>();
        node.properties()
                .forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    /** What was found, for a terminal: what does not print there becomes a question mark. */
    private static String shorten(String text) {
        String shown = text.length() <= 80 ? text : text.substring(0, 80) + "...";
        return shown.replaceAll("[\\p{C}\uFFFD]", "?");
    }
}
