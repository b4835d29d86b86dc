// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.function.BiFunction;

/** Loaded together with a mutated class: looks for a record that notices it. */
public final class MutantProbe implements BiFunction<JsonNode, List<JsonNode>, String> {

    public MutantProbe() {}

    /** The first difference, or null: nothing was noticed. */
    @Override
    public String apply(JsonNode topologies, List<JsonNode> records) {
        Machines machines = new Machines(topologies, "topologies");
        for (JsonNode record : records) {
            String id = record.path("id").asText();
            String difference = Replay.difference(new Json(record, id), machines);
            if (difference != null) {
                return id + ": " + difference;
            }
        }
        return null;
    }
}
