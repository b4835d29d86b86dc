// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.importer;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.HardwareFacts;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SdFlag;
import org.wakespec.simulator.topology.TopologyRules;

/**
 * Reads machines out of test vectors: {@code topologies.json} of generated decisions, which states the masks, and
 * {@code topology.json} of a booted kernel, which states hardware facts under {@code inputs}.
 */
public final class RecordedMachines {

    private static final ObjectMapper JSON = new ObjectMapper();

    private RecordedMachines() {}

    /**
     * All machines of a {@code topologies.json}, in file order.
     *
     * @throws IOException if the file cannot be read or is not JSON
     * @throws IllegalArgumentException if a machine lacks a field or contradicts itself
     */
    public static Map<String, Machine> readTopologies(Path file) throws IOException {
        return readTopologies(JSON.readTree(file.toFile()), file.toString());
    }

    /** All machines of a parsed {@code topologies.json}; {@code where} is used in messages. */
    public static Map<String, Machine> readTopologies(JsonNode root, String where) {
        if (!root.isObject()) {
            throw new IllegalArgumentException(where + ": expected an object with one member for each machine");
        }
        Map<String, Machine> machines = new LinkedHashMap<>();
        for (Map.Entry<String, JsonNode> entry : root.properties()) {
            machines.put(entry.getKey(), readMachine(entry.getKey(), entry.getValue(), where));
        }
        return Collections.unmodifiableMap(machines);
    }

    /** One machine of a {@code topologies.json}. */
    public static Machine readMachine(String name, JsonNode m, String where) {
        String at = where + ": machine '" + name + "'";
        Machine.Builder builder =
                Machine.builder(name, required(m, "nr_cpus", at).asInt());
        int n = builder.nrCpus();
        builder.description(m.path("description").asText(""));
        JsonNode masks = required(m, "masks", at);
        builder.smt(maskList(n, required(masks, "smt", at)))
                .cluster(maskList(n, required(masks, "cluster", at)))
                .coregroup(maskList(n, required(masks, "coregroup", at)))
                .packages(maskList(n, required(masks, "package", at)))
                .nodes(maskList(n, required(masks, "node", at)))
                .nodeDistance(matrix(required(m, "node_distance", at)))
                .nodeReclaimDistance(required(m, "node_reclaim_distance", at).asInt());
        for (Map.Entry<String, JsonNode> entry : required(m, "cpu_capacity", at).properties()) {
            builder.capacity(CpuMask.parse(n, entry.getKey()), entry.getValue().asInt());
        }
        List<String> table = new ArrayList<>();
        required(m, "level_table", at).forEach(level -> table.add(level.asText()));
        builder.levelTable(table);
        int forced = 0;
        for (JsonNode flag : m.path("forced_flags")) {
            forced |= SdFlag.byName(flag.asText());
        }
        builder.forcedFlags(forced);
        builder.isolated(CpuMask.parse(n, m.path("isolated").asText("")));
        builder.offline(CpuMask.parse(n, m.path("offline").asText("")));
        return builder.build();
    }

    /**
     * The machine of a booted kernel's {@code topology.json}: architecture from the kernel string, capacities from the
     * virtual machine's arguments.
     *
     * @param name name to give it
     * @param topology the whole file
     * @param where file name for messages
     */
    public static Machine readInputs(String name, JsonNode topology, String where) {
        JsonNode inputs = required(topology, "inputs", where);
        JsonNode cpus = required(inputs, "cpus", where);
        int n = cpus.size();
        String kernel = required(topology, "kernel", where).asText();
        Architecture architecture = kernel.contains("aarch64") ? Architecture.ARM64 : Architecture.X86;
        Machine.Builder builder = Machine.builder(name, n);
        HardwareFacts facts = new HardwareFacts(architecture, n);
        facts.clusterScheduling(architecture == Architecture.X86 || clustersByDefault(rules(topology, where)));
        for (int i = 0; i < n; i++) {
            JsonNode cpu = cpus.get(i);
            int number = required(cpu, "cpu", where).asInt();
            if (number != i) {
                throw new IllegalArgumentException(
                        where + ": inputs.cpus[" + i + "] is CPU " + number + ", expected " + i);
            }
            int packageId = required(cpu, "package", where).asInt();
            facts.packageId(i, packageId)
                    .core(i, firstOf(required(cpu, "smt", where)))
                    .node(i, required(cpu, "node", where).asInt());
            int cluster = cpu.path("cluster").asInt(-1);
            if (cluster >= 0) {
                facts.cluster(i, packageId * Machine.MAX_CPUS + cluster);
            }
            if (cpu.has("l2")) {
                facts.l2(i, firstOf(cpu.get("l2")));
            }
            if (architecture == Architecture.ARM64) {
                // Without cache information the package stands for the cache; a first level alone is one of its own.
                facts.llc(i, cpu.has("l1") ? firstOf(cpu.get("l1")) : packageId);
            }
            for (String cache : List.of("l2", "l3")) {
                if (cpu.has(cache)) {
                    facts.llc(i, firstOf(cpu.get(cache)));
                }
            }
        }
        facts.applyTo(builder);
        builder.nodeDistance(matrix(required(inputs, "distance", where)));
        capacities(builder, topology.path("vm").asText(""));
        return builder.description(kernel).build();
    }

    /** The rules of the kernel a {@code topology.json} was recorded on. */
    public static TopologyRules rules(JsonNode topology, String where) {
        String kernel = required(topology, "kernel", where).asText();
        String[] words = kernel.split(" ");
        if (words.length < 3) {
            throw new IllegalArgumentException(where + ": kernel '" + kernel + "': expected the text of uname -a");
        }
        return TopologyRules.forRelease(words[2]);
    }

    /** CONFIG_SCHED_CLUSTER on arm64: not set by Debian in 6.12, on by default (as elsewhere) from 6.18. */
    private static boolean clustersByDefault(TopologyRules rules) {
        return rules != TopologyRules.LINUX_6_1
                && rules != TopologyRules.LINUX_6_6
                && rules != TopologyRules.LINUX_6_12;
    }

    private static void capacities(Machine.Builder builder, String vm) {
        String key = "capacities=";
        int at = vm.indexOf(key);
        if (at < 0) {
            return;
        }
        String[] values = vm.substring(at + key.length()).split(" ")[0].split(",");
        for (int cpu = 0; cpu < values.length; cpu++) {
            builder.capacity(cpu, Integer.parseInt(values[cpu]));
        }
    }

    private static int firstOf(JsonNode cpus) {
        return cpus.get(0).asInt();
    }

    private static List<CpuMask> maskList(int n, JsonNode lists) {
        List<CpuMask> masks = new ArrayList<>();
        lists.forEach(list -> masks.add(CpuMask.parse(n, list.asText())));
        return masks;
    }

    private static int[][] matrix(JsonNode rows) {
        int[][] matrix = new int[rows.size()][];
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] = new int[rows.get(i).size()];
            for (int j = 0; j < matrix[i].length; j++) {
                matrix[i][j] = rows.get(i).get(j).asInt();
            }
        }
        return matrix;
    }

    private static JsonNode required(JsonNode node, String field, String where) {
        JsonNode value = node.get(field);
        if (value == null) {
            throw new IllegalArgumentException(where + ": the field '" + field + "' is missing");
        }
        return value;
    }
}
