// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

/** The machine files of this jar: schema, index, and the facts they stand for. */
class ShippedMachinesTest {

    private static final MachineCatalog CATALOG = MachineCatalog.load(ShippedMachinesTest.class.getClassLoader());
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(resource("META-INF/wakespec/machine.schema.json"), InputFormat.JSON);

    static List<String> names() {
        return CATALOG.names();
    }

    private static String resource(String name) {
        try (InputStream in = ShippedMachinesTest.class.getClassLoader().getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> violations(String yaml) throws IOException {
        String json = Expected.JSON.writeValueAsString(
                YamlValue.parse(yaml, "box.yaml").toPlain());
        return SCHEMA.validate(json, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_file_fits_the_published_schema(String name) throws IOException {
        assertThat(violations(resource(MachineCatalog.FOLDER + name + ".yaml"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "description: nothing else",
                "shape: {cores_per_socket: 2, cores_per_node: 2}",
                "shape: {cores_per_socket: 0}",
                "shape: {cores_per_socket: 2}\ncpus: 2\nmasks: {smt: 0-1}",
                "shape: {cores_per_socket: 2}\ncoasts: {}",
                "shape: {cores_per_socket: 2}\nisolated: one",
                "shape: {cores_per_socket: 2}\ncpu_capacity: {\"0\": 2000}",
                "masks: {smt: 0-1}",
                "cpus: 2\nmasks: {smt: 0-1/x}",
                "shape: {cores_per_socket: 2}\nlevels: [FOO]",
            })
    void the_schema_refuses_what_the_reader_refuses(String yaml) throws IOException {
        assertThat(violations(yaml)).isNotEmpty();
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> MachineFile.parse(yaml, "box", "box.yaml")))
                .isInstanceOf(MachineFileException.class);
    }

    @Test
    void the_index_is_in_step_with_the_files() {
        assertThat(resource(MachineIndex.RESOURCE)).isEqualTo(MachineIndex.toJson(CATALOG.machines()));
    }

    @ParameterizedTest
    @MethodSource("names")
    void every_machine_is_described_and_builds(String name) {
        MachineDescription description = CATALOG.find(name);

        assertThat(description.description()).isNotBlank().doesNotContain("\n");
        SchedTopology topology = DomainBuilder.build(description.machine());
        assertThat(topology.domains(0)).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            altra-80-llc2           | 3   | [MC 2-3, PKG 0-79]
            altra-80-llc80          | 3   | [MC 2-3, PKG 0-79]
            zen3-2p-128c256t        | 0   | [SMT 0,128, MC 0-7,128-135, PKG 0-63,128-191, NUMA 0-255]
            zen4-1p-96c192t         | 100 | [SMT 4,100, MC 0-7,96-103, PKG 0-191]
            zen4-2p-256c512t        | 300 | [SMT 44,300, MC 40-47,296-303, PKG 0-127,256-383, NUMA 0-511]
            cwf-snc3-288            | 0   | [CLS 0-3, MC 0-95, NUMA 0-191, NUMA 0-287]
            cwf-snc3-288            | 100 | [CLS 100-103, MC 96-191, NUMA 0-287]
            cwf-snc3-288            | 287 | [CLS 284-287, MC 192-287, NUMA 96-287, NUMA 0-287]
            biglittle-4+4           | 0   | [MC 0-7]
            biglittle-4+4-clusters  | 0   | [CLS 0-3, MC 0-7]
            biglittle-4+4-2llc      | 5   | [MC 4-7, PKG 0-7]
            smp-2                   | 1   | [MC 0-1]
            smp-8                   | 0   | [MC 0-7]
            smt-4c8t                | 5   | [SMT 1,5, MC 0-7]
            two-llc-8               | 5   | [MC 4-7, PKG 0-7]
            numa-2x8                | 9   | [MC 8-15, NUMA 0-15]
            numa-2x8-far            | 9   | [MC 8-15, NUMA 0-15]
            cluster-8               | 5   | [CLS 4-7, MC 0-7]
            ring-4node              | 0   | [MC 0-3, NUMA 0-7,12-15, NUMA 0-15]
            smt-2llc-8c16t          | 13  | [SMT 5,13, MC 4-7,12-15, PKG 0-15]
            """)
    void the_domains_are_those_the_file_speaks_of(String name, int cpu, String domains) {
        assertThat(DomainBuilder.build(CATALOG.machine(name)).domains(cpu)).hasToString(domains);
    }

    @Test
    void the_two_readings_of_the_altra_differ_in_the_llc_only() {
        SchedTopology pair = DomainBuilder.build(CATALOG.machine("altra-80"));
        SchedTopology whole = DomainBuilder.build(CATALOG.machine("altra-80-llc80"));

        assertThat(pair.sdLlcSize[3]).isEqualTo(2);
        assertThat(whole.sdLlcSize[3]).isEqualTo(80);
        assertThat(pair.sdLlcId[3]).isEqualTo(1);
        assertThat(whole.sdLlcId[3]).isEqualTo(1);
        assertThat(pair.cachePresent).isTrue();
        assertThat(whole.cachePresent).isFalse();
        assertThat(pair.sd[3].parent.imbNumaNr).isEqualTo(40);
    }

    @Test
    void sub_numa_clusters_allow_twelve_tasks_of_imbalance() {
        SchedTopology cwf = DomainBuilder.build(CATALOG.machine("cwf-snc3-288"));

        assertThat(cwf.clusterActive).isTrue();
        assertThat(cwf.sdLlcSize[0]).isEqualTo(96);
        for (SchedDomain numa = cwf.sdNuma[0]; numa != null; numa = numa.parent) {
            assertThat(numa.imbNumaNr).isEqualTo(12);
            assertThat(numa.has(SdFlag.SD_WAKE_AFFINE)).isTrue();
        }
    }
}
