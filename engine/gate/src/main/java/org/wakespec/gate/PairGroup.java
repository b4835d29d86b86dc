// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * Decisions of equal facts that both policies answered differently.
 *
 * @param expected whether the envelope contains them
 * @param objections why it does not
 */
record PairGroup(
        long count,
        int baseCpu,
        String baseBy,
        int cpu,
        String by,
        JsonNode facts,
        List<String> steps,
        boolean expected,
        List<String> objections) {

    static PairGroup of(JsonNode group, Envelope envelope) {
        List<String> steps = new ArrayList<>();
        group.path("steps").forEach(step -> steps.add(step.asText()));
        JsonNode facts = group.path("facts");
        boolean expected = envelope.contains(facts);
        return new PairGroup(
                group.path("count").asLong(),
                group.path("baseCpu").asInt(),
                group.path("baseBy").asText(),
                group.path("cpu").asInt(),
                group.path("by").asText(),
                facts,
                steps,
                expected,
                expected ? List.of() : envelope.objections(facts));
    }

    /** How bad it is that placement changes here: isolation, then NUMA distance, node, cache, SMT. */
    int severity() {
        String isolation = facts.path("isolation").asText();
        if (isolation.equals("boot")) {
            return 6;
        }
        if (isolation.equals("partition")) {
            return 5;
        }
        if (facts.path("kind").asText().equals("wakeup")
                && !facts.path("wake-affine").asBoolean()) {
            return 4;
        }
        if (!facts.path("same-node").asBoolean()) {
            return 3;
        }
        if (!facts.path("same-llc").asBoolean()) {
            return 2;
        }
        return facts.path("smt").asBoolean() ? 1 : 0;
    }

    static String finalRule(String by) {
        return by.substring(by.indexOf('|') + 1);
    }

    /** {@code CPU 5 -> CPU 0, sync-pair}. */
    String words() {
        return "CPU " + baseCpu + " -> CPU " + cpu + " by " + finalRule(by);
    }
}
