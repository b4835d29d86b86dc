// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.topologies.importer.RecordedMachines;

/** The builder makes what the kernel makes: every field of every generated and recorded topology. */
class ExpectedTopologiesTest {

    private static final JsonNode GENERATED = Expected.generated();
    private static final MachineCatalog CATALOG = MachineCatalog.load(ExpectedTopologiesTest.class.getClassLoader());
    private static final JsonNode RECORDED = Expected.recorded();

    static List<String> generatedNames() {
        return names(GENERATED);
    }

    static List<String> recordedNames() {
        return names(RECORDED);
    }

    private static List<String> names(JsonNode root) {
        List<String> names = new ArrayList<>();
        root.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @ParameterizedTest
    @MethodSource("generatedNames")
    void a_generated_machine_gets_the_domains_of_kernel_7_2(String name) {
        Machine machine = RecordedMachines.readMachine(name, GENERATED.get(name), "generated-machines.json");

        TopologyDiff.Result result = TopologyDiff.compareGenerated(DomainBuilder.build(machine), GENERATED.get(name));

        assertThat(result.differences()).isEmpty();
        assertThat(result.compared()).isGreaterThan(50);
    }

    @ParameterizedTest
    @MethodSource("generatedNames")
    void the_machine_file_of_a_generated_machine_says_the_same(String name) {
        Machine machine = CATALOG.machine("conformance/" + name);

        TopologyDiff.Result result = TopologyDiff.compareGenerated(DomainBuilder.build(machine), GENERATED.get(name));

        assertThat(result.differences()).isEmpty();
        assertThat(machine.description())
                .isEqualTo(GENERATED.get(name).get("description").asText());
        Machine read = RecordedMachines.readMachine(name, GENERATED.get(name), "generated-machines.json");
        assertThat(machine.summary()).isEqualTo(read.summary());
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            assertThat(machine.smtMask(cpu)).isEqualTo(read.smtMask(cpu));
            assertThat(machine.clusterMask(cpu)).isEqualTo(read.clusterMask(cpu));
            assertThat(machine.coregroupMask(cpu)).isEqualTo(read.coregroupMask(cpu));
            assertThat(machine.packageMask(cpu)).isEqualTo(read.packageMask(cpu));
            assertThat(machine.node(cpu)).isEqualTo(read.node(cpu));
            assertThat(machine.capacity(cpu)).isEqualTo(read.capacity(cpu));
        }
    }

    @ParameterizedTest
    @MethodSource("recordedNames")
    void a_recorded_machine_gets_the_domains_its_kernel_built(String name) {
        JsonNode recorded = RECORDED.get(name);
        Machine machine = RecordedMachines.readInputs(name, recorded, name);

        TopologyDiff.Result result = TopologyDiff.compareRecorded(
                DomainBuilder.build(machine, RecordedMachines.rules(recorded, name)), recorded);

        assertThat(result.differences()).isEmpty();
        assertThat(result.compared()).isGreaterThan(400);
    }

    @Test
    void all_of_them_are_here() {
        assertThat(generatedNames()).hasSize(17);
        assertThat(recordedNames()).hasSize(29);
        Map<String, Machine> all = RecordedMachines.readTopologies(GENERATED, "generated-machines.json");
        assertThat(all.keySet()).containsExactlyElementsOf(generatedNames());
    }
}
