// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.report.MeasuredJson;
import org.wakespec.steps.TimedScene;

/**
 * What a benchmark program measured, seed by seed, as JSON: media type {@value #MEDIA_TYPE}, schema
 * {@code META-INF/wakespec/figures.schema.json}. How many seeds: system property {@value #SEEDS}; the first is the
 * scenario's own, the others follow it.
 */
final class Figures {

    static final String MEDIA_TYPE = MeasuredJson.FIGURES_MEDIA_TYPE;
    static final int FORMAT = 1;
    static final String SEEDS = "wakespec.seeds";

    private static final int MOST_SEEDS = 1000;
    private static final JsonFactory JSON = new JsonFactory();
    /** Counted in one run, and told beside the figures. */
    private static final List<CounterName> COUNTERS = List.of(
            CounterName.WAKEUPS,
            CounterName.TTWU_LOCAL,
            CounterName.MIGRATIONS,
            CounterName.WAKEUP_MIGRATIONS,
            CounterName.SELECTIONS,
            CounterName.CPUS_SCANNED,
            CounterName.SWITCHES,
            CounterName.PREEMPTIONS);

    private Figures() {}

    /**
     * How many seeds are wanted.
     *
     * @throws org.wakespec.steps.BadScenarioException if the property is no such number
     */
    static int seeds() {
        String text = System.getProperty(SEEDS, "1").strip();
        if (!text.matches("[1-9]\\d{0,3}") || Integer.parseInt(text) > MOST_SEEDS) {
            throw TimedScene.bad(
                    "property " + SEEDS + " is '" + text + "', expected a number of seeds from 1 to " + MOST_SEEDS);
        }
        return Integer.parseInt(text);
    }

    /**
     * The document of a scenario whose run ended in a benchmark program.
     *
     * @param policy the scenario's, or one it has compared its own with
     */
    static String of(RunWorld world, MachineRun first, String policy) {
        StringWriter text = new StringWriter(1024);
        try (JsonGenerator json = JSON.createGenerator(text)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("policy", policy);
            json.writeStringField("machine", first.scene().machine().name());
            json.writeStringField("program", first.program().toString());
            json.writeArrayFieldStart("runs");
            int seeds = seeds();
            for (int i = 0; i < seeds; i++) {
                write(json, world.repeated(policy, first.seed() + i));
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, MachineRun run) throws IOException {
        json.writeStartObject();
        json.writeNumberField("seed", run.seed());
        json.writeObjectFieldStart("figures");
        for (Map.Entry<String, Double> figure : run.program().figures().entrySet()) {
            json.writeNumberField(figure.getKey(), figure.getValue());
        }
        json.writeEndObject();
        json.writeObjectFieldStart("counters");
        Map<String, Long> counters = new TreeMap<>();
        COUNTERS.forEach(counter -> counters.put(counter.toString(), run.counted(counter)));
        for (Map.Entry<String, Long> counter : counters.entrySet()) {
            json.writeNumberField(counter.getKey(), counter.getValue());
        }
        json.writeEndObject();
        json.writeEndObject();
    }
}
