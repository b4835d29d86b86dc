// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/** What a cell is to the count of hits. */
enum Role {
    /** Predicted: counts. */
    PREDICTED("predicted"),
    /** One of the eight figures the costs are fitted to: shown, never counted. */
    CALIBRATED("calibrated on"),
    /** A second statistic of a run that counts already, or a column that repeats another: never counted. */
    TWIN("twin"),
    /** The other reading of an open fact: shown, never counted. */
    SHOWN("other reading"),
    /** Cannot be simulated yet: counts as missed. */
    NOT_MODELLED("not modelled"),
    /** Cannot be known, by the page that analyses the figures: never counted. */
    UNKNOWABLE("unknowable");

    private final String words;

    Role(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
