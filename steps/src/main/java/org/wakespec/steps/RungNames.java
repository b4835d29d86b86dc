// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Set;
import org.wakespec.policies.FairRungs;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.Rung;

/** The names of the rungs policies can ask: so that "was not asked" cannot hold merely because of a mistyped name. */
final class RungNames {

    private RungNames() {}

    /**
     * Checks a name.
     *
     * @throws BadScenarioException if no policy has a rung of that name
     */
    static void check(String name, Decision decision) {
        for (Ladder.Entry entry : decision.ladder().entries()) {
            if (entry.rung().name().equals(name)) {
                return;
            }
        }
        Set<String> known = all();
        if (!known.contains(name)) {
            throw new BadScenarioException("no policy has a rung '" + name + "'" + Nearest.suggestion(name, known)
                    + " Rungs: " + String.join(", ", known));
        }
    }

    /** The names of all rungs declared by mainline and by the policies on the class path, sorted. */
    static Set<String> all() {
        return Declared.names(FairRungs.class, Rung.class, Rung::name);
    }
}
