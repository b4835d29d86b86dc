// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads what the jars of steps, policies and machines say about themselves, without loading their classes. */
public final class Metadata {

    /** Where a jar lists its steps. */
    public static final String STEPS = "META-INF/wakespec/steps.json";
    /** Where a jar lists its policies. */
    public static final String POLICIES = "META-INF/wakespec/policies.json";
    /** Where a jar lists its machines. */
    public static final String MACHINES = "META-INF/wakespec/machines.json";
    /** Where machine files lie, one for each machine, named after it. */
    public static final String MACHINE_FILES = "META-INF/wakespec/machines/";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int FORMAT = 1;

    private Metadata() {}

    /**
     * The steps of a {@value #STEPS}.
     *
     * @throws IllegalArgumentException if it is something else; the message names the source
     */
    public static List<StepDefinition> steps(String source, String json) {
        List<StepDefinition> steps = new ArrayList<>();
        for (JsonNode step : read(source, json).path("steps")) {
            steps.add(new StepDefinition(
                    step.path("expression").asText(),
                    type(step.path("keyword").asText()),
                    step.path("does").asText(),
                    texts(step.path("examples")),
                    "",
                    ""));
        }
        return steps;
    }

    /** The parameter types of a {@value #STEPS}. */
    public static List<ParameterKind> parameters(String source, String json) {
        List<ParameterKind> kinds = new ArrayList<>();
        for (JsonNode kind : read(source, json).path("parameterTypes")) {
            kinds.add(new ParameterKind(
                    kind.path("name").asText(), kind.path("pattern").asText(), ""));
        }
        return kinds;
    }

    /** The policies of a {@value #POLICIES}. */
    public static List<Named> policies(String source, String json) {
        List<Named> policies = new ArrayList<>();
        for (JsonNode policy : read(source, json).path("policies")) {
            List<String> details = new ArrayList<>();
            details.add(policy.path("rule").asText());
            detail(details, "source", policy);
            detail(details, "standing", policy);
            detail(details, "scope", policy);
            policies.add(new Named(
                    policy.path("id").asText(),
                    texts(policy.path("aliases")),
                    policy.path("title").asText(),
                    details));
        }
        return policies;
    }

    /** The machines of a {@value #MACHINES}. */
    public static List<Named> machines(String source, String json) {
        List<Named> machines = new ArrayList<>();
        for (JsonNode machine : read(source, json).path("machines")) {
            machines.add(new Named(
                    machine.path("name").asText(),
                    texts(machine.path("aliases")),
                    machine.path("summary").asText(),
                    List.of(machine.path("description").asText())));
        }
        return machines;
    }

    /** The machine a user's machine file declares: its name is the file's. */
    public static Named machineFile(String fileName, String yaml) {
        String description = yaml.lines()
                .filter(line -> line.startsWith("description:"))
                .map(line -> line.substring("description:".length()).strip().replaceAll("^[\"']|[\"']$", ""))
                .findFirst()
                .orElse("");
        return new Named(
                fileName.replaceFirst("\\.ya?ml$", ""),
                List.of(),
                description,
                List.of("machine file of this project"));
    }

    private static void detail(List<String> details, String name, JsonNode node) {
        if (!node.path(name).asText().isEmpty()) {
            details.add(name + ": " + node.path(name).asText());
        }
    }

    private static JsonNode read(String source, String json) {
        try {
            JsonNode node = JSON.readTree(json);
            if (node.path("format").asInt() != FORMAT) {
                throw new IllegalArgumentException(source + ": format " + node.path("format")
                        + " is not known; this version reads format " + FORMAT);
            }
            return node;
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(source + ": not valid JSON: " + e.getOriginalMessage(), e);
        }
    }

    private static Dialect.StepType type(String keyword) {
        return switch (keyword.toLowerCase(Locale.ROOT)) {
            case "given" -> Dialect.StepType.GIVEN;
            case "when" -> Dialect.StepType.WHEN;
            case "then" -> Dialect.StepType.THEN;
            default -> Dialect.StepType.SAME;
        };
    }

    private static List<String> texts(JsonNode nodes) {
        List<String> texts = new ArrayList<>();
        nodes.forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
