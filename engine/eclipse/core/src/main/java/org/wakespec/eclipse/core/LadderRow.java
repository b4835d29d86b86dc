// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A row of the table that shows how a decision was made.
 *
 * @param question the rung, indented by its depth
 * @param answer what it said
 * @param saw what it looked at
 * @param help what the rung asks and what the rule means, in words; may be empty
 * @param isDeciding whether the choice fell here
 */
public record LadderRow(String question, String answer, String saw, String help, boolean isDeciding) {

    /** The rows of a decision; one row with the core's path if the policy was not asked. */
    public static List<LadderRow> of(Decisions.Decision decision, Map<String, String> words) {
        List<LadderRow> rows = new ArrayList<>();
        Decisions.Rung deciding = decision.deciding().orElse(null);
        for (Decisions.Rung rung : decision.ladder()) {
            String answer = rung.answer();
            if (!rung.rule().isEmpty()) {
                answer = (answer.isEmpty() ? "" : answer + ": ")
                        + rung.rule()
                        + (rung.cpu() >= 0 ? " → CPU " + rung.cpu() : "");
            }
            List<String> saw = new ArrayList<>(rung.saw());
            if (!rung.probes().isEmpty()) {
                saw.add("probed " + rung.probesText());
            }
            rows.add(new LadderRow(
                    "  ".repeat(rung.depth()) + rung.rung(),
                    answer,
                    String.join(", ", saw),
                    help(rung, words),
                    rung == deciding));
        }
        if (rows.isEmpty()) {
            rows.add(
                    new LadderRow(decision.path(), "→ CPU " + decision.cpu(), "CPU selection was not asked", "", true));
        }
        return rows;
    }

    private static String help(Decisions.Rung rung, Map<String, String> words) {
        String question = words.getOrDefault(rung.rung(), "");
        String meaning = words.getOrDefault(rung.rule(), "");
        return question.isEmpty() || meaning.isEmpty() ? question + meaning : question + "\n" + meaning;
    }
}
