// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

class MachineSentenceTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            an 80-core non-SMT LLC | 80 CPUs, 1 LLC, 1 package, 1 node
            2 sockets of 8 cores with 2 threads, 4 cores per LLC | 32 CPUs, 16 cores, 4 LLCs, 2 packages, 2 nodes
            a machine with 8 CPUs | 8 CPUs, 1 LLC, 1 package, 1 node
            8 CPUs | 8 CPUs, 1 LLC, 1 package, 1 node
            a core | 1 CPU, 1 LLC, 1 package, 1 node
            one CPU | 1 CPU, 1 LLC, 1 package, 1 node
            a machine with a core with 2 threads | 2 CPUs, 1 core, 1 LLC, 1 package, 1 node
            a 4-core SMT machine | 8 CPUs, 4 cores, 1 LLC, 1 package, 1 node
            8 CPUs with 2 threads per core | 8 CPUs, 4 cores, 1 LLC, 1 package, 1 node
            4 cores with SMT 4 | 16 CPUs, 4 cores, 1 LLC, 1 package, 1 node
            4 nodes of 4 cores in a ring | 16 CPUs, 4 LLCs, 4 packages, 4 nodes
            two nodes of four cores, node distance 32 | 8 CPUs, 2 LLCs, 2 packages, 2 nodes
            8 cores, 2 nodes | 8 CPUs, 2 LLCs, 2 packages, 2 nodes
            2 sockets of 2 nodes of 4 cores | 16 CPUs, 4 LLCs, 2 packages, 4 nodes
            2 sockets of 8 cores, 4 nodes | 16 CPUs, 4 LLCs, 2 packages, 4 nodes
            4 nodes of 4 cores, 2 sockets | 16 CPUs, 4 LLCs, 2 packages, 4 nodes
            2 sockets of 8 cores, 2 nodes per socket | 16 CPUs, 4 LLCs, 2 packages, 4 nodes
            2 LLCs of 4 cores | 8 CPUs, 2 LLCs, 1 package, 1 node
            2 sockets of 2 LLCs of 4 cores | 16 CPUs, 4 LLCs, 2 packages, 2 nodes
            8 cores, 2 LLCs | 8 CPUs, 2 LLCs, 1 package, 1 node
            2 sockets, 8 cores per socket, 2 LLCs per socket | 16 CPUs, 4 LLCs, 2 packages, 2 nodes
            16 cores, 4 cores per cluster | 16 CPUs, 4 clusters, 1 LLC, 1 package, 1 node
            2 LLCs of 2 clusters of 4 cores | 16 CPUs, 4 clusters, 2 LLCs, 1 package, 1 node
            16 cores with 2 threads, 8 CPUs per cluster | 32 CPUs, 16 cores, 4 clusters, 1 LLC, 1 package, 1 node
            2 LLCs of 8 CPUs with 2 threads | 16 CPUs, 8 cores, 2 LLCs, 1 package, 1 node
            4 CPUs of capacity 446 and 4 of capacity 1024 | 8 CPUs, 1 LLC, 1 package, 1 node, capacities 446 and 1024
            4 CPUs of capacity 446, 2 CPUs of capacity 760 and 2 CPUs of capacity 1024, 4 cores per LLC | 8 CPUs, 2 LLCs, 1 package, 1 node, capacities 446, 760 and 1024
            """)
    void the_machine_is_as_said(String sentence, String summary) {
        Machine machine = MachineSentence.parse(sentence);

        assertThat(machine.summary()).isEqualTo(summary);
        assertThat(machine.name()).isEqualTo(sentence);
        assertThat(DomainBuilder.build(machine).nrCpus).isEqualTo(machine.nrCpus());
    }

    @Test
    void an_80_core_llc_is_one_domain_without_clusters() {
        SchedTopology topology = DomainBuilder.build(MachineSentence.parse("an 80-core non-SMT LLC"));

        assertThat(topology.domains(3)).hasToString("[MC 0-79]");
        assertThat(topology.sdLlcSize[3]).isEqualTo(80);
        assertThat(topology.smtActive).isFalse();
        assertThat(topology.clusterActive).isFalse();
    }

    @Test
    void siblings_are_spread_unless_said_to_be_adjacent() {
        assertThat(MachineSentence.parse("4 cores with 2 threads").smtMask(1)).hasToString("1,5");
        assertThat(MachineSentence.parse("4 cores with 2 threads and adjacent siblings")
                        .smtMask(1))
                .hasToString("0-1");
        assertThat(MachineSentence.parse("2 LLCs of 4 cores, SMT").coregroupMask(0))
                .hasToString("0-3,8-11");
        assertThat(MachineSentence.parse("2 LLCs of 4 cores, SMT, adjacent siblings")
                        .coregroupMask(0))
                .hasToString("0-7");
    }

    @Test
    void capacities_are_given_in_the_order_said_to_both_threads() {
        Machine machine = MachineSentence.parse("2 cores of capacity 446 and 2 cores of capacity 1024 with 2 threads");

        assertThat(machine.nrCpus()).isEqualTo(8);
        assertThat(new int[] {machine.capacity(1), machine.capacity(2), machine.capacity(5), machine.capacity(6)})
                .containsExactly(446, 1024, 446, 1024);
    }

    @Test
    void distances_follow_the_arrangement() {
        Machine ring = MachineSentence.parse("4 nodes of 4 cores in a ring");
        Machine line = MachineSentence.parse("4 nodes of 4 cores in a line");
        Machine far = MachineSentence.parse("2 nodes of 4 cores, distance 40");
        Machine near = MachineSentence.parse("2 nodes of 4 cores, distance 40, reclaim distance 40");

        assertThat(new int[] {ring.nodeDistance(0, 1), ring.nodeDistance(0, 2), ring.nodeDistance(0, 3)})
                .containsExactly(20, 30, 20);
        assertThat(line.nodeDistance(0, 3)).isEqualTo(40);
        assertThat(DomainBuilder.build(far).sd[0].parent.has(SdFlag.SD_WAKE_AFFINE))
                .isFalse();
        assertThat(DomainBuilder.build(near).sd[0].parent.has(SdFlag.SD_WAKE_AFFINE))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "" | the machine sentence is empty; expected one like: 2 sockets of 8 cores with 2 threads
            some CPUs | 'some CPUs' is not understood; expected a number: how many sockets
            a 0-core LLC | '0-core LLC' is not understood; expected a number from 1 on: how many sockets
            0 cores | '0 cores' is not understood; expected a number
            8 gerbils | 'gerbils' is not understood; expected one of sockets, nodes, LLCs, clusters, cores, CPUs
            2 sockets | '2 sockets' is not understood; expected the number of cores or CPUs in it
            2 cores of 4 sockets | '4 sockets' is not understood; expected a part smaller than a core
            8 cores with wheels | 'wheels' is not understood; expected 2 threads per core
            8 cores, 4 cores per LLC, 3 coins | '3 coins' is not understood; expected 2 threads per core
            8 cores, | ends too early; expected 2 threads per core
            8 cores in a square | 'in a square' is not understood; expected in a ring or in a line
            8 cores, 3 cores per LLC | the 8 cores of a node do not divide into LLCs of 3; expected a divisor of 8
            9 CPUs with 2 threads | the 9 CPUs do not divide into cores of 2 threads
            2 sockets of 4 cores, one LLC | 1 LLC cannot cross the 2 sockets; expected at least one for each
            2 sockets of 4 cores, 8 cores per LLC | the 4 cores of a socket do not divide into LLCs of 8; expected a divisor of 4
            4000 cores with 2 threads | a machine has 1 to 4096 CPUs, not 8000
            100000 cores | a machine has at most 4096 CPUs, not 100000
            4 CPUs of capacity 446 | the biggest capacity is 446; capacities are relative to the biggest CPU
            4 CPUs of capacity 2000 | CPU 0 has capacity 2000; capacities are 1 to 1024
            2 nodes of 4 cores, distance 300 | the distance from node 0 to node 1 is 300; distances are 10 to 255
            2 nodes of 4 cores in a ring, distance 20 | the node distances are stated twice
            """)
    void a_sentence_that_makes_no_machine_is_refused(String sentence, String message) {
        assertThatThrownBy(() -> MachineSentence.parse(sentence))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
