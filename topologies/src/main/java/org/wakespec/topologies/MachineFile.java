// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.HardwareFacts;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;
import org.wakespec.simulator.topology.InvalidMachineException;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SdFlag;

/**
 * Reads machine files: YAML 1.2, described by {@code META-INF/wakespec/machine.schema.json}. The hardware is stated in
 * one of three ways:
 *
 * <ul>
 *   <li>{@code shape}: a regular machine by counts;
 *   <li>{@code hardware}: which CPUs share what; the architecture's rules make the scheduler's masks of it;
 *   <li>{@code masks}: the scheduler's masks themselves, to describe what no rule would produce.
 * </ul>
 */
public final class MachineFile {

    private static final Set<String> KEYS = keys(
            "description",
            "aliases",
            "sources",
            "cpus",
            "architecture",
            "family",
            "shape",
            "hardware",
            "masks",
            "levels",
            "node_distance",
            "average_remote_distances",
            "node_reclaim_distance",
            "cpu_capacity",
            "isolated",
            "offline",
            "partitions",
            "asym_packing",
            "forced_flags",
            "costs",
            "idle_states");
    private static final Set<String> SHAPE_KEYS = keys(
            "sockets",
            "nodes_per_socket",
            "cores_per_node",
            "cores_per_socket",
            "threads_per_core",
            "cores_per_llc",
            "cores_per_cluster",
            "siblings");
    private static final Set<String> HARDWARE_KEYS = keys("core", "cluster", "l2", "llc", "package", "node");
    private static final Set<String> MASK_KEYS = keys("smt", "cluster", "coregroup", "package", "node");
    private static final Set<String> PARTITION_KEYS = keys("name", "cpus", "state");

    /** Asked for now and then; refused by name, because silence would look like support. */
    private static final Map<String, String> NOT_MODELLED = notModelled();

    private final YamlValue root;
    private final String name;

    private MachineFile(YamlValue root, String name) {
        this.root = root;
        this.name = name;
    }

    /**
     * Reads a file; the machine is called like the file without {@code .yaml}.
     *
     * @throws IOException if it cannot be read
     * @throws MachineFileException if something in it is wrong
     */
    public static MachineDescription read(Path file) throws IOException {
        String base = file.getFileName().toString();
        int dot = base.lastIndexOf('.');
        try {
            return parse(
                    Files.readString(file, StandardCharsets.UTF_8),
                    dot > 0 ? base.substring(0, dot) : base,
                    file.toString());
        } catch (CharacterCodingException e) {
            throw new MachineFileException(file.toString(), 1, "not UTF-8 text", e);
        }
    }

    /**
     * Reads a machine from text.
     *
     * @param yaml the text
     * @param name what to call the machine
     * @param file file name for messages
     * @throws MachineFileException if something in it is wrong
     */
    public static MachineDescription parse(String yaml, String name, String file) {
        return new MachineFile(YamlValue.parse(yaml, file), name).read();
    }

    private MachineDescription read() {
        for (Map.Entry<String, YamlValue> entry : root.asMap().entrySet()) {
            String what = NOT_MODELLED.get(entry.getKey());
            if (what != null) {
                throw entry.getValue().error("'" + entry.getKey() + "': " + what + " is not modelled; remove the key");
            }
        }
        root.allowKeys(KEYS);
        Machine machine;
        try {
            machine = machine();
        } catch (InvalidMachineException e) {
            YamlValue at = locate(e.part());
            throw new MachineFileException(at.file(), at.line(), e.getMessage(), e);
        }
        Optional<YamlValue> costs = get("costs");
        costs.ifPresent(YamlValue::asMap);
        Optional<YamlValue> idleStates = get("idle_states");
        idleStates.ifPresent(states -> states.asList().forEach(YamlValue::asMap));
        Optional<YamlValue> family = get("family");
        if (family.isEmpty() && get("architecture").isPresent() && architecture() == Architecture.ARM64) {
            family = get("architecture");
        }
        return new MachineDescription(
                machine, texts("aliases"), texts("sources"), family, costs, idleStates, root.file());
    }

