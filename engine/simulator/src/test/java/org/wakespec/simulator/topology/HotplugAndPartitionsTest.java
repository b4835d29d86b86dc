// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/** What isolation, cpusets and unplugging leave behind. */
class HotplugAndPartitionsTest {

    private static Machine.Builder twoLlcs() {
        return Machine.builder("two-llc-8", 8).coregroup(List.of(CpuMask.range(8, 0, 3), CpuMask.range(8, 4, 7)));
    }

    private static CpuMask cpus(String list) {
        return CpuMask.parse(8, list);
    }

    @Test
    void a_cpu_isolated_at_boot_never_got_anything() {
        SchedTopology t = DomainBuilder.build(twoLlcs().isolated(cpus("5,7")).build());

        assertThat(t.sd[5]).isNull();
        assertThat(List.of(t.sdLlcId[5], t.sdLlcSize[5], t.sdShareId[5])).containsExactly(-1, 0, 0);
        assertThat(t.cpusShareCache(5, 7)).as("two CPUs without a number").isTrue();
        assertThat(t.domains(4)).hasToString("[MC 4,6, PKG 0-4,6]");
        assertThat(t.active.test(5)).isTrue();
        assertThat(t.rootDomains()).hasToString("[0-4,6]");
        assertThat(DomainBuilder.build(t.machine, TopologyRules.LINUX_6_12).sdLlcId[5])
                .isZero();
    }

    @Test
    void an_unplugged_cpu_gives_its_number_up() {
        SchedTopology t = DomainBuilder.build(twoLlcs().offline(cpus("2,4-7")).build());

        assertThat(t.sd[4]).isNull();
        assertThat(List.of(t.sdLlcId[4], t.sdLlcSize[4], t.sdShareId[4])).containsExactly(-1, 1, 4);
        assertThat(t.sdLlcId[1]).isZero();
        assertThat(t.domains(1)).hasToString("[MC 0-1,3]");
        assertThat(t.active).hasToString("0-1,3");
        assertThat(t.cachePresent).isFalse();
    }

    @Test
    void before_7_2_the_number_of_an_unplugged_cpu_is_its_own() {
        SchedTopology t = DomainBuilder.build(twoLlcs().offline(cpus("4,6")).build(), TopologyRules.LINUX_6_12);

        assertThat(List.of(t.sdLlcId[4], t.sdLlcId[5], t.sdLlcId[6], t.sdLlcId[7]))
                .containsExactly(4, 5, 6, 5);
    }

    @Test
    void unplugging_siblings_ends_smt() {
        HardwareFacts facts = new HardwareFacts(Architecture.X86, 8);
        for (int cpu = 0; cpu < 8; cpu++) {
            facts.core(cpu, cpu % 4).llc(cpu, 0);
        }
        Machine.Builder builder = Machine.builder("smt", 8);
        facts.applyTo(builder);

        SchedTopology some = DomainBuilder.build(builder.offline(cpus("5-7")).build());
        SchedTopology all = DomainBuilder.build(builder.offline(cpus("4-7")).build());

        assertThat(some.smtActive).isTrue();
        assertThat(some.smtMask[0]).hasToString("0,4");
        assertThat(some.smtMask[1]).hasToString("1");
        assertThat(some.smtMask[5]).hasToString("5");
        assertThat(some.domains(1)).hasToString("[MC 0-4]");
        assertThat(some.sd[1].groups.groupWeight).isEqualTo(1);
        assertThat(all.smtActive).isFalse();
        assertThat(all.machine.smtMask(0))
                .as("the machine itself does not change")
                .hasToString("0,4");
    }

    @Test
    void a_node_without_online_cpus_makes_no_level() {
        Machine machine = Machine.builder("three nodes", 6)
                .nodes(List.of(CpuMask.range(6, 0, 1), CpuMask.range(6, 2, 3), CpuMask.range(6, 4, 5)))
                .nodeDistance(new int[][] {{10, 20, 30}, {20, 10, 20}, {30, 20, 10}})
                .offline(CpuMask.range(6, 4, 5))
                .build();

        SchedTopology t = DomainBuilder.build(machine);

        assertThat(t.domains(0)).hasToString("[MC 0-1, NUMA 0-3]");
        assertThat(t.nodeMask[2].isEmpty()).isTrue();
    }

    @Test
    void a_root_partition_is_a_world_of_its_own() {
        SchedTopology t = DomainBuilder.build(twoLlcs()
                .partition(new CpusetPartition("rt", cpus("2-5"), false))
                .build());

        assertThat(t.rootDomains()).hasToString("[0-1,6-7, 2-5]");
        assertThat(t.domains(3)).hasToString("[MC 2-3, PKG 2-5]");
        assertThat(t.domains(0)).hasToString("[MC 0-1, PKG 0-1,6-7]");
        assertThat(List.of(t.sdLlcId[0], t.sdLlcId[2], t.sdLlcId[4])).containsExactly(0, 0, 1);
        assertThat(t.sdLlcShared[0]).isNotSameAs(t.sdLlcShared[2]);
        SchedTopology old = DomainBuilder.build(t.machine, TopologyRules.LINUX_6_18);
        assertThat(List.of(old.sdLlcId[0], old.sdLlcId[2], old.sdLlcId[4])).containsExactly(0, 2, 4);
    }

    @Test
    void an_isolated_partition_detaches_its_cpus() {
        SchedTopology t = DomainBuilder.build(twoLlcs()
                .partition(new CpusetPartition("quiet", cpus("2-3"), true))
                .build());

        assertThat(t.sd[2]).isNull();
        assertThat(List.of(t.sdLlcId[2], t.sdLlcSize[2], t.sdShareId[2])).containsExactly(0, 1, 2);
        assertThat(t.rootDomains()).hasToString("[0-1,4-7]");
    }

    /** Kernel 7.2: any destroyed root domain lowers the cluster key, also one that never raised it. */
    @Test
    void the_cluster_key_leaks_as_in_the_kernel() {
        List<CpuMask> clusters = List.of(cpus("0-1"), cpus("2-3"), cpus("4"), cpus("5"), cpus("6"), cpus("7"));
        CpusetPartition plain = new CpusetPartition("plain", cpus("4-7"), false);
        Machine.Builder builder =
                Machine.builder("clusters", 8).cluster(clusters).partition(plain);

        assertThat(DomainBuilder.build(builder.build()).clusterActive).isTrue();

        // The partition loses a CPU, so it is destroyed and rebuilt, and the key goes down though the clusters are
        // still there.
        SchedTopology t = DomainBuilder.build(builder.offline(cpus("7")).build());
        assertThat(t.domains(0)).hasToString("[CLS 0-1, MC 0-3]");
        assertThat(t.clusterActive).isFalse();
    }

    @Test
    void no_cluster_key_before_the_flag_existed() {
        Machine machine = Machine.builder("clusters", 8)
                .cluster(List.of(CpuMask.range(8, 0, 3), CpuMask.range(8, 4, 7)))
                .build();

        assertThat(DomainBuilder.build(machine, TopologyRules.LINUX_6_12).clusterActive)
                .isTrue();
        assertThat(DomainBuilder.build(machine, TopologyRules.LINUX_6_1).clusterActive)
                .isFalse();
        assertThat(DomainBuilder.build(machine, TopologyRules.LINUX_6_1).domains(0))
                .hasToString("[CLS 0-3, MC 0-7]");
    }
}
