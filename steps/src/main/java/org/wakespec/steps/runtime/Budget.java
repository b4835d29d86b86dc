// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.function.ToDoubleFunction;
import org.opentest4j.AssertionFailedError;
import org.wakespec.engine.spi.Verdicts;

/** Holds a mean of several runs against limits: passed or failed only if the whole confidence interval is on one side. */
final class Budget {

    static final int DEFAULT_SEEDS = 5;
    /** Fewer runs decide nothing. */
    static final int LEAST_SEEDS = 3;
    /** An interval wider than so many times the noise cannot tell that something is within it. */
    private static final double TOO_WIDE = 3;

    private static final String PERCENT = "%";

    private final RunWorld world;
    private final int seeds;

    Budget(RunWorld world, int seeds) {
        this.world = world;
        this.seeds = seeds;
    }

    private double[] values(String policy, ToDoubleFunction<Command> figure) {
        double[] values = new double[seeds];
        for (int i = 0; i < seeds; i++) {
            values[i] = figure.applyAsDouble(world.repeated(policy, i + 1L).program());
        }
        return values;
    }

    private Estimate estimate(ToDoubleFunction<Command> figure) {
        return Estimate.of(values(world.measured().policy(), figure));
    }

    /** Change against another policy in percent, seed by seed: (this - other) / other; negative means it went down. */
    private Estimate change(String policy, ToDoubleFunction<Command> figure) {
        String other = world.other(policy);
        double[] mine = values(world.measured().policy(), figure);
        double[] theirs = values(other, figure);
        for (int i = 0; i < seeds; i++) {
            mine[i] = (mine[i] / theirs[i] - 1) * 100;
        }
        return Estimate.of(mine);
    }

    /** The value lies in a range; the words say what was expected, and the unit what was measured. */
    void value(String expected, String unit, ToDoubleFunction<Command> figure, double low, double high) {
        judge(expected, unit, estimate(figure), low, high);
    }

    /** The change against another policy lies in a range of percent. */
    void change(String expected, String policy, ToDoubleFunction<Command> figure, double low, double high) {
        judge(
                expected + " (change = (this - that) / that; negative: it went down)",
                PERCENT,
                change(policy, figure),
                low,
                high);
    }

    /** The change against another policy is no larger than the noise. */
    void withinNoise(String policy, ToDoubleFunction<Command> figure) {
        double gauge = world.measured().program().noisePercent();
        Estimate change = change(policy, figure);
        enough(change);
        if (change.half() > TOO_WIDE * gauge) {
            throw Verdicts.undecided("the change is " + change.in(PERCENT) + ": too wide for a noise of "
                    + Measured.number(gauge) + " %");
        }
        double noise = Math.max(gauge, change.half());
        String expected = "a change within the noise of " + Measured.number(noise) + " %";
        if (Math.abs(change.mean()) > noise) {
            throw failure(expected, PERCENT, change);
        }
    }

    private void enough(Estimate estimate) {
        if (estimate.runs() < LEAST_SEEDS) {
            throw Verdicts.undecided(estimate.runs() + " seeds are too few: a budget needs at least " + LEAST_SEEDS);
        }
        if (!Double.isFinite(estimate.mean()) || !Double.isFinite(estimate.half())) {
            throw Verdicts.undecided("nothing was measured that can be compared: the mean is " + estimate.mean());
        }
    }

    private void judge(String expected, String unit, Estimate estimate, double low, double high) {
        enough(estimate);
        if (estimate.low() >= low && estimate.high() <= high) {
            return;
        }
        if (estimate.high() < low || estimate.low() > high) {
            throw failure(expected, unit, estimate);
        }
        throw Verdicts.undecided("expected " + expected + "; measured " + estimate.in(unit)
                + ": the limit lies inside the interval, more seeds or longer runs decide");
    }

    private AssertionFailedError failure(String expected, String unit, Estimate estimate) {
        String actual = estimate.in(unit);
        return new AssertionFailedError(
                "expected: " + expected + "\n but was: " + actual + " ["
                        + world.measured().policy() + "]",
                expected,
                actual);
    }
}
