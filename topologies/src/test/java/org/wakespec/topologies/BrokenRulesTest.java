// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.TopologyLevel;
import org.wakespec.simulator.topology.TopologyRules;
import org.wakespec.topologies.importer.RecordedMachines;

/** Negative controls of the expected topologies: with one rule or one fact changed, some expectation must fail. */
class BrokenRulesTest {

    private static final JsonNode RECORDED = Expected.recorded();
    private static final JsonNode GENERATED = Expected.generated();

    static Stream<Arguments> rules() {
        return Stream.of(
                Arguments.of("7.3", TopologyRules.LINUX_6_18, "owns a shared object"),
                Arguments.of("7.3", TopologyRules.LINUX_6_18, "sd_llc_id"),
                Arguments.of("6.18", TopologyRules.LINUX_7_2, "owns a shared object"),
                Arguments.of("6.18", TopologyRules.LINUX_7_2, "sd_llc_id"),
                Arguments.of("6.18", TopologyRules.LINUX_6_12, "flags"),
                Arguments.of("6.12", TopologyRules.LINUX_6_1, "name"),
                Arguments.of("6.12", TopologyRules.LINUX_6_1, "cores"),
                Arguments.of("6.1", TopologyRules.LINUX_6_12, "flags"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void another_kernels_rules_do_not_fit_the_recordings(String kernel, TopologyRules wrong, String noticedIn) {
        List<String> differences = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : RECORDED.properties()) {
            if (entry.getKey().matches("(topo-)?" + kernel.replace(".", "\\.") + "-.*")) {
                Machine machine = RecordedMachines.readInputs(entry.getKey(), entry.getValue(), entry.getKey());
                differences.addAll(TopologyDiff.compareRecorded(DomainBuilder.build(machine, wrong), entry.getValue())
                        .differences());
            }
        }
        assertThat(differences).anyMatch(line -> line.contains(noticedIn));
    }

    static Stream<Arguments> facts() {
        return Stream.of(
                fact("smt-4c8t", "without the SMT level", b -> b.levels(without("SMT"))),
                fact("cluster-arm-8x4", "without the CLS level", b -> b.levels(without("CLS"))),
                fact("zen3-2s-128c256t", "without the PKG level", b -> b.levels(without("PKG"))),
                fact("zen3-2s-128c256t", "reclaim distance 30", b -> b.nodeReclaimDistance(30)),
                fact("numa-2node-far", "reclaim distance 40", b -> b.nodeReclaimDistance(40)),
                fact(
                        "numa-4node-ring",
                        "nodes in a line",
                        b -> b.nodeDistance(
                                new int[][] {{10, 20, 30, 40}, {20, 10, 20, 30}, {30, 20, 10, 20}, {40, 30, 20, 10}})),
                fact(
                        "altra-80",
                        "PKG without SD_SHARE_LLC",
                        b -> b.levels(List.of(TopologyLevel.MC, TopologyLevel.PKG))),
                fact(
                        "altra-80-pairllc",
                        "PKG with SD_SHARE_LLC",
                        b -> b.levelTable(List.of("SMT", "CLS", "MC", "PKG (with SD_SHARE_LLC)", "NODE", "NUMA..."))),
                fact("biglittle-4+4", "equal capacities", b -> b.capacity(CpuMask.all(8), 1024)),
                fact("asym-smt-8c16t", "two kinds instead of three", b -> b.capacity(CpuMask.range(16, 8, 11), 446)),
                fact("numa-2x4c8t-balwake", "no forced flag", b -> b.forcedFlags(0)),
                fact("smp-8-isolcpus", "nothing isolated", b -> b.isolated(new CpuMask(8))),
                fact("smp-8-isolcpus", "unplugged instead of isolated", b -> b.isolated(new CpuMask(8))
                        .offline(CpuMask.of(8, 5, 7))));
    }

    private static Arguments fact(String machine, String what, UnaryOperator<Machine.Builder> change) {
        return Arguments.of(machine, what, change);
    }

    private static List<TopologyLevel> without(String name) {
        return TopologyLevel.DEFAULT_TABLE.stream()
                .filter(level -> !level.name().equals(name))
                .toList();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("facts")
    void a_changed_fact_is_noticed(String name, String what, UnaryOperator<Machine.Builder> change) {
        Machine machine = RecordedMachines.readMachine(name, GENERATED.get(name), name);

        Machine changed = change.apply(machine.toBuilder()).build();

        assertThat(TopologyDiff.compareGenerated(DomainBuilder.build(changed), GENERATED.get(name))
                        .differences())
                .as(what)
                .isNotEmpty();
        assertThat(TopologyDiff.compareGenerated(
                                DomainBuilder.build(machine.toBuilder().build()), GENERATED.get(name))
                        .differences())
                .as("unchanged copy")
                .isEmpty();
    }
}
