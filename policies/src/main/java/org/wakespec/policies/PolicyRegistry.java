// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.wakespec.simulator.NearestNames;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;

/**
 * Every policy on the class path, by name. Ours and a user's come through the same door: the {@link ServiceLoader} entry
 * {@code META-INF/services/org.wakespec.simulator.wakeup.PlacementPolicy}.
 */
public final class PolicyRegistry {

    /** The policy scenarios run on unless told otherwise. */
    public static final String DEFAULT = "linux-7.2";

    private final Map<String, Supplier<PlacementPolicy>> factories = new LinkedHashMap<>();
    private final Map<String, PolicyInfo> infos = new LinkedHashMap<>();
    private final Map<String, String> names = new LinkedHashMap<>();

    private PolicyRegistry() {}

    /** The policies visible to the current thread's context class loader. */
    public static PolicyRegistry standard() {
        return load(Thread.currentThread().getContextClassLoader());
    }

    /**
     * The policies visible to a class loader, the default one first, the others in the order of their service files.
     *
     * @throws IllegalStateException if two policies claim the same name, or one cannot be created
     */
    public static PolicyRegistry load(ClassLoader loader) {
        PolicyRegistry registry = new PolicyRegistry();
        List<ServiceLoader.Provider<PlacementPolicy>> providers;
        try {
            providers =
                    ServiceLoader.load(PlacementPolicy.class, loader).stream().toList();
            for (ServiceLoader.Provider<PlacementPolicy> provider : providers) {
                // a provider makes a new instance on every call: simulations share nothing
                registry.register(provider.get().info(), provider::get);
            }
        } catch (ServiceConfigurationError e) {
            throw new IllegalStateException("a placement policy could not be created: " + e.getMessage(), e);
        }
        return registry;
    }

    private void register(PolicyInfo info, Supplier<PlacementPolicy> factory) {
        claim(info.id(), info.id());
        for (String alias : info.aliases()) {
            claim(alias, info.id());
        }
        infos.put(info.id(), info);
        factories.put(info.id(), factory);
    }

    private void claim(String name, String id) {
        if (!name.matches("[a-z0-9][a-z0-9._-]*")) {
            throw new IllegalStateException(
                    "policy name '" + name + "': expected lower-case letters, digits, '.', '-', '_'");
        }
        String taken = names.putIfAbsent(name, id);
        if (taken != null) {
            throw new IllegalStateException(
                    "policy name '" + name + "' is claimed by both '" + taken + "' and '" + id + "'");
        }
    }

    /** The ids of all policies, without aliases. */
    public List<String> ids() {
        return List.copyOf(infos.keySet());
    }

    /** Who all the policies are. */
    public List<PolicyInfo> infos() {
        return List.copyOf(infos.values());
    }

    /** Whether a name, or alias, is known. */
    public boolean knows(String name) {
        return names.containsKey(name);
    }

    /**
     * The id behind a name or alias.
     *
     * @throws UnknownPolicyException naming the nearest known names
     */
    public String resolve(String name) {
        String id = names.get(name);
        if (id == null) {
            throw new UnknownPolicyException(name, nearest(name), infos.size());
        }
        return id;
    }

    /** Who a policy is, by name or alias. */
    public PolicyInfo info(String name) {
        return infos.get(resolve(name));
    }

    /** A new instance of a policy, by name or alias; for one simulation. */
    public PlacementPolicy create(String name) {
        return factories.get(resolve(name)).get();
    }

    /** Known names that differ from {@code name} by little, nearest first, at most three. */
    public List<String> nearest(String name) {
        return NearestNames.of(name, names.keySet());
    }
}
