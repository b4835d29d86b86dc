// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
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

    @ParameterizedTest
    @CsvSource({"6.12.117+deb13-arm64, '0-7'", "6.18.15+deb13-arm64, '0-3 0-7'", "7.3.4+deb13-arm64, '0-3 0-7'"})
    void arm64_kernels_schedule_clusters_from_6_18_on(String release, String spans) {
        SchedTopology t = build(arm(release, "\"l1\":[%d],\"l2\":[0,1,2,3,4,5,6,7]", true));

        assertThat(spans(t)).isEqualTo(spans);
        assertThat(t.sdLlcSize[0]).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"'\"l1\":[%d]'; 1", "'\"die\":0'; 8"})
    void an_arm64_cpu_without_shared_caches_is_alone_and_one_without_cache_information_is_not(String caches, int size) {
        SchedTopology t = build(arm("6.12.117+deb13-arm64", caches, true));

        assertThat(spans(t)).isEqualTo("0-7");
        assertThat(t.sdLlcSize[0]).isEqualTo(size);
    }

    @Test
    void an_arm64_machine_without_clusters_has_none() {
        SchedTopology t = build(arm("7.3.4+deb13-arm64", "\"l1\":[%d],\"l2\":[0,1,2,3,4,5,6,7]", false));

        assertThat(spans(t)).isEqualTo("0-7");
    }

    private static SchedTopology build(JsonNode recorded) {
        return DomainBuilder.build(
                RecordedMachines.readInputs("arm", recorded, "arm"), RecordedMachines.rules(recorded, "arm"));
    }

    private static String spans(SchedTopology t) {
        return t.domains(0).stream().map(sd -> sd.span.toString()).collect(Collectors.joining(" "));
    }

    /** Eight arm64 CPUs of one package, in two clusters of four if said so. */
    private static JsonNode arm(String release, String caches, boolean clusters) {
        StringBuilder cpus = new StringBuilder();
        for (int cpu = 0; cpu < 8; cpu++) {
            cpus.append(cpu == 0 ? "" : ",")
                    .append("{\"cpu\":" + cpu + ",\"package\":0,\"smt\":[" + cpu + "],\"node\":0,\"cluster\":"
                            + (clusters ? cpu / 4 : -1) + "," + caches.formatted(cpu) + "}");
        }
        String text = "{\"kernel\":\"Linux arm " + release + " aarch64\",\"inputs\":{\"cpus\":[" + cpus
                + "],\"distance\":[[10]]}}";
        try {
            return new ObjectMapper().readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(text, e);
        }
    }

    @Test
    void all_of_them_are_here() {
        assertThat(generatedNames()).hasSize(17);
        assertThat(recordedNames()).hasSize(29);
        Map<String, Machine> all = RecordedMachines.readTopologies(GENERATED, "generated-machines.json");
        assertThat(all.keySet()).containsExactlyElementsOf(generatedNames());
    }
}
