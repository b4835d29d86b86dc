// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.Locale;

/** Percentages as the gate prints them: signed, one decimal. */
final class Percent {

    private Percent() {}

    static String of(double percent) {
        if (Double.isInfinite(percent)) {
            return "from 0";
        }
        return String.format(Locale.ROOT, Math.abs(percent) >= 1000 ? "%+.0f %%" : "%+.1f %%", percent + 0.0);
    }
}
