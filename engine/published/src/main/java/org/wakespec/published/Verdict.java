// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

/** What came of a cell. */
enum Verdict {
    MET("met"),
    MISSED("missed"),
    NOT_MODELLED("not modelled"),
    CALIBRATED_ON("calibrated on"),
    /** Not judged: unknowable, a twin or the other reading of an open fact. */
    SHOWN("shown");

    private final String words;

    Verdict(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
