// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.Locale;

/**
 * The mean of several runs and the interval that holds it with 95 % confidence (Student's t).
 *
 * @param mean mean
 * @param half half of the interval's width; infinite with a single run
 * @param runs runs
 */
record Estimate(double mean, double half, int runs) {

    /** Two-sided 95 % points of Student's t for 1 to 10 degrees of freedom. */
    private static final double[] T = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228};

    static Estimate of(double[] values) {
        int n = values.length;
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / n;
        if (n < 2) {
            return new Estimate(mean, Double.POSITIVE_INFINITY, n);
        }
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        double error = Math.sqrt(squares / (n - 1) / n);
        return new Estimate(mean, T[Math.min(n - 2, T.length - 1)] * error, n);
    }

    double low() {
        return mean - half;
    }

    double high() {
        return mean + half;
    }

    /** The mean with its unit, and the interval. */
    String in(String unit) {
        return String.format(
                Locale.ROOT,
                "%.4g %s, 95 %% confidence %.4g to %.4g (mean of %d seeds)",
                mean,
                unit,
                low(),
                high(),
                runs);
    }
}
