// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.spi;

/**
 * Ends a scenario with a verdict that is neither passed nor failed: {@code throw Verdicts.undecided("only 3 samples")}.
 * Both are reported as aborted, with the reason, and counted apart.
 */
public final class Verdicts {

    private Verdicts() {}

    /**
     * The question could not be answered: not measured, too few samples, too much noise.
     *
     * @param reason one sentence for the report
     */
    public static UndecidedException undecided(String reason) {
        return new UndecidedException(reason);
    }

    /**
     * The scenario asks for something the model is stated not to do.
     *
     * @param reason one sentence for the report
     */
    public static KnownGapException knownGap(String reason) {
        return new KnownGapException(reason);
    }
}
