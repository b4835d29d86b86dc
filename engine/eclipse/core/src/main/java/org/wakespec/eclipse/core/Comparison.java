// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.wakespec.results.ScenarioResult;

/**
 * The decisions of a scenario that another policy would have made differently on the same state, as the gate has them recorded.
 *
 * @param base the other policy
 * @param decisions how many both were asked for
 * @param changes how many differ
 * @param groups those that differ, by what they have in common
 */
public record Comparison(String base, long decisions, long changes, List<Group> groups) {

    /** Media type of the attachment. */
    public static final String MEDIA_TYPE = "application/vnd.wakespec.pairs+json";

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * Decisions that differ in the same way.
     *
     * @param baseBy labels of the rules by which the other policy decided
     * @param by labels of the rules by which this one decided
     * @param facts what holds in all of them
     * @param steps Given and When steps that bring such a decision about; empty if they cannot be said
     */
    public record Group(
            long count, int baseCpu, String baseBy, int cpu, String by, List<String> facts, List<String> steps) {}

    /** What a result carries; empty if it was not compared. */
    public static Optional<Comparison> of(ScenarioResult result) {
        return Decisions.text(result, MEDIA_TYPE).flatMap(Comparison::parse);
    }

    /** Reads the JSON of the attachment; empty if it is not of format 1. */
    public static Optional<Comparison> parse(String json) {
        JsonNode node;
        try {
            node = JSON.readTree(json);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
        if (node.path("format").asInt() != 1) {
            return Optional.empty();
        }
        List<Group> groups = new ArrayList<>();
        node.path("groups").forEach(group -> groups.add(group(group)));
        return Optional.of(new Comparison(
                node.path("base").asText(),
                node.path("decisions").asLong(),
                node.path("changes").asLong(),
                List.copyOf(groups)));
    }

    private static Group group(JsonNode node) {
        List<String> facts = new ArrayList<>();
        node.path("facts").properties().forEach(fact -> {
            JsonNode value = fact.getValue();
            if (!value.isBoolean()) {
                facts.add(fact.getKey() + "=" + value.asText());
            } else if (value.asBoolean()) {
                facts.add(fact.getKey());
            }
        });
        List<String> steps = new ArrayList<>();
        node.path("steps").forEach(step -> steps.add(step.asText()));
        return new Group(
                node.path("count").asLong(),
                node.path("baseCpu").asInt(),
                node.path("baseBy").asText(),
                node.path("cpu").asInt(),
                node.path("by").asText(),
                List.copyOf(facts),
                List.copyOf(steps));
    }

    /** For people: one line, and some for each group. */
    public String text() {
        StringBuilder text = new StringBuilder()
                .append(changes)
                .append(" of ")
                .append(decisions)
                .append(decisions == 1 ? " decision" : " decisions")
                .append(changes == 1 ? " differs" : " differ")
                .append(" from what ")
                .append(base)
                .append(" decides on the same state\n");
        for (Group group : groups) {
            text.append("  ")
                    .append(group.count())
                    .append(" x CPU ")
                    .append(group.baseCpu())
                    .append(" by ")
                    .append(group.baseBy())
                    .append(" -> CPU ")
                    .append(group.cpu())
                    .append(" by ")
                    .append(group.by())
                    .append("\n    where ")
                    .append(String.join(", ", group.facts()))
                    .append('\n');
            group.steps().forEach(step -> text.append("      ").append(step).append('\n'));
        }
        return text.toString();
    }
}
