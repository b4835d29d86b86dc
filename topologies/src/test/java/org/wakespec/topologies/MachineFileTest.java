// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;

class MachineFileTest {

    private static Machine machine(String yaml) {
        return MachineFile.parse(yaml, "box", "box.yaml").machine();
    }

    @Test
    void hardware_facts_go_through_the_architectures_rules() {
        Machine machine = machine("""
                cpus: 8
                architecture: arm64
                hardware:
                  cluster: 0-7/2
                """);

        assertThat(machine.coregroupMask(4)).hasToString("4-5");
        assertThat(machine.clusterMask(4)).hasToString("4");
    }

    @Test
    void irregular_hardware_can_be_spelled_out() {
        Machine machine = machine("""
                cpus: 7
                hardware:
                  core: ["0,4", "1,5", "2", "3", "6"]
                  llc: ["0-1,4-5", "2-3,6"]
                """);

        assertThat(machine.summary()).isEqualTo("7 CPUs, 5 cores, 2 LLCs, 1 package, 1 node");
    }

    @Test
    void isolation_partitions_and_ranks_are_read() {
        Machine machine = machine("""
                shape: {cores_per_socket: 16}
                isolated: "15"
                offline: 14
                partitions:
                  - {name: rt, cpus: 4-5}
                  - {cpus: 6-7, state: isolated}
                asym_packing: {"0-7": 10, "8-15": 5}
                """);
        SchedTopology topology = DomainBuilder.build(machine);

        assertThat(topology.rootDomains()).hasToString("[0-3,8-13, 4-5]");
        assertThat(topology.sd[6]).isNull();
        assertThat(topology.sdAsymPacking[0]).isNotNull();
        assertThat(machine.partitions().get(1).name()).isEqualTo("partition1");
    }

