// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The forms lscpu prints in, of several versions. */
class LscpuTest {

    @Test
    void offline_CPUs_of_a_table_have_dashes() {
        ImportedMachine machine = Imports.text("""
                CPU NODE SOCKET CORE L1d:L1i:L2:L3 ONLINE    MAXMHZ   MINMHZ
                  0    0      0    0 0:0:0:0          yes 3000.0000 800.0000
                  1    0      0    1 1:1:1:0          yes 3000.0000 800.0000
                  2    -      -    - -                 no         -        -
                  3    -      -    - -                 no         -        -
                """);

        assertThat(machine.description().machine().offline().toString()).isEqualTo("2-3");
        assertThat(Imports.tree(Imports.topology(machine), 0)).isEqualTo("MC 0-1");
        assertThat(machine.unknown()).anyMatch(line -> line.startsWith("where the offline CPUs 2-3 are"));
    }

    @Test
    void clusters_and_kinds_of_arm64_are_told_by_newer_versions() {
        ImportedMachine machine = Imports.text("""
                CPU NODE SOCKET CLUSTER CORE L1d:L1i:L2:L3 ONLINE MAXMHZ
                0 0 0 0 0 0:0:0:0 yes 2000
                1 0 0 0 1 1:1:1:0 yes 2000
                2 0 0 1 2 2:2:2:0 yes 2800
                3 0 0 1 3 3:3:3:0 yes 2800
                """);

        assertThat(machine.unknown()).anyMatch(line -> line.startsWith("capacities: the CPUs' highest clocks differ"));
        assertThat(machine.yaml()).contains("l2: [\"0-3/1\"]");
    }

    @Test
    void old_versions_number_cores_by_package_and_have_no_caches() {
        ImportedMachine machine = Imports.text("""
                # The following is the parsable format, which can be fed to other
                # CPU,Core,Socket,Node
                0,0,0,0
                1,0,1,1
                2,1,0,0
                3,1,1,1
                """);

        assertThat(machine.yaml()).contains("core: [\"0-3/1\"]", "package: [\"0-1/1+2\"]", "node: [\"0-1/1+2\"]");
        assertThat(machine.unknown()).anyMatch(line -> line.startsWith("caches: the table has none"));
        assertThat(Imports.tree(Imports.topology(machine), 1)).isEqualTo("PKG 1,3 > NUMA 0-3");
    }

    @Test
    void nodes_without_gaps_and_memory_apart() {
        ImportedMachine machine = Imports.text("""
                CPU NODE SOCKET CORE
                0 0 0 0
                1 8 1 1
                """);

        assertThat(machine.description().machine().nrNodes()).isEqualTo(2);
        assertThat(machine.unknown()).anyMatch(line -> line.startsWith("node numbers: nodes 0,8 are numbered 0-1"));
    }

    @Test
    void fields_may_be_nested_and_siblings_numbered_one_after_the_other() {
        ImportedMachine machine = Imports.text("""
                {"lscpu": [
                  {"field": "Architecture:", "data": "x86_64", "children": [{"field": "x", "data": "y"}]},
                  {"field": "CPU(s):", "data": "8", "children": [{"field": "On-line CPU(s) list:", "data": "0-7"}]},
                  {"field": "Vendor ID:", "data": "GenuineIntel", "children": [
                    {"field": "Model name:", "data": "X", "children": [
                      {"field": "Thread(s) per core:", "data": "2"}, {"field": "Core(s) per socket:", "data": "2"},
                      {"field": "Socket(s):", "data": "2"}]}]},
                  {"field": "Caches (sum of all):", "data": null, "children": [
                    {"field": "L3:", "data": "1 MiB (2 instances)"}]},
                  {"field": "NUMA:", "data": null, "children": [
                    {"field": "NUMA node(s):", "data": "2"}, {"field": "NUMA node0 CPU(s):", "data": "0-3"},
                    {"field": "NUMA node1 CPU(s):", "data": "4-7"}]}
                ]}""");

        assertThat(machine.yaml()).contains("core: [\"0-7/2\"]", "node: [\"0-7/4\"]", "llc: [\"0-7/4\"]");
        assertThat(machine.unknown()).anyMatch(line -> line.contains("siblings: deduced from the CPUs of the nodes"));
    }

    @Test
    void groups_are_written_short_and_in_order() {
        assertThat(GroupPatterns.of(List.of(set(0, 4), set(1, 5), set(2, 6), set(3, 7))))
                .containsExactly("0-3/1+4");
        assertThat(GroupPatterns.of(List.of(set(2, 3), set(0, 1)))).containsExactly("2-3", "0-1");
        assertThat(GroupPatterns.of(List.of(set(0, 1, 8), set(2, 3, 9)))).containsExactly("0-1,8", "2-3,9");
        assertThat(GroupPatterns.of(List.of(set(0, 1), set(2), set(3), set(4, 5))))
                .containsExactly("0-1", "2-3/1", "4-5");
    }

    private static TreeSet<Integer> set(Integer... cpus) {
        return new TreeSet<>(List.of(cpus));
    }
}
