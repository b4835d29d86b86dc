// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.wakespec.policies.Mutants;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/** Each broken rule is noticed by at least one vector. */
class MutationTest {

    @Test
    void theVectorsNoticeEveryBrokenRule() {
        Map<String, PlacementPolicy> unnoticed = new LinkedHashMap<>();
        Mutants.all().forEach((name, mutant) -> unnoticed.put(name, mutant.get()));
        assertThat(unnoticed).hasSizeGreaterThanOrEqualTo(20);
        DecisionConformance conformance =
                new DecisionConformance(DecisionConformance.machines(Samples.MACHINES), Map.of(), Map.of());
        try (RecordReader reader = RecordReader.open(Samples.DECISIONS)) {
            DecisionRecord r = DecisionConformance.read(reader);
            while (r != null && !unnoticed.isEmpty()) {
                LoadedDecision decision = conformance.load(r);
                unnoticed.values().removeIf(mutant -> notices(decision, mutant));
                r = DecisionConformance.read(reader);
            }
        }
        assertThat(unnoticed.keySet()).isEmpty();
    }

    private static boolean notices(LoadedDecision decision, PlacementPolicy mutant) {
        int cpu = decision.ask(mutant, null);
        boolean noticed = !decision.differences(cpu, "tip").isEmpty();
        decision.undo();
        return noticed;
    }
}
