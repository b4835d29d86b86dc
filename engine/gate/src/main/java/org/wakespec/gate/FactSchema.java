// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.wakespec.steps.compare.PairsJson;

/** Which facts a decision has and which values they take, as the schema of the pairs says: the one place where that stands. */
final class FactSchema {

    /** What a fact's value is. */
    enum Type {
        TRUTH,
        NUMBER,
        TEXT,
        ONE_OF
    }

    /**
     * One fact.
     *
     * @param values the possible ones; empty unless they can be listed
     */
    record Fact(Type type, List<String> values) {}

    private static final String RESOURCE = "/META-INF/wakespec/pairs.schema.json";
    private static final Map<String, Fact> FACTS = read();

    private FactSchema() {}

    static Set<String> names() {
        return new TreeSet<>(FACTS.keySet());
    }

    /** The fact of a name, or null. */
    static Fact fact(String name) {
        return FACTS.get(name);
    }

    private static Map<String, Fact> read() {
        try (InputStream in = Objects.requireNonNull(PairsJson.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            JsonNode facts = new ObjectMapper().readTree(in).at("/properties/groups/items/properties/facts/properties");
            Map<String, Fact> found = new LinkedHashMap<>();
            facts.properties().forEach(entry -> found.put(entry.getKey(), fact(entry.getValue())));
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Fact fact(JsonNode schema) {
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.get("enum").forEach(value -> values.add(value.asText()));
            return new Fact(Type.ONE_OF, values);
        }
        return switch (schema.path("type").asText()) {
            case "boolean" -> new Fact(Type.TRUTH, List.of("yes", "no"));
            case "integer" -> new Fact(Type.NUMBER, List.of());
            default -> new Fact(Type.TEXT, List.of());
        };
    }
}
