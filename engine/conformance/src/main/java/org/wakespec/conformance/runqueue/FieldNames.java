// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.runqueue;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.wakespec.conformance.UnreadableRecordsException;

/** Finds a field by its recorded name. */
final class FieldNames<F> {

    private final String kind;
    private final Map<String, F> fields = new TreeMap<>();

    FieldNames(String kind, F[] all, Function<F, String> nameOf) {
        this.kind = kind;
        for (F field : all) {
            fields.put(nameOf.apply(field), field);
        }
    }

    F find(String name, String place) {
        F field = fields.get(name);
        if (field == null) {
            throw new UnreadableRecordsException(place + ": unknown " + kind + " field '" + name + "', expected one of "
                    + String.join(", ", fields.keySet()));
        }
        return field;
    }
}
