// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mockingDetails;
import static org.mockito.Mockito.spy;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;

/** The ladder lists exactly the rules that were called, in the order they were called. */
class LadderHonestyTest {

    /** Methods of FairPlacement that are rungs; the order of calls is the order of rungs. */
    private static final Map<String, Rung> RUNG_OF = Map.ofEntries(
            Map.entry("selectTaskRq", FairRungs.SELECT_TASK_RQ_FAIR),
            Map.entry("recordWakee", FairRungs.RECORD_WAKEE),
            Map.entry("wakeWide", FairRungs.WAKE_WIDE),
            Map.entry("wantAffine", FairRungs.WANT_AFFINE),
            Map.entry("wakeAffine", FairRungs.WAKE_AFFINE),
            Map.entry("wakeAffineIdle", FairRungs.WAKE_AFFINE_IDLE),
            Map.entry("wakeAffineWeight", FairRungs.WAKE_AFFINE_WEIGHT),
            Map.entry("schedBalanceFindDstCpu", FairRungs.FIND_DST_CPU),
            Map.entry("schedBalanceFindDstGroup", FairRungs.FIND_DST_GROUP),
            Map.entry("schedBalanceFindDstGroupCpu", FairRungs.FIND_DST_GROUP_CPU),
            Map.entry("selectIdleSibling", FairRungs.SELECT_IDLE_SIBLING),
            Map.entry("selectIdleCapacity", FairRungs.SELECT_IDLE_CAPACITY),
            Map.entry("selectIdleSmt", FairRungs.SELECT_IDLE_SMT),
            Map.entry("selectIdleCpu", FairRungs.SELECT_IDLE_CPU),
            Map.entry("selectIdleCore", FairRungs.SELECT_IDLE_CORE));

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void ladderListsExactlyTheRulesCalled(int seed) {
        Random random = new Random(seed);
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < 60; i++) {
            Fixture f = randomState(random);
            FairPlacement policy = spy(new FairPlacement());

            f.place(policy);

            assertThat(rungsOnLadder(f.ladder))
                    .as("state %d of seed %d", i, seed)
                    .isEqualTo(rulesCalled(policy));
            seen.addAll(rungsOnLadder(f.ladder));
        }
        assertThat(seen).hasSizeGreaterThan(9);
    }

    @Test
    void aRuleThatHidesItsRungIsNoticed() {
        Fixture f = new Fixture(Fixture.cores(4), 0, 2);
        FairPlacement policy = spy(new HidingPlacement());

        f.place(policy);

        assertThat(rungsOnLadder(f.ladder)).isNotEqualTo(rulesCalled(policy));
    }

    /** Answers without asking. */
    static class HidingPlacement extends FairPlacement {

        @Override
        protected boolean wakeWide(Selection s, Task p) {
            return false;
        }
    }

    private static List<String> rulesCalled(FairPlacement policy) {
        return mockingDetails(policy).getInvocations().stream()
                .map(call -> RUNG_OF.get(call.getMethod().getName()))
                .filter(rung -> rung != null)
                .map(Rung::name)
                .toList();
    }

    private static List<String> rungsOnLadder(Ladder ladder) {
        return ladder.entries().stream()
                .map(Ladder.Entry::rung)
                .filter(RUNG_OF::containsValue)
                .map(Rung::name)
                .toList();
    }

    private static Fixture randomState(Random random) {
        Machine machine =
                switch (random.nextInt(3)) {
                    case 0 -> Fixture.cores(8);
                    case 1 -> Fixture.llcs(8, 4, 4);
                    default -> Fixture.smt(4);
                };
        Fixture f = new Fixture(machine, random.nextInt(8), random.nextInt(8));
        for (int cpu = 0; cpu < 8; cpu++) {
            if (cpu != f.waker.cpu && random.nextInt(4) > 0) {
                f.busy(cpu);
            }
        }
        if (random.nextInt(6) == 0) {
            f.flags = random.nextBoolean() ? WakeFlags.WF_FORK : WakeFlags.WF_EXEC;
        } else if (random.nextBoolean()) {
            f.sync();
        }
        if (random.nextInt(5) == 0) {
            f.waker.wakeeFlips = 100;
            f.wakee.wakeeFlips = 10;
        }
        f.idleCores(random.nextBoolean()).idleScan(random.nextInt(9));
        return f;
    }
}
