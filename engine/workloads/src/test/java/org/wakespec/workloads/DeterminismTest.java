// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.S;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.record.EventHash;

class DeterminismTest {

    private static long hash(long seed) {
        EventHash hash = new EventHash();
        Simulation sim =
                Sims.arm(Sims.machine("altra-80")).seed(seed).observer(hash).build();
        new PerfPipe().loops(2_000).run(sim, S);
        assertThat(hash.events()).isGreaterThanOrEqualTo(sim.counters().events());
        return hash.value();
    }

    @Test
    void equalSeedsGiveEqualEventsAndOthersDoNot() {
        long first = hash(1);
        assertThat(hash(1)).isEqualTo(first);
        assertThat(hash(2)).isNotEqualTo(first);
    }

    @Test
    void twentyWorkloadsGiveTheStoredEventsAloneAndSideBySide() {
        DeterminismCheck check = new DeterminismCheck(Sims::machine, () -> Sims.policy("linux-7.2"));
        assertThat(check.names()).hasSize(20).doesNotHaveDuplicates();
        assertThat(check.check(1, 2)).allSatisfy(outcome -> {
            assertThat(outcome.hashes()).hasSize(2);
            assertThat(outcome.equal()).as(outcome.toString()).isTrue();
        });
    }

    @Test
    void anObserverChangesNothing() {
        Simulation observed =
                Sims.arm(Sims.machine("altra-80")).observer(new EventHash()).build();
        Simulation alone = Sims.arm(Sims.machine("altra-80")).monitored(false).build();
        PerfPipe first = new PerfPipe().loops(2_000);
        first.run(observed, S);
        PerfPipe second = new PerfPipe().loops(2_000);
        second.run(alone, S);
        assertThat(second.totalNs()).isEqualTo(first.totalNs());
        assertThat(alone.counters().events()).isEqualTo(observed.counters().events());
    }
}
