// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.wakespec.policies.FairRules;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Rule;

/** What can decide a placement: so that "at most 10 % by ..." cannot hold merely because of a mistyped name. */
public final class RuleNames {

    private RuleNames() {}

    /**
     * Checks a name.
     *
     * @throws BadScenarioException if no policy has such a rule and no core path is called so
     */
    public static void check(String rule) {
        Set<String> known = all();
        if (!known.contains(rule)) {
            throw new BadScenarioException("nothing decides as '" + rule + "'" + Nearest.suggestion(rule, known)
                    + " Rules and core paths: " + String.join(", ", known));
        }
    }

    /** The labels of all rules declared by mainline and by the policies on the class path, and of the core's paths, sorted. */
    static Set<String> all() {
        Set<String> names = new TreeSet<>(Declared.names(FairRules.class, Rule.class, Rule::label));
        Arrays.stream(Decision.Path.values()).map(Decision.Path::label).forEach(names::add);
        return names;
    }
}
