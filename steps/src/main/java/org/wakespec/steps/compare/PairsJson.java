// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.compare;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Map;

/** Pairs as JSON: media type {@value #MEDIA_TYPE}, schema {@code META-INF/wakespec/pairs.schema.json}. */
public final class PairsJson {

    /** Media type of the documents written here. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.pairs+json";
    /** Version of the format; grows when a reader of an older one could misunderstand. */
    public static final int FORMAT = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private PairsJson() {}

    /** One document for one scenario. */
    public static String of(Pairs pairs) {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("base", pairs.base());
            json.writeStringField("candidate", pairs.candidate());
            json.writeStringField("machine", pairs.machine());
            json.writeNumberField("decisions", pairs.decisions());
            json.writeNumberField("changes", pairs.changes());
            json.writeArrayFieldStart("groups");
            for (Pairs.Group group : pairs.groups()) {
                write(json, group);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, Pairs.Group group) throws IOException {
        json.writeStartObject();
        json.writeNumberField("count", group.count());
        json.writeNumberField("baseCpu", group.baseCpu());
        json.writeStringField("baseBy", group.baseBy());
        json.writeNumberField("cpu", group.cpu());
        json.writeStringField("by", group.by());
        json.writeObjectFieldStart("facts");
        for (Map.Entry<String, Object> fact : group.facts().byName().entrySet()) {
            if (fact.getValue() instanceof Boolean yes) {
                json.writeBooleanField(fact.getKey(), yes);
            } else if (fact.getValue() instanceof Integer number) {
                json.writeNumberField(fact.getKey(), number);
            } else {
                json.writeStringField(fact.getKey(), String.valueOf(fact.getValue()));
            }
        }
        json.writeEndObject();
        json.writeArrayFieldStart("steps");
        for (String step : group.steps()) {
            json.writeString(step);
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
