// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.wakespec.policies.PolicyRegistry;

/** Reads the constants of one type that mainline and the policies on the class path declare, in the order of their names. */
final class Declared {

    private Declared() {}

    /**
     * The names of all constants of a type.
     *
     * @param mainline the class that holds those of mainline
     */
    static <T> Set<String> names(Class<?> mainline, Class<T> type, Function<T, String> name) {
        List<T> constants = new ArrayList<>();
        collect(mainline, type, constants);
        PolicyRegistry registry = Policies.registry();
        for (String id : registry.ids()) {
            for (Class<?> c = registry.create(id).getClass(); c != Object.class; c = c.getSuperclass()) {
                collect(c, type, constants);
            }
        }
        Set<String> names = new TreeSet<>();
        constants.forEach(constant -> names.add(name.apply(constant)));
        return Collections.unmodifiableSet(names);
    }

    private static <T> void collect(Class<?> holder, Class<T> type, List<T> to) {
        collect(holder, null, type, to);
        for (Class<?> nested : holder.getDeclaredClasses()) {
            if (nested.isEnum()) {
                for (Object constant : nested.getEnumConstants()) {
                    collect(nested, constant, type, to);
                }
            }
        }
    }

    /** The static fields of a class, or those of an instance. */
    private static <T> void collect(Class<?> holder, Object instance, Class<T> type, List<T> to) {
        for (Field field : holder.getDeclaredFields()) {
            if (field.getType() == type
                    && Modifier.isStatic(field.getModifiers()) == (instance == null)
                    && field.trySetAccessible()) {
                try {
                    to.add(type.cast(field.get(instance)));
                } catch (IllegalAccessException e) {
                    throw new IllegalStateException("the constant " + field + " cannot be read", e);
                }
            }
        }
    }
}
