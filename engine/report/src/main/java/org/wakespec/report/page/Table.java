// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashMap;
import java.util.Map;

/** Values of which each is stored once; the others refer to it by its number. Numbers follow the order of first use. */
final class Table {

    private final Map<String, Integer> numbers = new HashMap<>();
    private final ArrayNode entries = JsonNodeFactory.instance.arrayNode();

    /** The number of a value; -1 for nothing. */
    int of(JsonNode value) {
        if (value == null) {
            return -1;
        }
        return numbers.computeIfAbsent(value.toString(), key -> {
            entries.add(value);
            return entries.size() - 1;
        });
    }

    /** The number of a text; -1 for nothing and for the empty text. */
    int of(String text) {
        return text == null || text.isEmpty() ? -1 : of(TextNode.valueOf(text));
    }

    ArrayNode entries() {
        return entries;
    }
}
