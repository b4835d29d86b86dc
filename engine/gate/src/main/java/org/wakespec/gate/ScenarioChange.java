// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.wakespec.results.ExampleRow;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/**
 * One scenario under both policies.
 *
 * @param kind what became of it
 * @param base result on the base; null if it is not meant for it
 * @param candidate result on the candidate; null if it is not meant for it
 * @param stated whether the scenario's expectations are about the candidate at all
 * @param decisions decisions both were asked for
 * @param groups decisions answered differently
 * @param outcome how the whole runs differ, in words; empty if they do not, or if nothing was placed
 * @param figures how what programs measured differs
 * @param measuredOnBase what was measured on the base, by the scenario itself if it does not run there
 * @param measured what was measured on the candidate
 * @param order place in the suite
 */
record ScenarioChange(
        Kind kind,
        ScenarioResult base,
        ScenarioResult candidate,
        boolean stated,
        long decisions,
        List<PairGroup> groups,
        String outcome,
        List<FigureChange> figures,
        Optional<Figures> measuredOnBase,
        Optional<Figures> measured,
        int order) {

    ScenarioResult any() {
        return candidate != null ? candidate : base;
    }

    String title() {
        return any().scenario() + any().example().map(ScenarioChange::row).orElse("");
    }

    private static String row(ExampleRow row) {
        return row.values().entrySet().stream()
                .map(cell -> cell.getKey() + " " + cell.getValue())
                .collect(Collectors.joining(", ", " [", "]"));
    }

    /** {@code FEATURE:LINE}. */
    String place() {
        return any().feature() + ":" + any().line();
    }

    List<PairGroup> unexpected() {
        return groups.stream().filter(g -> !g.expected()).toList();
    }

    long changes() {
        return groups.stream().mapToLong(PairGroup::count).sum();
    }

    long outside() {
        return unexpected().stream().mapToLong(PairGroup::count).sum();
    }

    /** What weighs most among what is unexpected. */
    int severity() {
        return unexpected().stream().mapToInt(PairGroup::severity).max().orElse(0);
    }

    /** The unexpected difference that weighs most; null: none. */
    PairGroup worst() {
        PairGroup worst = null;
        for (PairGroup group : unexpected()) {
            if (worst == null || group.severity() > worst.severity()) {
                worst = group;
            }
        }
        return worst;
    }

    boolean candidatePassed() {
        return candidate != null && candidate.verdict() == Verdict.PASSED;
    }

    Map<Kind, List<FigureChange>> byJudgement() {
        return figures.stream().collect(Collectors.groupingBy(FigureChange::judgement));
    }
}
