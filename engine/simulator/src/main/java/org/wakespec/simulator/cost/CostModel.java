// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.cost;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.wakespec.simulator.NearestNames;
import org.wakespec.simulator.idle.IdleState;

/** What everything costs on one machine, and its idle states. Immutable. */
public final class CostModel {

    private static final Cost[] COSTS = Cost.values();
    private static final long LIMIT = 1_000_000_000L;

    private final MachineFamily family;
    private final long[] ns;
    private final List<IdleState> idleStates;

    private CostModel(MachineFamily family, long[] ns, List<IdleState> idleStates) {
        this.family = family;
        this.ns = ns;
        this.idleStates = idleStates;
    }

    /** The defaults of a family. */
    public static CostModel of(MachineFamily family) {
        long[] ns = new long[COSTS.length];
        for (Cost cost : COSTS) {
            ns[cost.ordinal()] = cost.defaultOn(family);
        }
        return new CostModel(family, ns, family.idleStates());
    }

    /** The family whose defaults fill in what is not stated. */
    public MachineFamily family() {
        return family;
    }

    /** One cost: ns, or a number where {@link Cost} says so. */
    public long of(Cost cost) {
        return ns[cost.ordinal()];
    }

    /** Idle states, shallowest first; never empty. */
    public List<IdleState> idleStates() {
        return idleStates;
    }

    /**
     * The same model with one cost set.
     *
     * @throws IllegalArgumentException if the value is negative or above one second
     */
    public CostModel with(Cost cost, long value) {
        if (value < 0 || value > LIMIT) {
            throw new IllegalArgumentException("cost '" + cost.key() + "' is 0 to " + LIMIT + ", not " + value);
        }
        if ((cost == Cost.LINE_OVERLAP || cost == Cost.SMT_SPEED) && (value < 1 || value > 1024)) {
            throw new IllegalArgumentException("'" + cost.key() + "' is 1 to 1024, not " + value);
        }
        long[] changed = ns.clone();
        changed[cost.ordinal()] = value;
        return new CostModel(family, changed, idleStates);
    }

    /**
     * The same model with costs set by the keys of a machine file.
     *
     * @throws IllegalArgumentException naming an unknown key, with the nearest known one, or a value out of range
     */
    public CostModel with(Map<String, Long> byKey) {
        CostModel model = this;
        for (Map.Entry<String, Long> entry : byKey.entrySet()) {
            model = model.with(byKey(entry.getKey()), entry.getValue());
        }
        return model;
    }

    /** The same model with other idle states, shallowest first. */
    public CostModel withIdleStates(List<IdleState> states) {
        if (states.isEmpty()) {
            throw new IllegalArgumentException("a machine needs at least one idle state");
        }
        return new CostModel(family, ns, List.copyOf(states));
    }

    private static Cost byKey(String key) {
        for (Cost cost : COSTS) {
            if (cost.key().equals(key)) {
                return cost;
            }
        }
        List<String> keys = Arrays.stream(COSTS).map(Cost::key).toList();
        List<String> nearest = NearestNames.of(key, keys);
        throw new IllegalArgumentException("unknown cost '" + key + "'; "
                + (nearest.isEmpty()
                        ? "costs: " + String.join(", ", keys)
                        : "the nearest is '" + nearest.get(0) + "'"));
    }
}
