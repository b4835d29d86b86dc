// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The last line of a result file: how many of each verdict.
 *
 * @param counts number of results by verdict; every verdict is present
 * @param times when the run started and how long it took
 */
public record RunSummary(Map<Verdict, Integer> counts, Optional<Times> times) {

    public RunSummary {
        EnumMap<Verdict, Integer> all = new EnumMap<>(Verdict.class);
        for (Verdict verdict : Verdict.values()) {
            all.put(verdict, counts.getOrDefault(verdict, 0));
        }
        counts = Collections.unmodifiableMap(all);
    }

    /** The summary of these results. */
    public static RunSummary of(Iterable<ScenarioResult> results, Optional<Times> times) {
        EnumMap<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (ScenarioResult result : results) {
            counts.merge(result.verdict(), 1, Integer::sum);
        }
        return new RunSummary(counts, times);
    }

    /** How many results have this verdict. */
    public int count(Verdict verdict) {
        return counts.get(verdict);
    }

    /** How many results there are. */
    public int total() {
        return counts.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Whether nothing failed. */
    public boolean isSuccess() {
        return count(Verdict.FAILED) == 0;
    }

    /** For example {@code 26 passed, 1 failed, 2 undecided}; verdicts nobody got are left out. */
    public String text() {
        StringBuilder text = new StringBuilder();
        counts.forEach((verdict, count) -> {
            if (count > 0) {
                text.append(text.isEmpty() ? "" : ", ")
                        .append(count)
                        .append(' ')
                        .append(verdict.key());
            }
        });
        return text.isEmpty() ? "no scenarios" : text.toString();
    }
}
