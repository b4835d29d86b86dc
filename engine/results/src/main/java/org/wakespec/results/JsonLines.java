// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Turns the parts of a result file into lines of JSON, with or without times. */
final class JsonLines {

    static final String TYPE = "type";
    static final String RUN = "run";
    static final String FEATURE = "feature";
    static final String SCENARIO = "scenario";
    static final String SUMMARY = "summary";

    private static final JsonFactory JSON = new JsonFactory();

    private final boolean withTimes;

    JsonLines(boolean withTimes) {
        this.withTimes = withTimes;
    }

    String header(RunHeader header) {
        return line(json -> {
            json.writeStringField(TYPE, RUN);
            json.writeNumberField("schema", RunHeader.SCHEMA);
            json.writeStringField("engine", header.engine());
            json.writeStringField("run", header.run());
            json.writeStringField("label", header.label());
            json.writeArrayFieldStart("variants");
            for (RunHeader.VariantEntry variant : header.variants()) {
                json.writeStartObject();
                json.writeStringField("name", variant.name());
                json.writeStringField("title", variant.title());
                json.writeStringField("standing", variant.standing());
                json.writeEndObject();
            }
            json.writeEndArray();
            json.writeObjectFieldStart("selection");
            for (Map.Entry<String, String> entry : new TreeMap<>(header.selection()).entrySet()) {
                json.writeStringField(entry.getKey(), entry.getValue());
            }
            json.writeEndObject();
            times(json, header.times());
        });
    }

    String feature(FeatureSource feature) {
        return line(json -> {
            json.writeStringField(TYPE, FEATURE);
            json.writeStringField("feature", feature.feature());
            json.writeStringField("source", feature.source());
        });
    }

    String result(ScenarioResult result) {
        return line(json -> {
            json.writeStringField(TYPE, SCENARIO);
            json.writeStringField("id", result.id());
            json.writeStringField("feature", result.feature());
            json.writeNumberField("line", result.line());
            json.writeStringField("featureName", result.featureName());
            if (result.rule().isPresent()) {
                json.writeStringField("rule", result.rule().get());
            }
            json.writeStringField("scenario", result.scenario());
            if (result.example().isPresent()) {
                example(json, result.example().get());
            }
            strings(json, "tags", result.tags());
            json.writeStringField("variant", result.variant());
            json.writeStringField("verdict", result.verdict().key());
            if (result.message().isPresent()) {
                json.writeStringField("message", result.message().get());
            }
            if (!result.frames().isEmpty()) {
                strings(json, "frames", result.frames());
            }
            if (!result.log().isEmpty()) {
                strings(json, "log", result.log());
            }
            if (!result.attachments().isEmpty()) {
                json.writeArrayFieldStart("attachments");
                for (Attachment attachment : result.attachments()) {
                    attachment(json, attachment);
                }
                json.writeEndArray();
            }
            times(json, result.times());
        });
    }

    String summary(RunSummary summary) {
        return line(json -> {
            json.writeStringField(TYPE, SUMMARY);
            json.writeNumberField("total", summary.total());
            json.writeObjectFieldStart("verdicts");
            for (Map.Entry<Verdict, Integer> entry : summary.counts().entrySet()) {
                json.writeNumberField(entry.getKey().key(), entry.getValue());
            }
            json.writeEndObject();
            times(json, summary.times());
        });
    }

    private static void example(JsonGenerator json, ExampleRow row) throws IOException {
        json.writeObjectFieldStart("example");
        json.writeStringField("examples", row.examples());
        json.writeNumberField("line", row.line());
        json.writeObjectFieldStart("values");
        for (Map.Entry<String, String> cell : row.values().entrySet()) {
            json.writeStringField(cell.getKey(), cell.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void attachment(JsonGenerator json, Attachment attachment) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", attachment.name());
        json.writeStringField("mediaType", attachment.mediaType());
        if (attachment.isText()) {
            json.writeStringField("text", attachment.text());
        } else {
            json.writeStringField("base64", Base64.getEncoder().encodeToString(attachment.content()));
        }
        json.writeEndObject();
    }

    private void times(JsonGenerator json, Optional<Times> times) throws IOException {
        if (withTimes && times.isPresent()) {
            json.writeObjectFieldStart("times");
            json.writeStringField("started", times.get().started());
            json.writeNumberField("nanos", times.get().nanos());
            json.writeEndObject();
        }
    }

    private static void strings(JsonGenerator json, String name, List<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }

    private static String line(Content content) {
        StringWriter text = new StringWriter(512);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            content.write(json);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory failed", e);
        }
        return text.append('\n').toString();
    }

    @FunctionalInterface
    private interface Content {
        void write(JsonGenerator json) throws IOException;
    }
}
