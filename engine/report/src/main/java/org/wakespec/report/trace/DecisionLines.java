// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import org.wakespec.report.DecisionJson;

/** JSON Lines: what the trace is of, then one decision a line, in the order made. */
final class DecisionLines {

    private static final int FORMAT = 1;
    private static final JsonFactory JSON = new JsonFactory();

    private DecisionLines() {}

    static void write(Trace trace, TraceInfo info, OutputStream out) throws IOException {
        try (JsonGenerator json = JSON.createGenerator(out)
                .disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)
                .setPrettyPrinter(new MinimalPrettyPrinter("\n"))) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("what", info.what());
            json.writeStringField("policy", info.policy());
            json.writeStringField("machine", info.machine());
            json.writeNumberField("cpus", trace.nrCpus());
            json.writeNumberField("dropped", trace.dropped());
            json.writeEndObject();
            for (int i = 0; i < trace.size(); i++) {
                if (trace.kind(i) == EventKind.SELECT_TASK_RQ) {
                    json.writeStartObject();
                    json.writeNumberField("time", trace.time(i));
                    json.writeNumberField("pid", trace.pid(i));
                    DecisionJson.fields(json, trace.decision(i));
                    json.writeEndObject();
                }
            }
            json.writeRaw('\n');
        }
    }
}
