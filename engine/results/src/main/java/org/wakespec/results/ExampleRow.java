// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The row of an Examples table a scenario was made from.
 *
 * @param examples name of the Examples table; may be empty
 * @param line line of the row
 * @param values cell values by column, in table order
 */
public record ExampleRow(String examples, int line, Map<String, String> values) {

    public ExampleRow {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    /** The cell values joined by {@code |}, as in the table. */
    public String title() {
        List<String> cells = new ArrayList<>(values.values());
        return String.join(" | ", cells);
    }
}
