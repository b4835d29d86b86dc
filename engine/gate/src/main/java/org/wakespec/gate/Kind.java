// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.Locale;

/** What a patch did to a scenario; the worst comes first. */
enum Kind {
    /** It passed on the base and fails on the candidate. */
    BROKEN(true),
    /** A placement changed where no change was claimed. */
    PLACEMENT_UNEXPECTED(true),
    /** Something a program measures got worse. */
    WORSE(true),
    /** Not measured, or too little. */
    UNDECIDED(false),
    /** It failed on the base and passes on the candidate. */
    FIXED(false),
    /** Something a program measures got better, nothing worse. */
    BETTER(false),
    /** Placements changed where the patch claims to change them. */
    PLACEMENT_EXPECTED(false),
    /** What programs measure differs by no more than chance. */
    WITHIN_NOISE(false),
    SAME(false);

    private final boolean fails;

    Kind(boolean fails) {
        this.fails = fails;
    }

    /** Whether one such scenario is enough to fail the gate. */
    boolean fails() {
        return fails;
    }

    /** The spelling in JSON. */
    String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String words() {
        return switch (this) {
            case PLACEMENT_UNEXPECTED -> "placement changed, unexpected";
            case PLACEMENT_EXPECTED -> "placement changed, expected";
            default -> name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }
}
