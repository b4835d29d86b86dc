// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.Arrays;
import org.apache.commons.statistics.inference.TTest;

/**
 * One figure under both policies.
 *
 * @param name its name, for example {@code usec/op}
 * @param change by value, in percent of the base
 * @param p Welch's t-test, two-sided; 1 if nothing differs, NaN for a single seed
 * @param judgement better, worse, within noise, undecided or same
 * @param budget the claim about it, or null
 */
record FigureChange(
        String name, Sample base, Sample candidate, double change, double p, Kind judgement, Budget budget) {

    /** Differences rarer than this by chance count. */
    static final double SIGNIFICANCE = 0.05;

    static FigureChange of(String name, double[] base, double[] candidate, double noise, Budget budget) {
        Sample before = Sample.of(base);
        Sample after = Sample.of(candidate);
        double change = before.mean() == 0
                ? after.mean() == 0 ? 0 : Double.POSITIVE_INFINITY
                : (after.mean() - before.mean()) / Math.abs(before.mean()) * 100;
        double p = p(base, candidate, before, after);
        return new FigureChange(name, before, after, change, p, judge(name, base, candidate, change, p, noise), budget);
    }

    private static double p(double[] base, double[] candidate, Sample before, Sample after) {
        if (Arrays.equals(base, candidate)) {
            return 1;
        }
        if (base.length < 2 || candidate.length < 2) {
            return Double.NaN;
        }
        if (before.deviation() == 0 && after.deviation() == 0) {
            // the same on every seed: nothing is left to chance
            return before.mean() == after.mean() ? 1 : 0;
        }
        return TTest.withDefaults().test(base, candidate).getPValue();
    }

    private static Kind judge(String name, double[] base, double[] candidate, double change, double p, double noise) {
        if (Arrays.equals(base, candidate)) {
            return Kind.SAME;
        }
        if (Double.isNaN(p)) {
            return Math.abs(change) < noise ? Kind.WITHIN_NOISE : Kind.UNDECIDED;
        }
        if (p >= SIGNIFICANCE || Math.abs(change) < noise) {
            return Kind.WITHIN_NOISE;
        }
        return change > 0 == moreIsBetter(name) ? Kind.BETTER : Kind.WORSE;
    }

    /** Rates grow, times shrink. */
    static boolean moreIsBetter(String name) {
        return name.equals("per second");
    }

    /** The change with its sign and what it means: {@code +32.0 % (worse, as claimed)}. */
    String words() {
        String claim = budget == null ? "" : budget.met(change) ? ", as claimed" : ", claimed " + budget.text();
        return Percent.of(change) + " (" + judgement.words() + claim + ")";
    }

    /** A loss that the patch says it takes, and that keeps to what it says. */
    boolean declared() {
        return budget != null && budget.met(change);
    }

    boolean breaksBudget() {
        return budget != null && !budget.met(change);
    }
}
