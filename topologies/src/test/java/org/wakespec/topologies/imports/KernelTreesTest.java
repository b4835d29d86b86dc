// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.topologies.MachineFile;
import org.wakespec.topologies.TopologyDiff;
import org.wakespec.topologies.importer.RecordedMachines;

/** A machine imported from its sysfs gets the domains its own kernel built, and a known machine those of its own file. */
class KernelTreesTest {

    private static final MachineCatalog CATALOG = MachineCatalog.load(KernelTreesTest.class.getClassLoader());
    private static final JsonNode RECORDED = recorded();

    private static JsonNode recorded() {
        try (InputStream in = MachineCatalog.class.getResourceAsStream("recorded-trees.json.gz");
                InputStream unzipped = new GZIPInputStream(in)) {
            return new ObjectMapper().readTree(unzipped);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The arm64 kernel recorded there was built without the cluster level, which no file of sysfs tells. */
    static List<String> recordedNames() {
        List<String> names = new ArrayList<>();
        RECORDED.fieldNames().forEachRemaining(names::add);
        names.removeIf(name -> name.startsWith("arm"));
        return names;
    }

    /** Machines stated by hardware; masks and level tables of one's own are in no hardware. */
    static List<String> knownNames() {
        return CATALOG.names().stream()
                .filter(name -> !name.contains("/"))
                .filter(name -> !file(name).contains("\nmasks:") && !file(name).contains("\nlevels:"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("recordedNames")
    void as_the_kernel_built_them(String name) {
        JsonNode recorded = RECORDED.get(name);

        Machine machine =
                Imports.of(sysfs(recorded.get("inputs")), name).description().machine();
        TopologyDiff.Result result = TopologyDiff.compareRecorded(
                DomainBuilder.build(machine, RecordedMachines.rules(recorded, name)), recorded);

        assertThat(result.differences()).isEmpty();
        assertThat(result.compared()).isGreaterThan(50);
    }

    private static byte[] sysfs(JsonNode inputs) {
        SysfsTar tar = new SysfsTar().modalias(true);
        int n = inputs.get("cpus").size();
        tar.file("cpu/present", "0-" + (n - 1)).file("cpu/online", "0-" + (n - 1));
        int nodes = inputs.get("distance").size();
        List<List<Integer>> ofNode = new ArrayList<>();
        for (int node = 0; node < nodes; node++) {
            ofNode.add(new ArrayList<>());
        }
        for (JsonNode cpu : inputs.get("cpus")) {
            int number = cpu.get("cpu").asInt();
            String dir = "cpu/cpu" + number + "/";
            tar.file(dir + "topology/thread_siblings_list", list(cpu.get("smt")));
            tar.file(dir + "topology/physical_package_id", cpu.get("package").asText());
            for (int level = 2; level <= 3; level++) {
                if (cpu.has("l" + level)) {
                    tar.cache(dir, level, list(cpu.get("l" + level)));
                }
            }
            ofNode.get(cpu.get("node").asInt()).add(number);
        }
        tar.file("node/online", nodes == 1 ? "0" : "0-" + (nodes - 1));
        for (int node = 0; node < nodes; node++) {
            tar.file(
                    "node/node" + node + "/cpulist",
                    SysfsTar.list(ofNode.get(node).iterator()));
            tar.file(
                    "node/node" + node + "/distance",
                    list(inputs.get("distance").get(node)).replace(',', ' '));
        }
        return tar.bytes();
    }

    private static String list(JsonNode numbers) {
        List<Integer> list = new ArrayList<>();
        numbers.forEach(number -> list.add(number.asInt()));
        return SysfsTar.list(list.iterator());
    }

    @ParameterizedTest
    @MethodSource("knownNames")
    void as_the_known_machine_of_the_same_hardware(String name) {
        Machine known = CATALOG.machine(name);

        ImportedMachine imported = Imports.of(
                SysfsTar.of(known, !file(name).contains("architecture: arm64")).bytes(), name);

        Machine machine = withLimits(imported, known);
        assertThat(Imports.everything(DomainBuilder.build(machine)))
                .isEqualTo(Imports.everything(DomainBuilder.build(known)));
    }

    /** What sysfs does not tell is taken over. */
    private static Machine withLimits(ImportedMachine imported, Machine known) {
        String yaml = imported.yaml() + "node_reclaim_distance: " + known.nodeReclaimDistance() + "\n";
        return MachineFile.parse(yaml, "box", "box.yaml").machine();
    }

    private static String file(String name) {
        String file = MachineCatalog.FOLDER + name + ".yaml";
        try (InputStream in = KernelTreesTest.class.getClassLoader().getResourceAsStream(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void a_wrong_cache_changes_the_tree() throws IOException {
        Machine known = CATALOG.machine("two-llc-8");
        SysfsTar tar = SysfsTar.of(known, true);
        for (int cpu = 0; cpu < known.nrCpus(); cpu++) {
            tar.cache("cpu/cpu" + cpu + "/", 3, "0-7");
        }

        Machine machine = MachineImport.read(new ByteArrayInputStream(tar.bytes()), "tar", "box", null)
                .description()
                .machine();

        assertThat(Imports.everything(DomainBuilder.build(machine)))
                .isNotEqualTo(Imports.everything(DomainBuilder.build(known)));
    }
}
