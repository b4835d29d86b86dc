// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.Collection;
import java.util.List;
import org.wakespec.simulator.NearestNames;

/** Says which names someone may have meant. */
final class Nearest {

    private Nearest() {}

    /** A clause such as {@code ; did you mean 'a' or 'b'?}, empty without a suggestion. */
    static String clause(String word, Collection<String> candidates) {
        List<String> near = NearestNames.of(word, candidates);
        return near.isEmpty() ? "" : "; did you mean '" + String.join("' or '", near) + "'?";
    }
}
