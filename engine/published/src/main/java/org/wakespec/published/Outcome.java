// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.Map;

/**
 * What came of an experiment.
 *
 * @param figures what the program printed, and the share of long waits
 * @param mechanism counters that tell why
 */
record Outcome(Map<String, Double> figures, Mechanism mechanism) {

    /** Figure: share of waits for a CPU of 64 us or more. */
    static final String WAIT_64 = "wait>=64us";

    double of(String figure) {
        Double value = figures.get(figure);
        if (value == null) {
            throw new IllegalArgumentException(
                    "'" + figure + "' was not measured; measured were " + String.join(", ", figures.keySet()));
        }
        return value;
    }
}
