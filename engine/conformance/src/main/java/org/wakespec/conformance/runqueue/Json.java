// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import com.fasterxml.jackson.databind.JsonNode;
import org.wakespec.conformance.UnreadableRecordsException;

/** Fields of a JSON object; what is missing or of the wrong kind is named with its place. */
final class Json {

    private Json() {}

    static long number(JsonNode object, String field, String place) {
        return value(present(object, field, place), "'" + field + "'", place);
    }

    static long number(JsonNode object, String field, long absent, String place) {
        JsonNode value = object.get(field);
        return value == null ? absent : value(value, "'" + field + "'", place);
    }

    static int integer(JsonNode object, String field, String place) {
        return integer(number(object, field, place), field, place);
    }

    static int integer(JsonNode object, String field, int absent, String place) {
        return integer(number(object, field, absent, place), field, place);
    }

    private static int integer(long value, String field, String place) {
        if (value != (int) value) {
            throw new UnreadableRecordsException(place + ": '" + field + "' is out of range: " + value);
        }
        return (int) value;
    }

    static long value(JsonNode value, String what, String place) {
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw new UnreadableRecordsException(place + ": " + what + " is not a whole number of 64 bits: " + value);
        }
        return value.longValue();
    }

    static boolean flag(JsonNode object, String field, boolean absent, String place) {
        return number(object, field, absent ? 1 : 0, place) != 0;
    }

    static String text(JsonNode object, String field, String place) {
        JsonNode value = present(object, field, place);
        if (!value.isTextual()) {
            throw new UnreadableRecordsException(place + ": '" + field + "' is not a text: " + value);
        }
        return value.textValue();
    }

    static JsonNode array(JsonNode object, String field, String place) {
        JsonNode value = present(object, field, place);
        if (!value.isArray()) {
            throw new UnreadableRecordsException(place + ": '" + field + "' is not a list");
        }
        return value;
    }

    static JsonNode object(JsonNode object, String field, String place) {
        JsonNode value = present(object, field, place);
        if (!value.isObject()) {
            throw new UnreadableRecordsException(place + ": '" + field + "' is not an object");
        }
        return value;
    }

    private static JsonNode present(JsonNode object, String field, String place) {
        JsonNode value = object.get(field);
        if (value == null) {
            throw new UnreadableRecordsException(place + ": the field '" + field + "' is missing");
        }
        return value;
    }
}
