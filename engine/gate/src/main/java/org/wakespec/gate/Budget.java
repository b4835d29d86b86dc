// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.Locale;

/**
 * A figure a patch promises: by how much it may differ from the base.
 *
 * @param place {@code FILE:LINE} of the claim
 * @param scenario title of the scenario that measures it
 * @param figure name of the figure, for example {@code usec/op}
 * @param atMost whether the change is at most, else at least
 * @param percent signed change by value, in percent of the base
 */
record Budget(String place, String scenario, String figure, boolean atMost, double percent) {

    boolean met(double change) {
        return atMost ? change <= percent : change >= percent;
    }

    String text() {
        return (atMost ? "at most " : "at least ") + String.format(Locale.ROOT, "%+.1f %%", percent);
    }
}