    private Machine machine() {
        List<String> ways = new ArrayList<>();
        for (String way : List.of("shape", "hardware", "masks")) {
            if (root.asMap().containsKey(way)) {
                ways.add(way);
            }
        }
        if (ways.size() != 1) {
            throw root.error(
                    ways.isEmpty()
                            ? "the hardware is missing; expected one of shape, hardware, masks"
                            : "the hardware is stated twice, by " + String.join(" and ", ways)
                                    + "; expected one of them");
        }
        Machine.Builder builder =
                switch (ways.get(0)) {
                    case "shape" -> fromShape(root.asMap().get("shape"));
                    case "hardware" -> fromHardware(root.asMap().get("hardware"));
                    default -> fromMasks(root.asMap().get("masks"));
                };
        int n = builder.nrCpus();
        get("description").ifPresent(v -> builder.description(v.asText().strip()));
        get("levels")
                .ifPresent(v -> builder.levelTable(
                        v.asList().stream().map(YamlValue::asText).toList()));
        get("node_distance").ifPresent(v -> builder.nodeDistance(matrix(v)));
        get("average_remote_distances").ifPresent(v -> builder.averageRemoteDistances(v.asBoolean()));
        get("node_reclaim_distance").ifPresent(v -> builder.nodeReclaimDistance(v.asInt(1, 255)));
        get("cpu_capacity").ifPresent(v -> perCpu(n, v, 1, 1024, builder::capacity));
        get("isolated").ifPresent(v -> builder.isolated(cpus(n, v)));
        get("offline").ifPresent(v -> builder.offline(cpus(n, v)));
        get("partitions").ifPresent(v -> partitions(n, v, builder));
        get("asym_packing").ifPresent(v -> {
            int[] ranks = new int[n];
            CpuMask[] ranked = {new CpuMask(n)};
            perCpu(n, v, 0, Integer.MAX_VALUE, (cpu, rank) -> {
                ranks[cpu] = rank;
                ranked[0].set(cpu);
            });
            if (ranked[0].weight() != n) {
                throw v.error("only CPUs " + ranked[0] + " have a rank; expected one for each of 0-" + (n - 1));
            }
            builder.asymPriority(ranks);
        });
        get("forced_flags").ifPresent(v -> builder.forcedFlags(flags(v)));
        return builder.build();
    }

    private Machine.Builder fromShape(YamlValue value) {
        value.allowKeys(SHAPE_KEYS);
        Map<String, YamlValue> map = value.asMap();
        Shape shape = new Shape();
        shape.architecture = architecture();
        shape.sockets = count(map, "sockets", 1);
        shape.nodesPerSocket = count(map, "nodes_per_socket", 1);
        shape.threadsPerCore = count(map, "threads_per_core", 1);
        if (map.containsKey("cores_per_node") == map.containsKey("cores_per_socket")) {
            throw value.error("expected either cores_per_socket or cores_per_node");
        }
        if (map.containsKey("cores_per_node")) {
            shape.coresPerNode = count(map, "cores_per_node", 1);
        } else {
            int perSocket = count(map, "cores_per_socket", 1);
            if (perSocket % shape.nodesPerSocket != 0) {
                throw map.get("cores_per_socket")
                        .error("the " + perSocket + " cores of a socket do not divide into " + shape.nodesPerSocket
                                + " nodes");
            }
            shape.coresPerNode = perSocket / shape.nodesPerSocket;
        }
        YamlValue llc = map.get("cores_per_llc");
        if (llc != null) {
            shape.coresPerLlc = llc.asText().equals("none") ? Shape.NO_LLC : count(map, "cores_per_llc", 1);
        }
        shape.coresPerCluster = map.containsKey("cores_per_cluster") ? count(map, "cores_per_cluster", 1) : 0;
        YamlValue siblings = map.get("siblings");
        if (siblings != null) {
            shape.adjacentSiblings = switch (siblings.asText()) {
                case "adjacent" -> true;
                case "spread" -> false;
                default ->
                    throw siblings.error("siblings '" + siblings.asText()
                            + "': expected spread (the second thread of core c is CPU c + cores) or adjacent");
            };
        }
        Machine.Builder builder = shape.builder(name);
        get("cpus").ifPresent(v -> {
            if (v.asInt(1, Machine.MAX_CPUS) != builder.nrCpus()) {
                throw v.error("cpus says " + v.asText() + ", the shape has " + builder.nrCpus());
            }
        });
        return builder;
    }

