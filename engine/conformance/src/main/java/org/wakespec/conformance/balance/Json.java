// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wakespec.conformance.UnreadableRecordsException;
import org.wakespec.simulator.topology.CpuMask;

/** A JSON object of a record; what is missing or of the wrong kind is reported with its place. */
final class Json {

    private final JsonNode node;
    private final String place;

    Json(JsonNode node, String place) {
        this.node = node;
        this.place = place;
    }

    JsonNode node() {
        return node;
    }

    String place() {
        return place;
    }

    UnreadableRecordsException wrong(String what) {
        return new UnreadableRecordsException(place + ": " + what);
    }

    boolean has(String field) {
        return node.has(field);
    }

    /** Refuses fields that would be passed over in silence. */
    void onlyFields(Set<String> known) {
        node.fieldNames().forEachRemaining(name -> {
            if (!known.contains(name)) {
                String expected = String.join(", ", known.stream().sorted().toList());
                throw wrong("unknown field '" + name + "', expected some of " + expected);
            }
        });
    }

    private JsonNode present(String field) {
        JsonNode child = node.get(field);
        if (child == null) {
            throw wrong("the field '" + field + "' is missing");
        }
        return child;
    }

    Json object(String field) {
        JsonNode child = present(field);
        if (!child.isObject()) {
            throw wrong("'" + field + "' is not an object");
        }
        return new Json(child, place);
    }

    /** The object, or an empty one. */
    Json objectOrEmpty(String field) {
        return has(field) ? object(field) : new Json(JsonNodeFactory.instance.objectNode(), place);
    }

    /** The members, each with its name. */
    List<Map.Entry<String, Json>> members() {
        List<Map.Entry<String, Json>> members = new ArrayList<>();
        node.properties()
                .forEach(member -> members.add(Map.entry(member.getKey(), new Json(member.getValue(), place))));
        return members;
    }

    /** The elements of a list of objects or values; none if the field is absent. */
    List<Json> elements(String field) {
        List<Json> elements = new ArrayList<>();
        JsonNode child = node.get(field);
        if (child != null) {
            if (!child.isArray()) {
                throw wrong("'" + field + "' is not a list");
            }
            child.forEach(element -> elements.add(new Json(element, place)));
        }
        return elements;
    }

    /** This node itself as a list. */
    List<Json> elements() {
        if (!node.isArray()) {
            throw wrong("a list was expected, not " + node);
        }
        List<Json> elements = new ArrayList<>();
        node.forEach(element -> elements.add(new Json(element, place)));
        return elements;
    }

    long value() {
        return whole(node, "a value");
    }

    private long whole(JsonNode value, String what) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(what + " is not a whole number of 64 bits: " + value);
        }
        return value.longValue();
    }

    String textValue() {
        if (!node.isTextual()) {
            throw wrong("a text was expected, not " + node);
        }
        return node.textValue();
    }

    long number(String field) {
        return whole(present(field), field);
    }

    long number(String field, long absent) {
        JsonNode child = node.get(field);
        return child == null ? absent : whole(child, field);
    }

    int integer(String field) {
        long value = number(field);
        if (value != (int) value) {
            throw wrong("'" + field + "' is out of range: " + value);
        }
        return (int) value;
    }

    int integer(String field, int absent) {
        return has(field) ? integer(field) : absent;
    }

    boolean flag(String field) {
        return number(field, 0) != 0;
    }

    int cpu(String field, int nrCpus) {
        return checkedCpu(number(field), nrCpus);
    }

    int checkedCpu(long cpu, int nrCpus) {
        if (cpu < 0 || cpu >= nrCpus) {
            throw wrong("there is no CPU " + cpu + ", the machine has CPUs 0-" + (nrCpus - 1));
        }
        return (int) cpu;
    }

    /** The name of a member as a number. */
    int key(String name) {
        try {
            return Integer.parseInt(name);
        } catch (NumberFormatException e) {
            throw wrong("'" + name + "' is not a number");
        }
    }

    String text(String field) {
        return new Json(present(field), place).textValue();
    }

    CpuMask mask(String list, int nrCpus) {
        try {
            return CpuMask.parse(nrCpus, list);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    CpuMask maskField(String field, int nrCpus) {
        return mask(text(field), nrCpus);
    }
}
