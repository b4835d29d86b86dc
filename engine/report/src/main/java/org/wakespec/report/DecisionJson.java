// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * Decisions as JSON: media type {@value #MEDIA_TYPE}, schema {@code META-INF/wakespec/decisions.schema.json}. Compact,
 * keys in a fixed order.
 */
public final class DecisionJson {

    /** Media type of the documents written here. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.decisions+json";
    /** Version of the format; grows when a reader of an older one could misunderstand. */
    public static final int FORMAT = 1;

    private static final JsonFactory JSON = new JsonFactory();

    private DecisionJson() {}

    /**
     * One document for the decisions of one scenario.
     *
     * @param policy id of the policy
     * @param machine name of the machine
     * @param decisions in the order made
     * @param defaults what filled in what the scenario left unsaid
     */
    public static String of(String policy, String machine, List<Decision> decisions, List<String> defaults) {
        StringWriter text = new StringWriter(2048);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("policy", policy);
            json.writeStringField("machine", machine);
            json.writeArrayFieldStart("decisions");
            for (Decision decision : decisions) {
                write(json, decision);
            }
            json.writeEndArray();
            json.writeArrayFieldStart("defaults");
            for (String line : defaults) {
                json.writeString(line);
            }
            json.writeEndArray();
            words(json, decisions);
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    /** What rungs ask and rules mean, in words; once for all decisions. */
    private static void words(JsonGenerator json, List<Decision> decisions) throws IOException {
        TreeMap<String, String> questions = new TreeMap<>();
        TreeMap<String, String> meanings = new TreeMap<>();
        for (Decision decision : decisions) {
            if (decision.ladder() == null) {
                continue;
            }
            for (Ladder.Entry entry : decision.ladder().entries()) {
                if (!entry.rung().question().isEmpty()) {
                    questions.put(entry.rung().name(), entry.rung().question());
                }
                if (entry.rule() != null && !entry.rule().meaning().isEmpty()) {
                    meanings.put(entry.rule().label(), entry.rule().meaning());
                }
            }
        }
        words(json, "questions", questions);
        words(json, "meanings", meanings);
    }

    private static void words(JsonGenerator json, String name, Map<String, String> words) throws IOException {
        json.writeObjectFieldStart(name);
        for (Map.Entry<String, String> word : words.entrySet()) {
            json.writeStringField(word.getKey(), word.getValue());
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, Decision d) throws IOException {
        json.writeStartObject();
        fields(json, d);
        json.writeEndObject();
    }

    /** Members of one decision's object, which the caller has begun and ends. */
    public static void fields(JsonGenerator json, Decision d) throws IOException {
        json.writeStringField("task", d.task().comm);
        json.writeStringField("waker", d.waker().comm);
        json.writeNumberField("wakerCpu", d.thisCpu());
        json.writeStringField("context", d.context().toString());
        json.writeNumberField("prevCpu", d.prevCpu());
        json.writeArrayFieldStart("flags");
        for (String flag : WakeFlags.names(d.wakeFlags())) {
            json.writeString(flag);
        }
        json.writeEndArray();
        json.writeStringField("path", d.path().label());
        if (d.policyAsked()) {
            json.writeNumberField("selectedCpu", d.selectedCpu());
        }
        json.writeNumberField("cpu", d.cpu());
        json.writeStringField("by", d.by());
        json.writeNumberField("scanned", d.scanned());
        json.writeStringField("queued", d.queued().name().toLowerCase(Locale.ROOT));
        json.writeStringField("summary", d.task().comm + " -> CPU " + d.cpu() + "  " + d.by());
        if (d.ladder() != null) {
            json.writeArrayFieldStart("ladder");
            for (Ladder.Entry entry : d.ladder().entries()) {
                write(json, entry);
            }
            json.writeEndArray();
        }
    }

    private static void write(JsonGenerator json, Ladder.Entry entry) throws IOException {
        json.writeStartObject();
        json.writeStringField("rung", entry.rung().name());
        json.writeNumberField("depth", entry.rung().depth());
        if (!entry.outcome().isEmpty()) {
            json.writeStringField("answer", entry.outcome());
        }
        if (entry.rule() != null) {
            json.writeStringField("rule", entry.rule().label());
            json.writeNumberField("cpu", entry.cpu());
        }
        if (!entry.saw().isEmpty()) {
            json.writeObjectFieldStart("saw");
            for (Map.Entry<String, Object> saw : entry.saw().entrySet()) {
                json.writeFieldName(saw.getKey());
                if (saw.getValue() instanceof Boolean yes) {
                    json.writeBoolean(yes);
                } else if (saw.getValue() instanceof Number number) {
                    json.writeNumber(number.longValue());
                } else {
                    json.writeString(String.valueOf(saw.getValue()));
                }
            }
            json.writeEndObject();
        }
        if (!entry.probes().isEmpty()) {
            json.writeArrayFieldStart("probes");
            for (Ladder.Probe probe : entry.probes()) {
                json.writeStartArray(probe, 2);
                json.writeNumber(probe.cpu());
                json.writeBoolean(probe.idle());
                json.writeEndArray();
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }
}