    @Test
    void costs_and_idle_states_are_kept_with_their_lines() {
        MachineDescription description = MachineFile.parse("""
                shape: {cores_per_socket: 2}
                costs:
                  context_switch: 400
                  ratio: 0.68
                idle_states:
                  - {name: C1, exit_latency: 1000}
                """, "box", "box.yaml");

        YamlValue costs = description.costs().orElseThrow();
        assertThat(costs.asMap().get("context_switch").asInt(0, 1000)).isEqualTo(400);
        assertThat(costs.asMap().get("ratio").asDouble()).isEqualTo(0.68);
        assertThat(costs.asMap().get("ratio").line()).isEqualTo(4);
        assertThat(costs.asMap().get("ratio").error("too small")).hasMessage("box.yaml:4: too small");
        assertThat(description.idleStates().orElseThrow().asList()).hasSize(1);
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                Arguments.of("", "box.yaml:1: the file is empty"),
                Arguments.of("shape: [", "box.yaml:1: not valid YAML: "),
                Arguments.of("a: b: c", "box.yaml:1: not valid YAML: mapping values are not allowed here"),
                Arguments.of("- 1", "box.yaml:1: expected keys with values here, found a list"),
                Arguments.of("shape: 4", "box.yaml:1: expected keys with values here, found '4'"),
                Arguments.of(
                        "description: x",
                        "box.yaml:1: the hardware is missing; expected one of shape, hardware, masks"),
                Arguments.of(
                        "cpus: 2\nshape: {cores_per_socket: 2}\nmasks: {smt: 0-1}",
                        "box.yaml:1: the hardware is stated twice, by shape and masks"),
                Arguments.of(
                        "shape:\n  cores_per_socket: 2\n  core_per_llc: 2",
                        "box.yaml:3: unknown key 'core_per_llc'; did you mean 'cores_per_llc'"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nxyzzy: 1",
                        "box.yaml:2: unknown key 'xyzzy'; expected one of aliases"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nshape: {}",
                        "box.yaml:2: the key 'shape' was already given in line 1"),
                Arguments.of(
                        "shape: {cores_per_socket: two}",
                        "box.yaml:1: expected a whole number from 1 to 4096, found 'two'"),
                Arguments.of("shape: {cores_per_socket: 0}", "box.yaml:1: expected a number from 1 to 4096, found 0"),
                Arguments.of("shape: {sockets: 2}", "box.yaml:1: expected either cores_per_socket or cores_per_node"),
                Arguments.of(
                        "shape:\n  nodes_per_socket: 3\n  cores_per_socket: 8",
                        "box.yaml:3: the 8 cores of a socket do not divide into 3 nodes"),
                Arguments.of(
                        "shape:\n  cores_per_socket: 8\n  cores_per_llc: 3",
                        "box.yaml:3: machine 'box': the 8 cores of a node do not divide into LLCs of 3; expected "
                                + "a divisor of 8"),
                Arguments.of(
                        "shape:\n  cores_per_socket: 8\n  siblings: near",
                        "box.yaml:3: siblings 'near': expected spread"),
                Arguments.of(
                        "shape: {sockets: 4096, cores_per_socket: 2}",
                        "box.yaml:1: machine 'box': a machine has 1 to 4096 CPUs, not 8192"),
                Arguments.of("cpus: 3\nshape: {cores_per_socket: 2}", "box.yaml:1: cpus says 3, the shape has 2"),
                Arguments.of(
                        "cpus: 5000\nmasks: {smt: 0-1}", "box.yaml:1: expected a number from 1 to 4096, found 5000"),
                Arguments.of("masks: {smt: 0-1}", "box.yaml:1: the key 'cpus' is missing; expected the number of CPUs"),
                Arguments.of(
                        "cpus: 4\nmasks:\n  smt: [0-1, 1-3]",
                        "box.yaml:3: machine 'box': CPU 1 is in two cores: 0-1 and 1-3; the masks of a level "
                                + "must be equal or disjoint"),
                Arguments.of(
                        "cpus: 4\nmasks:\n  smt: [0-1]",
                        "box.yaml:3: machine 'box': CPU 2 is in no core; every CPU 0-3 needs one"),
                Arguments.of(
                        "cpus: 4\nmasks:\n  node: [0-3, \"\"]",
                        "box.yaml:3: machine 'box': node 1 has no CPU; every node needs at least one"),
                Arguments.of(
                        "cpus: 4\nmasks:\n  node: [0-1]\n",
                        "box.yaml:3: machine 'box': CPU 2 is in no node; every CPU 0-3 needs one"),
                Arguments.of(
                        "cpus: 4\nmasks:\n  smt: 0-3/3",
                        "box.yaml:3: group pattern '0-3/3': the 4 CPUs do not divide into runs of 3"),
                Arguments.of("cpus: 4\nmasks:\n  smt: 0-3/x", "box.yaml:3: group pattern '0-3/x': 'x' is not a number"),
                Arguments.of(
                        "cpus: 4\nmasks:\n  smt: 0-4",
                        "box.yaml:3: CPU list '0-4': there is no CPU 4, the machine has CPUs 0-3"),
                Arguments.of(
                        "cpus: 8\nmasks:\n  cluster: 0-7/4\n  coregroup: 0-7/2",
                        "box.yaml:4: machine 'box': the cluster 0-3 crosses LLCs: CPU 0 is in LLC 0-1, CPU 2 in "
                                + "2-3; a cluster must lie inside one LLC"),
                Arguments.of(
                        "cpus: 8\nmasks:\n  coregroup: 0-7\n  package: 0-7/4",
                        "box.yaml:3: machine 'box': the LLC 0-7 crosses packages: CPU 0 is in package 0-3, CPU 4 "
                                + "in 4-7"),
                Arguments.of(
                        "cpus: 8\nhardware:\n  llc: 0-7\n  package: 0-7/4",
                        "box.yaml:3: the last-level cache 0-7 crosses packages"),
                Arguments.of("cpus: 8\nhardware:\n  core: [0-1, 1-2]", "box.yaml:3: CPU 1 is in two groups of 'core'"),
                Arguments.of(
                        "cpus: 8\nhardware:\n  node: [0-3]",
                        "box.yaml:3: CPU 4 is in no group of 'node'; every CPU 0-7 needs one"),
                Arguments.of(
                        "shape: {sockets: 2, cores_per_socket: 2}\nnode_distance: [[10, 20]]",
                        "box.yaml:2: machine 'box': the distance matrix has 1 rows, the machine has 2 nodes"),
                Arguments.of(
                        "shape: {sockets: 2, cores_per_socket: 2}\nnode_distance: [[10, 20], [20]]",
                        "box.yaml:2: machine 'box': the distance matrix is not square: row 1 has 1 entries, "
                                + "expected 2"),
                Arguments.of(
                        "shape: {sockets: 2, cores_per_socket: 2}\nnode_distance: [[10, 256], [256, 10]]",
                        "box.yaml:2: machine 'box': the distance from node 0 to node 1 is 256; distances are 10 "
                                + "to 255"),
                Arguments.of(
                        "shape: {sockets: 2, cores_per_socket: 2}\nnode_distance: [[10, 9], [9, 10]]",
                        "box.yaml:2: machine 'box': the distance from node 0 to node 1 is 9; distances are 10 to 255"),
                Arguments.of(
                        "shape: {sockets: 2, cores_per_socket: 2}\nnode_distance: [[20, 15], [15, 20]]",
                        "box.yaml:2: machine 'box': the distance from node 0 to node 0 is 20; the distance of a "
                                + "node to itself is 10"),
                Arguments.of(
                        "shape: {sockets: 2, cores_per_socket: 2}\nnode_distance: [[10, 20], [30, 10]]",
                        "box.yaml:2: machine 'box': the distance from node 0 to node 1 is 20 but the way back is 30"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\ncpu_capacity: {\"0\": 2000}",
                        "box.yaml:2: expected a number from 1 to 1024, found 2000"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\ncpu_capacity: {\"0-1\": 500}",
                        "box.yaml:2: machine 'box': the biggest capacity is 500"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\ncpu_capacity: {\"2\": 500}",
                        "box.yaml:2: CPU list '2': there is no CPU 2, the machine has CPUs 0-1"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nisolated: \"0-1\"",
                        "box.yaml:2: machine 'box': all CPUs are isolated"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\noffline: \"7\"",
                        "box.yaml:2: CPU list '7': there is no CPU 7, the machine has CPUs 0-1"),
                Arguments.of(
                        "shape: {cores_per_socket: 4}\nisolated: 3\npartitions: [{cpus: 2-3}]",
                        "box.yaml:3: machine 'box': partition 'partition0' (2-3) holds CPUs isolated at boot (3)"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nlevels: [SMT, FOO]",
                        "box.yaml:2: machine 'box': level 'FOO' is unknown"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nlevels: [PKG, MC]",
                        "box.yaml:2: machine 'box': level MC is out of order"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nforced_flags: [SD_FOO]",
                        "box.yaml:2: unknown domain flag 'SD_FOO'"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\narchitecture: vax",
                        "box.yaml:2: architecture 'vax' is unknown; expected x86 or arm64"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nasym_packing: {\"0\": 1}",
                        "box.yaml:2: only CPUs 0 have a rank"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\nenergy_model: {}",
                        "box.yaml:2: 'energy_model': energy-aware placement is not modelled; remove the key"),
                Arguments.of(
                        "shape: {cores_per_socket: 2}\ncosts: 5",
                        "box.yaml:2: expected keys with values here, found '5'"),
                Arguments.of("shape: &a {cores_per_socket: 2}\ncosts: &b {x: *b}", "box.yaml:2: "));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void what_is_wrong_is_said_with_file_and_line(String yaml, String message) {
        assertThatThrownBy(() -> machine(yaml))
                .isInstanceOf(MachineFileException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void a_file_is_called_like_its_machine(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("my-box.yaml");
        Files.writeString(file, "shape: {cores_per_socket: 2}\naliases: [mine]\n");

        MachineDescription description = MachineFile.read(file);

        assertThat(description.name()).isEqualTo("my-box");
        assertThat(description.aliases()).isEqualTo(List.of("mine"));
        assertThat(description.origin()).isEqualTo(file.toString());
    }

    @Test
    void bytes_that_are_no_text_are_refused(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("box.yaml");
        Files.write(file, new byte[] {'a', ':', ' ', (byte) 0xff, (byte) 0xfe});

        assertThatThrownBy(() -> MachineFile.read(file))
                .isInstanceOf(MachineFileException.class)
                .hasMessage(file + ":1: not UTF-8 text");
    }
}
