// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/** Machines worked out by hand for kernel 7.2, where no recorded or generated tree says it. */
class WorkedExamplesTest {

    /** Sockets of nodes of cores; thread t of core c is CPU t*cores + c. */
    private static Machine.Builder machine(
            Architecture architecture, int sockets, int nodes, int cores, int threads, int llcCores, int clusterCores) {
        int total = sockets * nodes * cores;
        HardwareFacts facts = new HardwareFacts(architecture, total * threads);
        for (int core = 0; core < total; core++) {
            for (int thread = 0; thread < threads; thread++) {
                int cpu = thread * total + core;
                facts.core(cpu, core)
                        .packageId(cpu, core / (nodes * cores))
                        .node(cpu, core / cores)
                        .llc(cpu, core / llcCores);
                if (clusterCores > 0) {
                    facts.l2(cpu, core / clusterCores).cluster(cpu, core / clusterCores);
                }
            }
        }
        Machine.Builder builder = Machine.builder("example", total * threads);
        facts.applyTo(builder);
        return builder;
    }

    private static Machine.Builder bigLittle(int llcCores, int clusterCores) {
        return machine(Architecture.ARM64, 1, 1, 8, 1, llcCores, clusterCores).capacity(CpuMask.range(8, 0, 3), 446);
    }

    private static List<String> ring(SchedDomain sd) {
        List<String> spans = new ArrayList<>();
        SchedGroup group = sd.groups;
        do {
            spans.add(group.span.toString());
            group = group.next;
        } while (group != sd.groups);
        return spans;
    }

