// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.List;
import java.util.Locale;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.VariantSource;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.wakeup.PolicyInfo;

/** What scenarios run against: the placement policies on the class path. */
public final class PolicyVariants implements VariantSource {

    private static final String LABEL = "policy";

    /** For the service loader. */
    public PolicyVariants() {}

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public List<Variant> variants() {
        return Policies.registry().infos().stream().map(PolicyVariants::variant).toList();
    }

    private static Variant variant(PolicyInfo info) {
        return new Variant(
                LABEL,
                info.id(),
                info.aliases(),
                info.title(),
                info.standing().name().toLowerCase(Locale.ROOT));
    }

    @Override
    public String listing() {
        return "'wakespec policies' lists all " + Policies.registry().infos().size() + ".";
    }

    @Override
    public List<String> defaults() {
        return List.of(PolicyRegistry.DEFAULT);
    }

    @Override
    public List<String> gluePackages() {
        return List.of(PolicyVariants.class.getPackageName());
    }
}
