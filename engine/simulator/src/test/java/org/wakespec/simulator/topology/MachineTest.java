// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class MachineTest {

    private static CpuMask cpus(String list) {
        return CpuMask.parse(8, list);
    }

    private static List<CpuMask> groups(String... lists) {
        return Stream.of(lists).map(MachineTest::cpus).toList();
    }

    @Test
    void what_is_not_said_is_plain() {
        Machine machine = Machine.builder("plain", 8).build();

        assertThat(machine.summary()).isEqualTo("8 CPUs, 1 LLC, 1 package, 1 node");
        assertThat(machine.smtMask(3)).hasToString("3");
        assertThat(machine.coregroupMask(3)).hasToString("0-7");
        assertThat(machine.nodeDistance(0, 0)).isEqualTo(10);
        assertThat(machine.nodeReclaimDistance()).isEqualTo(30);
        assertThat(machine.asymPriority(3)).isLessThan(machine.asymPriority(2));
    }

    @Test
    void a_copy_can_be_changed_without_the_original() {
        Machine machine = Machine.builder("plain", 8)
                .nodes(groups("0-3", "4-7"))
                .capacity(cpus("0-3"), 446)
                .build();

        Machine changed = machine.toBuilder()
                .name("changed")
                .isolated(cpus("3"))
                .capacity(0, 500)
                .build();

        assertThat(machine.isolated()).hasToString("");
        assertThat(machine.capacity(0)).isEqualTo(446);
        assertThat(changed.capacity(0)).isEqualTo(500);
        assertThat(changed.capacity(1)).isEqualTo(446);
        assertThat(changed.nodeDistance(0, 1)).isEqualTo(20);
        assertThat(changed).hasToString("changed");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 4097})
    void a_machine_has_one_to_4096_cpus(int nrCpus) {
        assertThatThrownBy(() -> Machine.builder("m", nrCpus))
                .isInstanceOf(InvalidMachineException.class)
                .hasMessage("machine 'm': a machine has 1 to 4096 CPUs, not " + nrCpus);
    }

    static Stream<Arguments> impossible() {
        return Stream.of(
                bad("smt", b -> b.smt(groups("0-1", "1-7")), "CPU 1 is in two cores: 0-1 and 1-7"),
                bad("smt", b -> b.smt(groups("0-6")), "CPU 7 is in no core"),
                bad("node", b -> b.nodes(groups("0-7", "")), "node 1 has no CPU"),
                bad("node", b -> b.nodes(groups("0-3")), "CPU 4 is in no node"),
                bad("package", b -> b.packages(groups("0-3", "3-7")), "CPU 3 is in two packages"),
                bad(
                        "smt",
                        b -> b.smt(List.of(CpuMask.all(4))),
                        "core 0 was written for a machine of 4 CPUs, this one has 8"),
                bad(
                        "cluster",
                        b -> b.smt(groups("0-1", "2-7")).cluster(groups("0-3", "4-7")),
                        "the core 2-7 crosses clusters: CPU 2 is in cluster 0-3, CPU 4 in 4-7"),
                bad(
                        "coregroup",
                        b -> b.packages(groups("0-3", "4-7")).coregroup(groups("0-7")),
                        "the LLC 0-7 crosses packages: CPU 0 is in package 0-3, CPU 4 in 4-7; "
                                + "a LLC must lie inside one package"),
                bad(
                        "coregroup",
                        b -> b.nodes(groups("0-3", "4-7")).coregroup(groups("0-7")),
                        "the LLC 0-7 crosses nodes"),
                bad(
                        "node_distance",
                        b -> b.nodeDistance(new int[][] {{10, 20}, {20, 10}}),
                        "has 2 rows, the machine has 1 nodes"),
                bad(
                        "node_distance",
                        b -> b.nodeDistance(new int[][] {{10, 20}}),
                        "not square: row 0 has 2 entries, expected 1"),
                bad("node_distance", b -> two(b, 9), "from node 0 to node 1 is 9; distances are 10 to 255"),
                bad("node_distance", b -> two(b, 256), "from node 0 to node 1 is 256; distances are 10 to 255"),
                bad("node_distance", b -> two(b, 10), "others are farther"),
                bad("node_distance", b -> b.nodeDistance(new int[][] {{11}}), "the distance of a node to itself is 10"),
                bad("node_reclaim_distance", b -> b.nodeReclaimDistance(0), "expected at least 1"),
                bad("capacity", b -> b.capacity(0, 0), "CPU 0 has capacity 0; capacities are 1 to 1024"),
                bad("capacity", b -> b.capacity(0, 1025), "CPU 0 has capacity 1025"),
                bad("capacity", b -> b.capacity(cpus("0-7"), 500), "at least one CPU has 1024"),
                bad("capacity", b -> b.capacity(8, 500), "there is no CPU 8, the machine has CPUs 0-7"),
                bad("levels", b -> b.levels(List.of()), "the topology table is empty"),
                bad("levels", b -> b.levels(List.of(TopologyLevel.MC, TopologyLevel.SMT)), "level SMT is out of order"),
                bad(
                        "levels",
                        b -> b.levelTable(List.of("XYZ")),
                        "level 'XYZ' is unknown, expected one of SMT, CLS, MC, PKG"),
                bad("levels", b -> b.levelTable(List.of("PKG (with SD_FOO)")), "unknown domain flag 'SD_FOO'"),
                bad(
                        "levels",
                        b -> b.levelTable(List.of("PKG (SD_FOO)")),
                        "expected a form like PKG (with SD_SHARE_LLC)"),
                bad("levels", b -> b.levelTable(List.of("SMT", "MC")), "the topmost level does not span the machine"),
                bad("levels", b -> b.nodes(groups("0-3", "4-7")).numaLevels(false), "its table lacks NODE and NUMA..."),
                bad("isolated", b -> b.isolated(cpus("0-7")), "all CPUs are isolated"),
                bad("isolated", b -> b.isolated(CpuMask.all(4)), "for a machine of 4 CPUs, this one has 8"),
                bad(
                        "offline",
                        b -> b.isolated(cpus("0-3")).offline(cpus("4-7")),
                        "every CPU that is not isolated is offline"),
                bad(
                        "partitions",
                        b -> b.partition(new CpusetPartition("p", cpus(""), false)),
                        "partition 'p' has no CPU"),
                bad(
                        "partitions",
                        b -> b.isolated(cpus("1")).partition(new CpusetPartition("p", cpus("0-1"), false)),
                        "holds CPUs isolated at boot (1)"),
                bad(
                        "partitions",
                        b -> b.offline(cpus("1")).partition(new CpusetPartition("p", cpus("1"), false)),
                        "partition 'p' (1) has no CPU that is online; offline are 1"),
                bad(
                        "partitions",
                        b -> b.partition(new CpusetPartition("p", cpus("1-2"), false))
                                .partition(new CpusetPartition("q", cpus("2-3"), false)),
                        "partition 'q' (2-3) holds CPUs of another partition; already taken are 1-2"),
                bad(
                        "partitions",
                        b -> b.partition(new CpusetPartition("p", cpus("0-7"), false)),
                        "the top cpuset must keep at least one"),
                bad("asym_packing", b -> b.asymPriority(new int[3]), "expected 8 ranks, one for each CPU, not 3"));
    }

    private static void two(Machine.Builder b, int distance) {
        b.nodes(groups("0-3", "4-7")).nodeDistance(new int[][] {{10, distance}, {distance, 10}});
    }

    private static Arguments bad(String part, Consumer<Machine.Builder> change, String message) {
        return Arguments.of(part, change, message);
    }

    @ParameterizedTest
    @MethodSource("impossible")
    void an_impossible_machine_is_refused(String part, Consumer<Machine.Builder> change, String message) {
        Machine.Builder builder = Machine.builder("m", 8);

        assertThatThrownBy(() -> {
                    change.accept(builder);
                    builder.build();
                })
                .isInstanceOf(InvalidMachineException.class)
                .hasMessageStartingWith("machine 'm': ")
                .hasMessageContaining(message)
                .extracting(e -> ((InvalidMachineException) e).part())
                .isEqualTo(part);
    }

    @Test
    void only_symmetric_distances_are_supported() {
        assertThatThrownBy(() -> Machine.builder("m", 8)
                        .nodes(groups("0-3", "4-7"))
                        .nodeDistance(new int[][] {{10, 20}, {30, 10}})
                        .build())
                .hasMessage("machine 'm': the distance from node 0 to node 1 is 20 but the way back is 30; "
                        + "only symmetric matrices are supported");
    }
}
