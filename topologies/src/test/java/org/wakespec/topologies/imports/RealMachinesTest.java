// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

/** Real machines get the domains the kernel's rules give them, derived by hand from what they say. */
class RealMachinesTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // the node is the LLC; distances 10/16/25/32/33 seen from nodes 0 and 1
                "kunpeng-128.tar.gz |   0 | CLS 0-3 > MC 0-31 > NUMA 0-63 > NUMA 0-95 > NUMA 0-127",
                "kunpeng-128.tar.gz |  33 | CLS 32-35 > MC 32-63 > NUMA 0-63 > NUMA 0-95 > NUMA 0-127",
                // performance cores have an L2 each, efficient ones share one by fours
                "i7-1370p.tar.gz    |   0 | SMT 0-1 > MC 0-19",
                "i7-1370p.tar.gz    |  17 | CLS 16-19 > MC 0-19",
                // several nodes in a package: no PKG level
                "opteron-6276.tar.gz | 0  | SMT 0-1 > MC 0-7 > NUMA 0-23,32-39,48-55 > NUMA 0-63",
                // hwloc sees the module as two cores that share an L2
                "opteron-6276-v1.xml.gz | 0 | CLS 0-1 > MC 0-7 > NUMA 0-23,32-39,48-55 > NUMA 0-63",
                "xeon-mp-offline.tar.gz | 0  | SMT 0,8 > MC 0,4,8,12 > PKG 0-1,3-4,6-12,15",
                "xeon-mp-offline.tar.gz | 1  | SMT 1,9 > PKG 0-1,3-4,6-12,15",
                "xeon-mp-offline.tar.gz | 10 | MC 6,10 > PKG 0-1,3-4,6-12,15",
                "xeon-mp-offline.tar.gz | 13 | ''",
                "xeon-mp-offline-v1.xml.gz | 4 | SMT 4,12 > MC 0,4,8,12 > PKG 0-1,3-4,6-12,15",
                // a cluster as large as the LLC counts for nothing
                "gb10.tar.gz        |   0 | MC 0-9 > PKG 0-19",
                "gb10-v2.xml.gz     |  19 | MC 10-19 > PKG 0-19",
                "epyc-7451-e.txt    |   0 | SMT 0,48 > MC 0-2,48-50 > NODE 0-5,48-53 > NUMA 0-95",
                "epyc-7451.json     |  95 | SMT 47,95 > MC 45-47,93-95 > NODE 42-47,90-95 > NUMA 0-95",
                "own.json           |   1 | MC 0-1",
            })
    void get_these_domains(String file, int cpu, String tree) {
        assertThat(Imports.tree(Imports.topology(Imports.of(file)), cpu)).isEqualTo(tree);
    }

    @Test
    void capacities_make_the_top_domain_fully_asymmetric() {
        SchedTopology gb10 = Imports.topology(Imports.of("gb10.tar.gz"));

        assertThat(gb10.domains(0).get(0).flags & SdFlag.SD_ASYM_CPUCAPACITY).isNotZero();
        assertThat(gb10.domains(0).get(0).flags & SdFlag.SD_ASYM_CPUCAPACITY_FULL)
                .isZero();
        assertThat(gb10.domains(0).get(1).flags & SdFlag.SD_ASYM_CPUCAPACITY_FULL)
                .isNotZero();
        Machine machine = Imports.of("gb10-v2.xml.gz").description().machine();
        assertThat(List.of(machine.capacity(0), machine.capacity(5), machine.capacity(10), machine.capacity(19)))
                .containsExactly(718, 997, 731, 1024);
    }

    @ParameterizedTest
    @ValueSource(strings = {"own.json", "own-e.txt", "own-p.txt", "own-e.json", "own.xml", "own.tar.gz"})
    void a_machine_is_the_same_in_all_six_forms(String file) {
        String hardware = Imports.of(file).yaml().replaceFirst("(?s)^.*\ncpus:", "cpus:");

        assertThat(hardware).isEqualTo("""
                cpus: 2
                architecture: x86
                hardware:
                  core: ["0-1/1"]
                  l2: ["0-1/1"]
                  llc: ["0-1"]
                  package: ["0-1"]
                  node: ["0-1"]
                """);
    }

    @Test
    void what_is_not_told_is_said_in_the_file_too() {
        ImportedMachine epyc = Imports.of("epyc-7451-e.txt");

        assertThat(epyc.unknown())
                .containsExactly(
                        "isolated CPUs: none is assumed",
                        "the architecture: x86 is assumed (--architecture arm64 if it is not)",
                        "distances between nodes: 20 is assumed between any two",
                        "the processor's maker: node_reclaim_distance is 30, which is 32 on AMD Zen");
        assertThat(epyc.yaml()).contains("#   - distances between nodes: 20 is assumed between any two\n");
    }

    @Test
    void the_maker_decides_up_to_which_distance_tasks_are_forked_away() {
        assertThat(Imports.of("epyc-7451.json").yaml()).contains("\nnode_reclaim_distance: 32\n");
        assertThat(Imports.of("opteron-6276.tar.gz").yaml()).doesNotContain("reclaim");
        String granite = Imports.text(new String(Imports.sample("epyc-7451.json"), StandardCharsets.UTF_8)
                        .replace("AuthenticAMD", "GenuineIntel")
                        .replace("\"23\"", "\"6\"")
                        .replace("\"data\": \"1\"", "\"data\": \"173\""))
                .yaml();
        assertThat(granite).contains("\naverage_remote_distances: true\n").doesNotContain("reclaim");
    }

    @Test
    void preferred_cores_are_suggested_not_assumed() {
        ImportedMachine hybrid = Imports.of("i7-1370p.tar.gz");

        assertThat(hybrid.unknown()).singleElement().asString().contains("asym_packing: {\"12-19\": 39");
        assertThat(hybrid.description().machine().asymPacking()).isFalse();
    }

    @Test
    void offline_CPUs_stay_in_the_numbering() {
        ImportedMachine machine = Imports.of("xeon-mp-offline.tar.gz");

        assertThat(machine.description().machine().offline().toString()).isEqualTo("2,5,13-14");
        assertThat(machine.unknown()).anyMatch(line -> line.startsWith("where the offline CPUs 2,5,13-14 are"));
    }
}