    private Machine.Builder fromHardware(YamlValue value) {
        value.allowKeys(HARDWARE_KEYS);
        Machine.Builder builder = Machine.builder(name, statedCpus());
        int n = builder.nrCpus();
        HardwareFacts facts = new HardwareFacts(architecture(), n);
        labels(n, value, "core", true, facts::core);
        labels(n, value, "cluster", false, facts::cluster);
        labels(n, value, "l2", false, facts::l2);
        labels(n, value, "llc", false, facts::llc);
        labels(n, value, "package", true, facts::packageId);
        labels(n, value, "node", true, facts::node);
        facts.applyTo(builder);
        return builder;
    }

    private Machine.Builder fromMasks(YamlValue value) {
        value.allowKeys(MASK_KEYS);
        Machine.Builder builder = Machine.builder(name, statedCpus());
        int n = builder.nrCpus();
        Map<String, YamlValue> map = value.asMap();
        if (map.containsKey("smt")) {
            builder.smt(CpuGroups.read(n, map.get("smt")));
        }
        if (map.containsKey("cluster")) {
            builder.cluster(CpuGroups.read(n, map.get("cluster")));
        }
        if (map.containsKey("coregroup")) {
            builder.coregroup(CpuGroups.read(n, map.get("coregroup")));
        }
        if (map.containsKey("package")) {
            builder.packages(CpuGroups.read(n, map.get("package")));
        }
        if (map.containsKey("node")) {
            builder.nodes(CpuGroups.read(n, map.get("node")));
        }
        return builder;
    }

    private interface PerCpu {
        void set(int cpu, int value);
    }

    /** Numbers the groups of a hardware fact; CPUs in no group stay as they are unless every CPU needs one. */
    private static void labels(int n, YamlValue hardware, String key, boolean all, PerCpu target) {
        YamlValue value = hardware.asMap().get(key);
        if (value == null) {
            return;
        }
        List<CpuMask> groups = CpuGroups.read(n, value);
        CpuMask seen = new CpuMask(n);
        for (int g = 0; g < groups.size(); g++) {
            CpuMask group = groups.get(g);
            if (group.isEmpty()) {
                throw value.error(key + " " + g + " has no CPU");
            }
            for (int cpu = group.first(); cpu >= 0; cpu = group.next(cpu + 1)) {
                if (seen.test(cpu)) {
                    throw value.error("CPU " + cpu + " is in two groups of '" + key + "'");
                }
                seen.set(cpu);
                target.set(cpu, g);
            }
        }
        if (all && seen.weight() != n) {
            CpuMask rest = CpuMask.all(n);
            rest.andNot(seen);
            throw value.error(
                    "CPU " + rest.first() + " is in no group of '" + key + "'; every CPU 0-" + (n - 1) + " needs one");
        }
    }

    private int statedCpus() {
        return get("cpus")
                .orElseThrow(() -> root.error("the key 'cpus' is missing; expected the number of CPUs"))
                .asInt(1, Machine.MAX_CPUS);
    }

    private Architecture architecture() {
        Optional<YamlValue> value = get("architecture");
        if (value.isEmpty()) {
            return Architecture.X86;
        }
        return switch (value.get().asText()) {
            case "x86" -> Architecture.X86;
            case "arm64" -> Architecture.ARM64;
            default ->
                throw value.get()
                        .error("architecture '" + value.get().asText() + "' is unknown; expected x86 or arm64");
        };
    }

    private static int count(Map<String, YamlValue> map, String key, int absent) {
        return map.containsKey(key) ? map.get(key).asInt(1, Machine.MAX_CPUS) : absent;
    }

