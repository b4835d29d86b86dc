// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.Optional;

/** What became of one scenario under one variant. */
public enum Verdict {

    /** Every step held. */
    PASSED("passed"),
    /** A step, a hook or the specification itself is wrong. */
    FAILED("failed"),
    /** The question could not be answered: not measured, too few samples, too much noise. */
    UNDECIDED("undecided"),
    /** The scenario asks for something the model is stated not to do. */
    KNOWN_GAP("known-gap"),
    /** Not run, or given up by an assumption. */
    SKIPPED("skipped");

    private final String key;

    Verdict(String key) {
        this.key = key;
    }

    /** The spelling used in result files. */
    public String key() {
        return key;
    }

    /** The verdict with this spelling. */
    public static Optional<Verdict> of(String key) {
        for (Verdict verdict : values()) {
            if (verdict.key.equals(key)) {
                return Optional.of(verdict);
            }
        }
        return Optional.empty();
    }
}
