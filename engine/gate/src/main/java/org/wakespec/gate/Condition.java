// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.gate.FactSchema.Fact;
import org.wakespec.gate.FactSchema.Type;
import org.wakespec.simulator.NearestNames;
import org.wakespec.topologies.YamlValue;

/** What one fact of a decision has to be. */
final class Condition {

    static final String ANY = "any";

    private static final Pattern BOUND = Pattern.compile("(at least|at most|exactly)? ?(\\d+)");

    private final String fact;
    private final String text;
    private final Predicate<JsonNode> holds;

    private Condition(String fact, String text, Predicate<JsonNode> holds) {
        this.fact = fact;
        this.text = text;
        this.holds = holds;
    }

    /** A condition on a fact whose values can be listed. */
    static Condition of(String fact, String value) {
        return new Condition(fact, value, node -> value.equals(words(node)));
    }

    /**
     * Reads a condition.
     *
     * @throws org.wakespec.topologies.MachineFileException with file and line if the fact takes no such value
     */
    static Condition read(String fact, YamlValue value) {
        Fact known = FactSchema.fact(fact);
        if (!value.isList()) {
            return read(fact, known, value);
        }
        List<Condition> alternatives = new ArrayList<>();
        value.asList().forEach(item -> alternatives.add(read(fact, known, item)));
        if (alternatives.isEmpty()) {
            throw value.error("the list of values of '" + fact + "' is empty; expected at least one");
        }
        return new Condition(
                fact,
                String.join(" or ", alternatives.stream().map(c -> c.text).toList()),
                node -> alternatives.stream().anyMatch(c -> c.holds.test(node)));
    }

    private static Condition read(String fact, Fact known, YamlValue value) {
        String text = value.asText();
        if (text.equals(ANY)) {
            return new Condition(fact, ANY, node -> true);
        }
        switch (known.type()) {
            case NUMBER -> {
                Matcher bound = BOUND.matcher(text);
                if (!bound.matches() || bound.group(2).length() > 9) {
                    throw value.error(
                            "'" + fact + "' is a number: expected for example 80, 'at least 2' or 'at most 8',"
                                    + " found '" + text + "'");
                }
                int limit = Integer.parseInt(bound.group(2));
                String kind = bound.group(1) == null ? "exactly" : bound.group(1);
                return new Condition(
                        fact,
                        text,
                        node -> kind.equals("exactly")
                                ? node.asInt() == limit
                                : kind.equals("at least") ? node.asInt() >= limit : node.asInt() <= limit);
            }
            case TEXT -> {
                Pattern glob = Pattern.compile("\\Q" + text.replace("*", "\\E.*\\Q") + "\\E");
                return new Condition(
                        fact, text, node -> glob.matcher(node.asText()).matches());
            }
            default -> {
                String wanted = known.type() == Type.TRUTH ? truth(text) : text;
                if (!known.values().contains(wanted)) {
                    List<String> near = NearestNames.of(text, known.values());
                    throw value.error("'" + fact + "' cannot be '" + text + "'"
                            + (near.isEmpty() ? "" : ", did you mean '" + String.join("' or '", near) + "'?")
                            + "; expected " + String.join(", ", known.values()) + " or any");
                }
                return of(fact, wanted);
            }
        }
    }

    private static String truth(String text) {
        return text.equals("true") ? "yes" : text.equals("false") ? "no" : text;
    }

    String fact() {
        return fact;
    }

    /** What is expected, in words. */
    String text() {
        return text;
    }

    boolean holds(JsonNode facts) {
        JsonNode value = facts.get(fact);
        return value != null && holds.test(value);
    }

    /** A fact's value as a claims file writes it. */
    static String words(JsonNode value) {
        if (value == null) {
            return "unknown";
        }
        return value.isBoolean() ? value.asBoolean() ? "yes" : "no" : value.asText();
    }
}
