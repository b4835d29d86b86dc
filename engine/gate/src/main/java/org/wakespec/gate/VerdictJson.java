// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/** The verdict as JSON. */
final class VerdictJson {

    static final int FORMAT = 1;

    private static final JsonFactory JSON = new ObjectMapper().getFactory();

    private VerdictJson() {}

    static String of(GateVerdict verdict) {
        StringWriter text = new StringWriter(4096);
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter("  ", "\n"));
        try (JsonGenerator json = JSON.createGenerator(text).setPrettyPrinter(printer)) {
            json.writeStartObject();
            json.writeNumberField("format", FORMAT);
            json.writeStringField("verdict", verdict.passed() ? "pass" : "fail");
            json.writeStringField("base", verdict.request().base());
            if (!verdict.request().storedBase().isEmpty()) {
                json.writeStringField("baseResults", verdict.request().storedBase());
            }
            json.writeStringField("candidate", verdict.request().candidate());
            json.writeStringField("claims", verdict.claims().source());
            json.writeNumberField("seeds", verdict.request().seeds());
            json.writeObjectFieldStart("counts");
            for (var count : verdict.counts().entrySet()) {
                json.writeNumberField(count.getKey().key(), count.getValue());
            }
            json.writeEndObject();
            json.writeObjectFieldStart("decisions");
            json.writeNumberField("asked", verdict.decisions());
            json.writeNumberField("changed", verdict.changedDecisions());
            json.writeNumberField("outside", verdict.outside());
            json.writeEndObject();
            strings(json, "objections", verdict.objections());
            if (!verdict.problems().isEmpty()) {
                json.writeArrayFieldStart("problems");
                for (Problem problem : verdict.problems()) {
                    write(json, problem);
                }
                json.writeEndArray();
            }
            strings(json, "notes", verdict.notes());
            json.writeArrayFieldStart("scenarios");
            for (ScenarioChange change : verdict.changes()) {
                write(json, change);
            }
            json.writeEndArray();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.append('\n').toString();
    }

    private static void write(JsonGenerator json, Problem problem) throws IOException {
        json.writeStartObject();
        if (!problem.feature().isEmpty()) {
            json.writeStringField("feature", problem.feature());
            json.writeNumberField("line", problem.line());
        }
        json.writeStringField("message", problem.message());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, ScenarioChange change) throws IOException {
        json.writeStartObject();
        json.writeStringField("kind", change.kind().key());
        json.writeStringField("feature", change.any().feature());
        json.writeNumberField("line", change.any().line());
        json.writeStringField("scenario", change.title());
        json.writeStringField(
                "base",
                change.base() == null ? "not-run" : change.base().verdict().key());
        json.writeStringField(
                "candidate",
                change.candidate() == null
                        ? "not-run"
                        : change.candidate().verdict().key());
        json.writeBooleanField("stated", change.stated());
        if (change.kind() == Kind.BROKEN && change.candidate().message().isPresent()) {
            json.writeStringField("message", change.candidate().message().get());
        }
        if (!change.outcome().isEmpty()) {
            json.writeStringField("outcome", change.outcome());
        }
        if (change.decisions() > 0) {
            json.writeNumberField("decisions", change.decisions());
        }
        if (!change.groups().isEmpty()) {
            json.writeArrayFieldStart("changes");
            for (PairGroup group : change.groups()) {
                write(json, group);
            }
            json.writeEndArray();
        }
        if (!change.figures().isEmpty()) {
            json.writeArrayFieldStart("figures");
            for (FigureChange figure : change.figures()) {
                write(json, figure);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, PairGroup group) throws IOException {
        json.writeStartObject();
        json.writeNumberField("count", group.count());
        json.writeBooleanField("expected", group.expected());
        strings(json, "objections", group.objections());
        json.writeNumberField("baseCpu", group.baseCpu());
        json.writeStringField("baseBy", group.baseBy());
        json.writeNumberField("cpu", group.cpu());
        json.writeStringField("by", group.by());
        json.writeFieldName("facts");
        json.writeTree(group.facts());
        strings(json, "steps", group.steps());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, FigureChange figure) throws IOException {
        json.writeStartObject();
        json.writeStringField("figure", figure.name());
        json.writeStringField("judgement", figure.judgement().key());
        sample(json, "base", figure.base());
        sample(json, "candidate", figure.candidate());
        if (Double.isFinite(figure.change())) {
            json.writeNumberField("changePercent", figure.change());
        }
        json.writeStringField("words", figure.words());
        if (!Double.isNaN(figure.p())) {
            json.writeNumberField("p", figure.p());
        }
        if (figure.budget() != null) {
            json.writeStringField("budget", figure.budget().text());
            json.writeBooleanField("met", !figure.breaksBudget());
        }
        json.writeEndObject();
    }

    private static void sample(JsonGenerator json, String name, Sample sample) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("n", sample.n());
        json.writeNumberField("mean", sample.mean());
        json.writeNumberField("stddev", sample.deviation());
        json.writeEndObject();
    }

    private static void strings(JsonGenerator json, String name, List<String> values) throws IOException {
        json.writeArrayFieldStart(name);
        for (String value : values) {
            json.writeString(value);
        }
        json.writeEndArray();
    }
}
