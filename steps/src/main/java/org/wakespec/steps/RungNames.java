// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import org.wakespec.policies.FairRungs;
import org.wakespec.policies.PolicyRegistry;
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
        Set<String> names = new TreeSet<>();
        collect(FairRungs.class, names);
        PolicyRegistry registry = Policies.registry();
        for (String id : registry.ids()) {
            for (Class<?> type = registry.create(id).getClass(); type != Object.class; type = type.getSuperclass()) {
                collect(type, names);
            }
        }
        return Collections.unmodifiableSet(names);
    }

    private static void collect(Class<?> type, Set<String> names) {
        for (Field field : type.getDeclaredFields()) {
            if (field.getType() == Rung.class && Modifier.isStatic(field.getModifiers()) && field.trySetAccessible()) {
                try {
                    names.add(((Rung) field.get(null)).name());
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("the rung " + field + " cannot be read", e);
                }
            }
        }
    }
}