    private static int[][] matrix(YamlValue value) {
        List<YamlValue> rows = value.asList();
        int[][] matrix = new int[rows.size()][];
        for (int i = 0; i < matrix.length; i++) {
            List<YamlValue> row = rows.get(i).asList();
            matrix[i] = new int[row.size()];
            for (int j = 0; j < matrix[i].length; j++) {
                matrix[i][j] = row.get(j).asInt(Integer.MIN_VALUE, Integer.MAX_VALUE);
            }
        }
        return matrix;
    }

    private static void perCpu(int n, YamlValue value, int least, int most, PerCpu target) {
        for (Map.Entry<String, YamlValue> entry : value.asMap().entrySet()) {
            int number = entry.getValue().asInt(least, most);
            CpuMask cpus;
            try {
                cpus = CpuMask.parse(n, entry.getKey());
            } catch (IllegalArgumentException e) {
                throw entry.getValue().error(e.getMessage());
            }
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                target.set(cpu, number);
            }
        }
    }

    private static CpuMask cpus(int n, YamlValue value) {
        try {
            return CpuMask.parse(n, value.asText());
        } catch (MachineFileException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw value.error(e.getMessage());
        }
    }

    private static void partitions(int n, YamlValue value, Machine.Builder builder) {
        int number = 0;
        for (YamlValue item : value.asList()) {
            item.allowKeys(PARTITION_KEYS);
            Map<String, YamlValue> map = item.asMap();
            if (!map.containsKey("cpus")) {
                throw item.error("the key 'cpus' is missing; expected the CPUs of the partition");
            }
            boolean isolated = false;
            YamlValue state = map.get("state");
            if (state != null) {
                isolated = switch (state.asText()) {
                    case "root" -> false;
                    case "isolated" -> true;
                    default -> throw state.error("state '" + state.asText() + "': expected root or isolated");
                };
            }
            String partition = map.containsKey("name") ? map.get("name").asText() : "partition" + number;
            builder.partition(new CpusetPartition(partition, cpus(n, map.get("cpus")), isolated));
            number++;
        }
    }

    private static int flags(YamlValue value) {
        int flags = 0;
        for (YamlValue item : value.asList()) {
            try {
                flags |= SdFlag.byName(item.asText());
            } catch (MachineFileException e) {
                throw e;
            } catch (IllegalArgumentException e) {
                throw item.error(e.getMessage());
            }
        }
        return flags;
    }

    private List<String> texts(String key) {
        return get(key).map(v -> v.asList().stream().map(YamlValue::asText).toList())
                .orElse(List.of());
    }

    private Optional<YamlValue> get(String key) {
        return Optional.ofNullable(root.asMap().get(key));
    }

    /**
     * Where a part of the machine is written: under its own name, else inside the hardware, else the hardware itself.
     */
    private YamlValue locate(String part) {
        Map<String, YamlValue> top = root.asMap();
        String key = part.equals("capacity") ? "cpu_capacity" : part;
        if (top.containsKey(key)) {
            return top.get(key);
        }
        for (String way : List.of("shape", "hardware", "masks")) {
            YamlValue hardware = top.get(way);
            if (hardware != null && hardware.isMap()) {
                String inner =
                        switch (part) {
                            case "smt" -> way.equals("hardware") ? "core" : "smt";
                            case "coregroup" ->
                                way.equals("hardware") ? "llc" : way.equals("shape") ? "cores_per_llc" : part;
                            case "cluster" -> way.equals("shape") ? "cores_per_cluster" : part;
                            default -> part;
                        };
                return hardware.asMap().getOrDefault(inner, hardware);
            }
        }
        return root;
    }

    private static Set<String> keys(String... names) {
        return new TreeSet<>(List.of(names));
    }

    private static Map<String, String> notModelled() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("energy_model", "energy-aware placement");
        map.put("perf_domains", "energy-aware placement");
        map.put("uclamp", "utilisation clamping");
        map.put("core_scheduling", "core scheduling");
        map.put("proxy_execution", "proxy execution");
        map.put("cgroups", "a cgroup hierarchy");
        map.put("cpu_bandwidth", "CPU bandwidth control");
        map.put("numa_balancing", "NUMA balancing");
        map.put("deadline", "the deadline class");
        return map;
    }
}
