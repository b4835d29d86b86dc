// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Collection;
import java.util.List;
import org.wakespec.simulator.NearestNames;

/** Says which name a mistyped one was probably meant to be. */
final class Nearest {

    private Nearest() {}

    /** Ends a sentence: with {@code , did you mean A or B?}, or with a full stop if no name is near. */
    static String suggestion(String name, Collection<String> known) {
        List<String> near = NearestNames.of(name, known);
        return near.isEmpty() ? "." : ", did you mean " + String.join(" or ", near) + "?";
    }
}
