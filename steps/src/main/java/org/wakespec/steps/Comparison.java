// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Optional;
import org.wakespec.policies.UnknownPolicyException;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.steps.compare.PairedPolicy;
import org.wakespec.steps.compare.Pairs;

/**
 * The second policy every decision of a scenario is also asked of: system property {@value #PROPERTY}. Nothing is asked of
 * it in its own scenarios, nor if the property is absent.
 */
public final class Comparison {

    /** Name of the second policy. */
    public static final String PROPERTY = "wakespec.compare";

    private final String base;
    private final Pairs pairs;

    private Comparison(String base, String candidate) {
        this.base = base;
        pairs = PairedPolicy.log(
                Policies.registry().create(candidate), Policies.registry().create(base));
    }

    /**
     * What is configured for a scenario on this policy.
     *
     * @throws BadScenarioException if the property names no policy
     */
    static Optional<Comparison> configured(String policy) {
        String name = System.getProperty(PROPERTY, "").strip();
        if (name.isEmpty()) {
            return Optional.empty();
        }
        try {
            String base = Policies.registry().resolve(name);
            return base.equals(policy) ? Optional.empty() : Optional.of(new Comparison(base, policy));
        } catch (UnknownPolicyException e) {
            throw new BadScenarioException("property " + PROPERTY + ": " + e.getMessage(), e);
        }
    }

    /** Id of the second policy. */
    public String base() {
        return base;
    }

    /** The same policy, with the second one beside it. */
    public PlacementPolicy beside(PlacementPolicy candidate) {
        return new PairedPolicy(
                candidate,
                Policies.registry().create(base),
                pairs,
                new StatedState(base, candidate.info().id())::tell);
    }

    /** What they answered differently so far. */
    public Pairs pairs() {
        return pairs;
    }
}
