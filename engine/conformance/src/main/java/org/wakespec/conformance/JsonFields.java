// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Iterator;
import org.wakespec.simulator.topology.CpuMask;

/** Reads fields of one record; whatever is missing or of the wrong kind is reported with the record's place. */
final class JsonFields {

    private final JsonNode node;
    private final String place;

    JsonFields(JsonNode node, String place) {
        this.node = node;
        this.place = place;
    }

    JsonNode node() {
        return node;
    }

    UnreadableRecordsException wrong(String what) {
        return new UnreadableRecordsException(place + ": " + what);
    }

    boolean has(String field) {
        return node.has(field);
    }

    JsonFields object(String field) {
        JsonNode child = node.get(field);
        if (child == null || !child.isObject()) {
            throw wrong("no object '" + field + "'" + knownFields());
        }
        return new JsonFields(child, place);
    }

    /** The value of a required number. */
    long number(String field) {
        JsonNode child = node.get(field);
        if (child == null) {
            throw wrong("the number '" + field + "' is missing" + knownFields());
        }
        return number(child, field);
    }

    long number(String field, long absent) {
        JsonNode child = node.get(field);
        return child == null ? absent : number(child, field);
    }

    /** A required CPU number below {@code nrCpus}. */
    int cpu(String field, int nrCpus) {
        long cpu = number(field);
        if (cpu < 0 || cpu >= nrCpus) {
            throw wrong("'" + field + "' is CPU " + cpu + ", the machine has CPUs 0-" + (nrCpus - 1));
        }
        return (int) cpu;
    }

    private long number(JsonNode child, String field) {
        if (!child.isIntegralNumber() || !child.canConvertToLong()) {
            throw wrong("'" + field + "' is not a whole number: " + child);
        }
        return child.longValue();
    }

    String text(String field) {
        JsonNode child = node.get(field);
        if (child == null || !child.isTextual()) {
            throw wrong("the text '" + field + "' is missing" + knownFields());
        }
        return child.textValue();
    }

    String text(String field, String absent) {
        return node.has(field) ? text(field) : absent;
    }

    /** An array of numbers with exactly {@code length} entries. */
    long[] numbers(String field, int length) {
        JsonNode child = node.get(field);
        if (child == null || !child.isArray() || child.size() != length) {
            throw wrong("'" + field + "' should be a list of " + length + " numbers");
        }
        long[] values = new long[length];
        for (int i = 0; i < length; i++) {
            values[i] = number(child.get(i), field);
        }
        return values;
    }

    CpuMask mask(String list, int nrCpus) {
        try {
            return CpuMask.parse(nrCpus, list);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private String knownFields() {
        StringBuilder names = new StringBuilder();
        Iterator<String> fields = node.fieldNames();
        for (int i = 0; i < 8 && fields.hasNext(); i++) {
            names.append(i == 0 ? "; it has " : ", ").append(fields.next());
        }
        return names.append(fields.hasNext() ? ", ..." : "").toString();
    }
}
