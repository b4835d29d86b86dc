// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.wakespec.conformance.ConformanceReport;
import org.wakespec.results.Attachment;
import org.wakespec.results.RunSummary;
import org.wakespec.results.ScenarioResult;

/** What commands print with {@code --json}: indented, keys in a fixed order. */
final class JsonText {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    private static final String DECISIONS = "application/vnd.wakespec.decisions+json";

    private JsonText() {}

    /** Maps, lists, texts, numbers and JSON nodes. */
    static String of(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("writing to memory failed", e);
        }
    }

    /** Results without their evidence, or with the decisions. */
    static String results(List<ScenarioResult> results, boolean withDecisions) {
        List<Map<String, Object>> scenarios = new ArrayList<>();
        results.forEach(result -> scenarios.add(fields(result, withDecisions)));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("summary", counts(RunSummary.of(results, Optional.empty())));
        document.put("scenarios", scenarios);
        return of(document);
    }

    private static Map<String, Object> counts(RunSummary summary) {
        Map<String, Object> counts = new LinkedHashMap<>();
        summary.counts().forEach((verdict, count) -> counts.put(verdict.key(), count));
        return counts;
    }

    private static Map<String, Object> fields(ScenarioResult result, boolean withDecisions) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("feature", result.feature());
        fields.put("line", result.line());
        result.rule().ifPresent(rule -> fields.put("rule", rule));
        fields.put("scenario", result.scenario());
        result.example().ifPresent(row -> fields.put("example", row.values()));
        fields.put("policy", result.variant());
        fields.put("verdict", result.verdict().key());
        fields.put("log", result.log());
        result.message().ifPresent(message -> fields.put("message", message));
        if (withDecisions) {
            for (Attachment attachment : result.attachments()) {
                if (attachment.mediaType().equals(DECISIONS)) {
                    fields.put("decisions", node(attachment.text()));
                }
            }
        }
        return fields;
    }

    /** A document that is JSON already. */
    static JsonNode node(String json) {
        try {
            return JSON.readTree(json);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("not JSON: " + e.getOriginalMessage(), e);
        }
    }

    static String report(ConformanceReport report) {
        List<Map<String, Object>> tallies = new ArrayList<>();
        for (ConformanceReport.Tally tally : report.tallies()) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", tally.name());
            fields.put("compared", tally.compared());
            fields.put("matched", tally.matched());
            fields.put("excluded", tally.excluded());
            fields.put("differences", tally.differences());
            tallies.add(fields);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("compared", report.compared());
        document.put("matched", report.matched());
        document.put("tallies", tallies);
        document.put("unreadable", report.unreadable());
        return of(document);
    }
}
