// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/** The masks the architectures make of what firmware says. */
class HardwareFactsTest {

    private static Machine machine(HardwareFacts facts, int n) {
        Machine.Builder builder = Machine.builder("test", n);
        facts.applyTo(builder);
        return builder.build();
    }

    private static String levels(Machine machine) {
        return machine.levels().stream().map(TopologyLevel::name).toList().toString();
    }

    @Test
    void arm64_widens_a_one_cpu_cache_to_the_cluster() {
        HardwareFacts facts = new HardwareFacts(Architecture.ARM64, 8);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.cluster(cpu, cpu / 2);
        }
        Machine machine = machine(facts, 8);

        assertThat(machine.coregroupMask(3)).hasToString("2-3");
        assertThat(machine.clusterMask(3)).hasToString("3");
        assertThat(levels(machine)).isEqualTo("[SMT, CLS, MC, PKG]");
    }

    @Test
    void without_cluster_scheduling_the_cache_stays_one_cpu() {
        HardwareFacts facts = new HardwareFacts(Architecture.ARM64, 8).clusterScheduling(false);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.cluster(cpu, cpu / 2).llc(cpu, cpu);
        }
        Machine machine = machine(facts, 8);

        assertThat(machine.coregroupMask(3)).hasToString("3");
        assertThat(levels(machine)).isEqualTo("[SMT, MC, PKG]");
    }

    @Test
    void arm64_keeps_clusters_smaller_than_the_cache() {
        HardwareFacts facts = new HardwareFacts(Architecture.ARM64, 8);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.cluster(cpu, cpu / 4).llc(cpu, 0);
        }
        Machine machine = machine(facts, 8);

        assertThat(machine.coregroupMask(3)).hasToString("0-7");
        assertThat(machine.clusterMask(3)).hasToString("0-3");
    }

    @Test
    void arm64_does_not_take_a_cache_larger_than_the_node() {
        HardwareFacts facts = new HardwareFacts(Architecture.ARM64, 8);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.llc(cpu, 0).node(cpu, cpu / 4);
        }
        assertThat(machine(facts, 8).coregroupMask(5)).hasToString("4-7");
    }

    @Test
    void x86_cuts_the_cache_at_the_node_and_drops_the_package_level() {
        HardwareFacts facts = new HardwareFacts(Architecture.X86, 12);
        for (int cpu = 0; cpu < 12; cpu++) {
            facts.llc(cpu, 0).node(cpu, cpu / 4).l2(cpu, cpu / 2);
        }
        Machine machine = machine(facts, 12);

        assertThat(machine.coregroupMask(5)).hasToString("4-7");
        assertThat(machine.clusterMask(5)).hasToString("4-5");
        assertThat(levels(machine)).isEqualTo("[CLS, MC]");
    }

    @Test
    void x86_keeps_the_smt_level_only_with_threads() {
        HardwareFacts facts = new HardwareFacts(Architecture.X86, 8);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.core(cpu, cpu % 4).llc(cpu, 0);
        }
        Machine machine = machine(facts, 8);

        assertThat(levels(machine)).isEqualTo("[SMT, CLS, MC, PKG]");
        assertThat(machine.smtMask(1)).hasToString("1,5");
        assertThat(machine.clusterMask(1)).hasToString("1,5");
    }

    @Test
    void x86_refuses_a_cache_across_packages() {
        HardwareFacts facts = new HardwareFacts(Architecture.X86, 8);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.llc(cpu, 0).packageId(cpu, cpu / 4);
        }
        assertThatThrownBy(() -> machine(facts, 8))
                .isInstanceOf(InvalidMachineException.class)
                .hasMessageStartingWith("the last-level cache 0-7 crosses packages: CPU 0 is in package 0-3");
    }

    @Test
    void nodes_are_numbered_without_gaps() {
        HardwareFacts facts = new HardwareFacts(Architecture.X86, 4);
        for (int cpu = 0; cpu < 4; cpu++) {
            facts.node(cpu, cpu / 2 * 2);
        }
        assertThatThrownBy(() -> machine(facts, 4)).hasMessageStartingWith("node 1 has no CPU");
    }
}
