// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import org.wakespec.steps.TimedScene;

/**
 * A percentile in a step, with its words.
 *
 * @param percent above 0, at most 100
 * @param words as the step writes it
 */
public record Percentile(double percent, String words) {

    /** What a percentile's complement may be off by. */
    private static final double ROUNDING = 1e-6;

    /** Checks the range. */
    public Percentile {
        if (!(percent > 0 && percent <= 100)) {
            throw TimedScene.bad("a percentile is above 0 and at most 100, not " + Measured.number(percent));
        }
    }

    /** How many samples it takes at least: with fewer, none lies beyond it, and it is only the largest of them. */
    int samples() {
        return percent >= 100 ? 1 : (int) Math.min(Integer.MAX_VALUE, Math.ceil(100 / (100 - percent) - ROUNDING));
    }

    @Override
    public String toString() {
        return words;
    }
}
