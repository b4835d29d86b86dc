// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * In which states a patch may change placement: alternatives, each a set of conditions that all hold. Unless an alternative
 * says otherwise it is about wakeups only, keeps to isolation, and asks that a wake-affine domain covers waker and previous
 * CPU: who wants more has to say so.
 */
final class Envelope {

    /** What holds unless said otherwise. */
    private static final Map<String, String> UNSAID = unsaid();

    /** No placement may change. */
    static final Envelope NOTHING = new Envelope(List.of());

    /**
     * One alternative.
     *
     * @param name in reports; empty if none was given
     * @param conditions by fact
     */
    record Alternative(String name, Map<String, Condition> conditions) {

        Alternative {
            Map<String, Condition> all = new LinkedHashMap<>();
            for (Map.Entry<String, String> unsaid : UNSAID.entrySet()) {
                // fork and exec ask for no wake-affine domain
                boolean slow = unsaid.getKey().equals("wake-affine") && conditions.containsKey("kind");
                if (!slow) {
                    all.put(unsaid.getKey(), Condition.of(unsaid.getKey(), unsaid.getValue()));
                }
            }
            all.putAll(conditions);
            conditions = all;
        }

        /** The conditions these facts break. */
        List<Condition> broken(JsonNode facts) {
            return conditions.values().stream().filter(c -> !c.holds(facts)).toList();
        }
    }

    private final List<Alternative> alternatives;

    Envelope(List<Alternative> alternatives) {
        this.alternatives = List.copyOf(alternatives);
    }

    private static Map<String, String> unsaid() {
        Map<String, String> unsaid = new LinkedHashMap<>();
        unsaid.put("isolation", "none");
        unsaid.put("wake-affine", "yes");
        unsaid.put("kind", "wakeup");
        return unsaid;
    }

    boolean isEmpty() {
        return alternatives.isEmpty();
    }

    boolean contains(JsonNode facts) {
        return alternatives.stream().anyMatch(a -> a.broken(facts).isEmpty());
    }

    /** Why facts lie outside, by the alternative they come nearest to: {@code smt is yes, expected no}. */
    List<String> objections(JsonNode facts) {
        List<Condition> nearest = null;
        for (Alternative alternative : alternatives) {
            List<Condition> broken = alternative.broken(facts);
            if (nearest == null || broken.size() < nearest.size()) {
                nearest = broken;
            }
        }
        if (nearest == null) {
            return List.of("no change was claimed");
        }
        List<String> words = new ArrayList<>();
        for (Condition condition : nearest) {
            words.add(condition.fact() + " is " + Condition.words(facts.get(condition.fact())) + ", claimed "
                    + condition.text());
        }
        return words;
    }
}
