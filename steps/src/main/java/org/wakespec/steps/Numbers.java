// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

/** Ranges of the numbers in steps. */
final class Numbers {

    /** So many tasks on one CPU are more than any scenario can mean; each of them is made. */
    static final int MOST_TASKS = 10_000;

    private Numbers() {}

    /**
     * The value, if it is within its bounds.
     *
     * @param what what it is, to begin a sentence with
     * @throws BadScenarioException if it is outside, naming the bounds
     */
    static int within(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new BadScenarioException(what + " is at least " + least
                    + (most == Integer.MAX_VALUE ? "" : " and at most " + most) + ", not " + value);
        }
        return value;
    }

    /** The value, if it is not negative. */
    static int notNegative(String what, int value) {
        return within(what, value, 0, Integer.MAX_VALUE);
    }
}
