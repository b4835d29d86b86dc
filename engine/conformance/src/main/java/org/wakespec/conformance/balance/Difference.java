// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** Compares what a record expects with what came out. Fields that only one side has are differences, too. */
final class Difference {

    private Difference() {}

    /** The first difference in words, or null. */
    static String first(JsonNode expected, JsonNode actual) {
        return first("", expected, actual);
    }

    private static String first(String path, JsonNode expected, JsonNode actual) {
        if (expected.isObject() && actual.isObject()) {
            for (String name : names(expected, actual)) {
                JsonNode want = expected.get(name);
                JsonNode got = actual.get(name);
                String where = path.isEmpty() ? name : path + "." + name;
                if (want == null) {
                    return where + ": nothing expected, got " + got;
                }
                if (got == null) {
                    return where + ": expected " + want + ", got nothing";
                }
                String difference = first(where, want, got);
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }
        if (expected.isArray() && actual.isArray() && expected.size() == actual.size()) {
            for (int i = 0; i < expected.size(); i++) {
                String difference = first(path + "[" + i + "]", expected.get(i), actual.get(i));
                if (difference != null) {
                    return difference;
                }
            }
            return null;
        }
        boolean equal = expected.isIntegralNumber() && actual.isIntegralNumber()
                ? expected.longValue() == actual.longValue() && expected.canConvertToLong()
                : expected.equals(actual);
        return equal ? null : path + ": expected " + expected + ", got " + actual;
    }

    private static List<String> names(JsonNode expected, JsonNode actual) {
        List<String> names = new ArrayList<>();
        expected.fieldNames().forEachRemaining(names::add);
        for (Iterator<String> more = actual.fieldNames(); more.hasNext(); ) {
            String name = more.next();
            if (!expected.has(name)) {
                names.add(name);
            }
        }
        return names;
    }
}