    private static SchedDomain domain(SchedTopology topology, int cpu, String name) {
        return topology.domains(cpu).stream()
                .filter(sd -> sd.name.equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_ring_starts_at_the_own_group_and_wraps() {
        SchedTopology t = DomainBuilder.build(machine(Architecture.X86, 2, 1, 64, 2, 8, 0)
                .nodeDistance(new int[][] {{10, 32}, {32, 10}})
                .nodeReclaimDistance(32)
                .build());

        assertThat(ring(domain(t, 130, "MC")))
                .containsExactly("2,130", "3,131", "4,132", "5,133", "6,134", "7,135", "0,128", "1,129");
        assertThat(domain(t, 0, "NUMA").has(SdFlag.SD_WAKE_AFFINE)).isTrue();
        assertThat(domain(t, 0, "SMT").imbalancePct).isEqualTo(110);
        assertThat(domain(t, 0, "MC").groups.cores).isEqualTo(1);
        assertThat(domain(t, 0, "PKG").groups.cores).isEqualTo(8);
        assertThat(t.smtActive).isTrue();
        assertThat(t.cachePresent).isTrue();
    }

    @Test
    void beyond_the_reclaim_distance_only_newidle_stays() {
        SchedTopology t = DomainBuilder.build(machine(Architecture.X86, 2, 1, 4, 1, 4, 0)
                .nodeDistance(new int[][] {{10, 32}, {32, 10}})
                .build());

        assertThat(SdFlag.names(domain(t, 0, "NUMA").flags))
                .containsExactly("SD_BALANCE_NEWIDLE", "SD_SERIALIZE", "SD_NUMA");
    }

    @Test
    void preferred_cores_put_asym_packing_above_smt() {
        int[] ranks = new int[32];
        ranks[5] = 9;
        SchedTopology t = DomainBuilder.build(
                machine(Architecture.X86, 1, 1, 16, 2, 8, 0).asymPriority(ranks).build());

        assertThat(domain(t, 0, "SMT").has(SdFlag.SD_ASYM_PACKING)).isFalse();
        assertThat(domain(t, 0, "MC").has(SdFlag.SD_ASYM_PACKING)).isTrue();
        assertThat(t.sdAsymPacking[0]).isSameAs(domain(t, 0, "PKG"));
        assertThat(t.sdAsymPacking[0].groups.asymPreferCpu).isEqualTo(5);
        assertThat(t.sdAsymPacking[0].groups.next.asymPreferCpu).isEqualTo(8);
        assertThat(domain(t, 0, "PKG").imbNumaNr).isEqualTo(2);
    }

    @Test
    void sub_numa_nodes_overlap_where_the_distances_differ() {
        SchedTopology t = DomainBuilder.build(machine(Architecture.X86, 1, 3, 96, 1, 288, 4)
                .nodeDistance(new int[][] {{10, 15, 17}, {15, 10, 15}, {17, 15, 10}})
                .build());

        assertThat(ring(t.sdNuma[0])).containsExactly("0-95", "96-191");
        assertThat(ring(t.sdNuma[0].parent)).containsExactly("0-191", "96-287");
        assertThat(ring(t.sdNuma[100])).containsExactly("96-191", "192-287", "0-95");
        assertThat(t.sdNuma[100].parent).isNull();
        assertThat(ring(t.sdNuma[200])).containsExactly("192-287", "96-191");
        assertThat(ring(t.sdNuma[200].parent)).containsExactly("96-287", "0-191");
        assertThat(domain(t, 0, "MC").groups.flags & SdFlag.SD_CLUSTER).isNotZero();
        assertThat(t.sdShareId[7]).isEqualTo(4);
        assertThat(t.clusterActive).isTrue();
    }

    @Test
    void a_uniform_table_makes_one_numa_level() {
        SchedTopology t = DomainBuilder.build(machine(Architecture.X86, 1, 3, 96, 1, 288, 4)
                .nodeDistance(new int[][] {{10, 12, 12}, {12, 10, 12}, {12, 12, 10}})
                .build());

        assertThat(t.domains(100)).hasToString("[CLS 100-103, MC 96-191, NUMA 0-287]");
        assertThat(ring(t.sdNuma[100])).containsExactly("96-191", "192-287", "0-95");
        assertThat(t.sdNuma[100].imbNumaNr).isEqualTo(12);
    }

    @Test
    void one_domain_is_llc_and_asymmetric_at_once() {
        SchedTopology t = DomainBuilder.build(bigLittle(8, 0).build());

        assertThat(t.domains(0)).hasToString("[MC 0-7]");
        assertThat(t.sdLlc[0]).isSameAs(t.sdAsymCpucapacity[0]);
        assertThat(t.sdBalanceShared[0]).isSameAs(t.sdLlcShared[0]);
        assertThat(t.sdLlcShared[0].cpu).isEqualTo(1);
        assertThat(t.asymCpucapActive).isTrue();
        assertThat(t.sharedOwners()).hasSize(1);
    }

    @Test
    void clusters_below_an_asymmetric_domain_lose_prefer_sibling() {
        SchedTopology t = DomainBuilder.build(bigLittle(8, 4).build());

        assertThat(SdFlag.names(domain(t, 0, "CLS").flags))
                .containsExactly(
                        "SD_BALANCE_NEWIDLE",
                        "SD_BALANCE_EXEC",
                        "SD_BALANCE_FORK",
                        "SD_WAKE_AFFINE",
                        "SD_CLUSTER",
                        "SD_SHARE_LLC");
        assertThat(domain(t, 0, "MC").has(SdFlag.SD_PREFER_SIBLING)).isTrue();
        assertThat(new int[] {t.sdShareId[0], t.sdShareId[7]}).containsExactly(0, 4);
        assertThat(t.clusterActive).isTrue();

        SchedTopology later = DomainBuilder.build(bigLittle(8, 4).build(), TopologyRules.LINUX_7_3);
        assertThat(domain(later, 0, "CLS").has(SdFlag.SD_PREFER_SIBLING)).isTrue();
    }

    @Test
    void asymmetry_above_the_llc_has_its_own_shared_object() {
        SchedTopology t = DomainBuilder.build(bigLittle(4, 0).build());

        assertThat(t.domains(5)).hasToString("[MC 4-7, PKG 0-7]");
        assertThat(domain(t, 0, "MC").has(SdFlag.SD_PREFER_SIBLING)).isFalse();
        assertThat(domain(t, 0, "PKG").imbNumaNr).isEqualTo(2);
        assertThat(t.sdBalanceShared[0]).isSameAs(domain(t, 0, "PKG").shared).isSameAs(t.sdBalanceShared[7]);
        assertThat(t.sdLlcShared[0]).isNotSameAs(t.sdBalanceShared[0]).isNotSameAs(t.sdLlcShared[4]);
        assertThat(t.sdBalanceShared[0].nrBusyCpus).isEqualTo(8);
        assertThat(t.sharedOwners()).hasSize(3);
    }

    @Test
    void a_partition_of_one_kind_is_symmetric_and_turns_the_key_off() {
        SchedTopology t = DomainBuilder.build(bigLittle(8, 0)
                .partition(new CpusetPartition("big", CpuMask.range(8, 4, 7), false))
                .build());

        assertThat(t.domains(0)).hasToString("[MC 0-3]");
        assertThat(t.domains(5)).hasToString("[MC 4-7]");
        assertThat(t.sd[5].has(SdFlag.SD_ASYM_CPUCAPACITY)).isFalse();
        assertThat(t.asymCpucapActive).isFalse();
        assertThat(t.cpusShareCache(0, 7))
                .as("the hardware cache does not know of partitions")
                .isTrue();
    }

    @Test
    void one_llc_for_each_socket_allows_an_eighth_of_it() {
        SchedTopology t = DomainBuilder.build(machine(Architecture.X86, 2, 1, 32, 2, 32, 0)
                .nodeDistance(new int[][] {{10, 21}, {21, 10}})
                .build());

        assertThat(t.domains(0)).hasToString("[SMT 0,64, MC 0-31,64-95, NUMA 0-127]");
        assertThat(t.sdNuma[0].imbNumaNr).isEqualTo(8);
        assertThat(SdFlag.names(t.sdNuma[0].groups.flags)).contains("SD_SHARE_LLC", "SD_PREFER_SIBLING");
        assertThat(SdFlag.names(t.sdNuma[0].groups.next.flags))
                .contains("SD_PREFER_SIBLING")
                .doesNotContain("SD_SHARE_LLC");
    }
}
