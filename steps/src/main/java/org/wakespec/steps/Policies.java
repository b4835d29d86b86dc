// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Map;
import java.util.WeakHashMap;
import org.wakespec.policies.PolicyRegistry;

/** The registry of policies, made once for each class loader. */
final class Policies {

    private static final Map<ClassLoader, PolicyRegistry> REGISTRIES = new WeakHashMap<>();

    private Policies() {}

    static PolicyRegistry registry() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? Policies.class.getClassLoader() : context;
        synchronized (REGISTRIES) {
            return REGISTRIES.computeIfAbsent(loader, PolicyRegistry::load);
        }
    }
}
