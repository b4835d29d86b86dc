// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;
import org.wakespec.topologies.MachineDescription;
import org.wakespec.topologies.MachineFile;
import org.wakespec.topologies.MachineFileException;

/** Completes what an input tells by assumptions, says them, and writes the machine file. */
final class MachineText {

    private static final int LOCAL = 10;
    private static final int FARTHEST = 255;

    private final MachineFacts facts;
    private final List<CpuFacts> cpus = new ArrayList<>();
    private final Map<Integer, Integer> nodeIndex = new LinkedHashMap<>();
    private final Map<String, String> lines = new LinkedHashMap<>();

    private MachineText(MachineFacts facts) {
        this.facts = facts;
    }

    /**
     * The machine file of what is known.
     *
     * @throws MachineImportException if it contradicts itself
     */
    static ImportedMachine write(MachineFacts facts, String name) {
        return new MachineText(facts).write(name);
    }

    private ImportedMachine write(String name) {
        if (facts.cpus.isEmpty() || facts.online().isEmpty()) {
            throw facts.error(facts.cpus.isEmpty() ? "it describes no CPU" : "it describes no CPU that is online");
        }
        architecture();
        number();
        place();
        nodes();
        hardware();
        distances();
        extras();
        String yaml = text();
        try {
            MachineDescription read = MachineFile.parse(yaml, name, name + ".yaml");
            return new ImportedMachine(facts.source, yaml, read, List.copyOf(facts.unknown));
        } catch (MachineFileException e) {
            throw facts.error(
                    "what it describes is no machine the scheduler could build domains for: "
                            + e.getMessage().replaceFirst("^[^:]*:\\d+: ", ""),
                    e);
        }
    }

    private void architecture() {
        if (facts.architecture == null) {
            facts.architecture = Architecture.X86;
            facts.unknown("the architecture: x86 is assumed (--architecture arm64 if it is not)");
        }
    }

    /** CPUs are numbered without gaps in a machine file. */
    private void number() {
        TreeSet<Integer> missing = new TreeSet<>();
        for (int cpu = 0; cpu < facts.cpus.lastKey(); cpu++) {
            if (!facts.cpus.containsKey(cpu)) {
                facts.cpu(cpu).offline = true;
                missing.add(cpu);
            }
        }
        if (!missing.isEmpty()) {
            facts.unknown("CPUs " + CpuSets.text(missing) + ", which the input does not mention: taken as offline");
        }
        cpus.addAll(facts.cpus.values());
    }

    /** Every CPU needs a core, a package and a node. */
    private void place() {
        TreeSet<Integer> lost = new TreeSet<>();
        CpuFacts first = facts.online().get(0);
        boolean packages = cpus.stream().anyMatch(cpu -> cpu.packageId != null);
        boolean nodes = cpus.stream().anyMatch(cpu -> cpu.node >= 0);
        if (!packages) {
            facts.unknown("packages: one is assumed");
        }
        if (!nodes) {
            facts.unknown("NUMA nodes: one is assumed");
        }
        TreeSet<Integer> coreless = new TreeSet<>();
        TreeSet<Integer> nodeless = new TreeSet<>();
        for (CpuFacts cpu : cpus) {
            if (cpu.core == null && (cpu.packageId == null || cpu.node < 0) && cpu.offline) {
                lost.add(cpu.cpu);
            } else if (cpu.core == null) {
                coreless.add(cpu.cpu);
            }
            if (cpu.core == null) {
                cpu.core = "own " + cpu.cpu;
            }
            if (cpu.packageId == null) {
                cpu.packageId = packages && first.packageId != null ? first.packageId : "0";
            }
            if (cpu.node < 0) {
                if (nodes && !cpu.offline) {
                    nodeless.add(cpu.cpu);
                }
                cpu.node = nodeOf(cpu, first, nodes);
            }
        }
        if (!lost.isEmpty()) {
            facts.unknown("where the offline CPUs " + CpuSets.text(lost)
                    + " are: each is assumed to be a core of its own beside CPU " + first.cpu);
        }
        if (!nodeless.isEmpty()) {
            facts.unknown("the nodes of CPUs " + CpuSets.text(nodeless)
                    + ": that of the rest of the package is assumed, else that of CPU " + first.cpu);
        }
        if (!coreless.isEmpty()) {
            facts.unknown("the cores of CPUs " + CpuSets.text(coreless) + ": each is assumed to be one of its own");
        }
    }

    /** The node of others in the package, so that the package stays as it is. */
    private int nodeOf(CpuFacts cpu, CpuFacts first, boolean known) {
        if (!known) {
            return 0;
        }
        for (CpuFacts other : cpus) {
            if (other.node >= 0 && cpu.packageId.equals(other.packageId)) {
                return other.node;
            }
        }
        return Math.max(0, first.node);
    }

    /** Machine files number nodes that have CPUs, without gaps. */
    private void nodes() {
        TreeSet<Integer> used = new TreeSet<>();
        cpus.forEach(cpu -> used.add(cpu.node));
        used.forEach(node -> nodeIndex.put(node, nodeIndex.size()));
        TreeSet<Integer> memoryOnly = new TreeSet<>(facts.distances.keySet());
        memoryOnly.removeAll(used);
        if (!memoryOnly.isEmpty()) {
            facts.unknown("nodes: " + CpuSets.text(memoryOnly)
                    + " have no CPU that is online: the scheduler does not see them, they are left out");
        }
        if (used.last() != used.size() - 1) {
            facts.unknown("node numbers: nodes " + CpuSets.text(used) + " are numbered 0-" + (used.size() - 1)
                    + " here, since a machine file has no gaps");
        }
    }

    private void hardware() {
        boolean x86 = facts.architecture == Architecture.X86;
        dropIfItDividesCores("L2 caches", cpu -> cpu.l2, cpu -> cpu.l2 = null);
        dropIfItDividesCores("last-level caches", cpu -> cpu.llc, cpu -> cpu.llc = null);
        dropIfItDividesCores("clusters", cpu -> cpu.cluster, cpu -> cpu.cluster = null);
        if (x86) {
            cutCachesAtPackages();
        }
        groups("core", cpu -> cpu.core, true);
        if (x86) {
            if (groups("l2", cpu -> cpu.l2, false) == 0) {
                facts.unknown("which CPUs share an L2: no cluster is larger than a core");
            }
        } else if (groups("cluster", cpu -> cpu.cluster, false) == 0) {
            facts.unknown("clusters of cores: none is assumed");
        }
        if (groups("llc", cpu -> cpu.llc, false) == 0) {
            facts.unknown("last-level caches: "
                    + (x86
                            ? "none larger than an L2 or a core is assumed"
                            : "none is assumed, so CPUs of a package share the MC level"));
        }
        groups("package", cpu -> cpu.packageId, true);
        groups("node", cpu -> String.valueOf(cpu.node), true);
    }

    private void dropIfItDividesCores(String what, Function<CpuFacts, String> label, Consumer<CpuFacts> drop) {
        Map<String, String> ofCore = new HashMap<>();
        for (CpuFacts cpu : cpus) {
            String value = String.valueOf(label.apply(cpu));
            String before = ofCore.putIfAbsent(cpu.core, value);
            if (before != null && !before.equals(value)) {
                facts.unknown(what + ": those of the input divide the core of CPU " + cpu.cpu
                        + ", which no scheduling domain can; not used");
                cpus.forEach(drop);
                return;
            }
        }
    }

    /** x86 does not believe in a cache that crosses packages (kernel 7.2: topology_sane()). */
    private void cutCachesAtPackages() {
        Map<String, TreeSet<String>> packagesOf = new TreeMap<>();
        for (CpuFacts cpu : cpus) {
            if (cpu.llc != null) {
                packagesOf.computeIfAbsent(cpu.llc, llc -> new TreeSet<>()).add(cpu.packageId);
            }
        }
        if (packagesOf.values().stream().anyMatch(set -> set.size() > 1)) {
            facts.unknown("a last-level cache crosses packages, which x86 kernels do not believe: it is cut at the"
                    + " packages");
            cpus.stream().filter(cpu -> cpu.llc != null).forEach(cpu -> cpu.llc = cpu.packageId + "|" + cpu.llc);
        }
    }

    /** Writes one line; returns the number of groups. */
    private int groups(String key, Function<CpuFacts, String> label, boolean all) {
        Map<String, TreeSet<Integer>> byLabel = new LinkedHashMap<>();
        if (key.equals("node")) {
            nodeIndex.keySet().forEach(node -> byLabel.put(String.valueOf(node), new TreeSet<>()));
        }
        for (CpuFacts cpu : cpus) {
            String value = label.apply(cpu);
            if (value != null) {
                byLabel.computeIfAbsent(value, v -> new TreeSet<>()).add(cpu.cpu);
            } else if (all) {
                throw facts.error("CPU " + cpu.cpu + " has no " + key);
            }
        }
        if (!byLabel.isEmpty()) {
            lines.put("  " + key, quoted(GroupPatterns.of(new ArrayList<>(byLabel.values()))));
        }
        return byLabel.size();
    }

    private void distances() {
        int n = nodeIndex.size();
        if (n < 2) {
            return;
        }
        int[][] matrix = matrix(n);
        if (matrix == null) {
            facts.unknown("distances between nodes: 20 is assumed between any two");
            return;
        }
        boolean symmetric = true;
        for (int from = 0; from < n; from++) {
            for (int to = 0; to < n; to++) {
                boolean sane = from == to
                        ? matrix[from][to] == LOCAL
                        : matrix[from][to] >= LOCAL && matrix[from][to] <= FARTHEST;
                if (!sane) {
                    facts.unknown("distances between nodes: the table says " + matrix[from][to] + " from node " + from
                            + " to node " + to + ", which no kernel accepts; 20 is assumed between any two");
                    return;
                }
                symmetric &= matrix[from][to] == matrix[to][from];
            }
        }
        if (!symmetric) {
            facts.unknown("distances between nodes: the table is not symmetric; the larger of the two is taken");
        }
        List<String> rows = new ArrayList<>();
        for (int from = 0; from < n; from++) {
            List<String> row = new ArrayList<>();
            for (int to = 0; to < n; to++) {
                row.add(String.valueOf(Math.max(matrix[from][to], matrix[to][from])));
            }
            rows.add("[" + String.join(", ", row) + "]");
        }
        lines.put("node_distance", "\n  - " + String.join("\n  - ", rows));
    }

    /** Distances by index, or null if one is missing. */
    private int[][] matrix(int n) {
        int[][] matrix = new int[n][n];
        for (Map.Entry<Integer, Integer> from : nodeIndex.entrySet()) {
            Map<Integer, Integer> row = facts.distances.getOrDefault(from.getKey(), Map.of());
            for (Map.Entry<Integer, Integer> to : nodeIndex.entrySet()) {
                Integer distance = row.get(to.getKey());
                if (distance == null) {
                    return null;
                }
                matrix[from.getValue()][to.getValue()] = distance;
            }
        }
        return matrix;
    }

    private void extras() {
        if (nodeIndex.size() > 1 && facts.architecture == Architecture.X86) {
            if (facts.zen()) {
                lines.put("node_reclaim_distance", "32");
            } else if (!facts.vendorKnown()) {
                facts.unknown("the processor's maker: node_reclaim_distance is 30, which is 32 on AMD Zen");
            }
            if (facts.meanDistances()) {
                lines.put("average_remote_distances", "true");
            }
        }
        capacities();
        if (!facts.isolated.isEmpty()) {
            TreeSet<Integer> known = new TreeSet<>(facts.isolated);
            known.retainAll(facts.cpus.keySet());
            lines.put("isolated", quote(CpuSets.text(known)));
        }
        List<Integer> offline =
                cpus.stream().filter(cpu -> cpu.offline).map(cpu -> cpu.cpu).toList();
        if (!offline.isEmpty()) {
            lines.put("offline", quote(CpuSets.text(offline)));
        }
    }

    private void capacities() {
        TreeMap<Integer, TreeSet<Integer>> byCapacity = new TreeMap<>();
        Map<Integer, TreeSet<Integer>> byRank = new TreeMap<>();
        Map<String, TreeSet<Integer>> byClock = new HashMap<>();
        for (CpuFacts cpu : cpus) {
            if (cpu.capacity > 0) {
                byCapacity.computeIfAbsent(cpu.capacity, c -> new TreeSet<>()).add(cpu.cpu);
            }
            if (cpu.rank >= 0) {
                byRank.computeIfAbsent(cpu.rank, r -> new TreeSet<>()).add(cpu.cpu);
            }
            if (cpu.maxClock != null) {
                byClock.computeIfAbsent(cpu.maxClock, c -> new TreeSet<>()).add(cpu.cpu);
            }
        }
        if (byCapacity.size() > 1 || (byCapacity.size() == 1 && !byCapacity.containsKey(1024))) {
            if (byCapacity.values().stream().mapToInt(TreeSet::size).sum() == cpus.size()
                    && !byCapacity.containsKey(1024)) {
                int biggest = byCapacity.lastKey();
                facts.unknown("capacities: the biggest CPU has 1024 by definition, here " + biggest
                        + "; CPUs of that kind are given 1024");
                byCapacity.put(1024, byCapacity.remove(biggest));
            }
            lines.put("cpu_capacity", map(byCapacity));
        } else if (byCapacity.isEmpty() && byClock.size() > 1) {
            facts.unknown("capacities: the CPUs' highest clocks differ, but how much they get done is not told; 1024 is"
                    + " assumed for all (key cpu_capacity)");
        } else if (byCapacity.isEmpty() && facts.architecture == Architecture.ARM64) {
            facts.unknown("capacities: 1024 is assumed for all (key cpu_capacity)");
        }
        if (facts.architecture == Architecture.X86 && byRank.size() > 1) {
            facts.unknown("whether the kernel prefers some cores (sched_itmt_enabled): not assumed; if it does, add"
                    + " asym_packing: " + map(byRank)
                    + " (without SMT such kernels have capacities as well from 6.12 on)");
        }
    }

    private static String map(Map<Integer, TreeSet<Integer>> byValue) {
        return byValue.entrySet().stream()
                .map(entry -> quote(CpuSets.text(entry.getValue())) + ": " + entry.getKey())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        text.append("# Made by 'wakespec machine import' from ")
                .append(facts.source)
                .append(".\n");
        if (!facts.unknown.isEmpty()) {
            text.append("# Not known from this input:\n");
            facts.unknown.forEach(
                    line -> text.append("#   - ").append(plain(line)).append('\n'));
        }
        text.append("description: ").append(quote(description())).append('\n');
        text.append("sources: [").append(quote(facts.source)).append("]\n");
        text.append("cpus: ").append(cpus.size()).append('\n');
        text.append("architecture: ")
                .append(facts.architecture == Architecture.X86 ? "x86" : "arm64")
                .append('\n');
        text.append("hardware:\n");
        lines.forEach((key, value) -> text.append(key)
                .append(value.startsWith("\n") ? ":" : ": ")
                .append(value)
                .append('\n'));
        return text.toString();
    }

    private String description() {
        long cores = cpus.stream().map(cpu -> cpu.core).distinct().count();
        long packages = cpus.stream().map(cpu -> cpu.packageId).distinct().count();
        String counts =
                cpus.size() + " CPUs, " + cores + " cores, " + packages + (packages == 1 ? " package" : " packages")
                        + ", " + nodeIndex.size() + (nodeIndex.size() == 1 ? " node" : " nodes");
        return facts.model.isBlank() ? counts : plain(facts.model) + ", " + counts;
    }

    private static String quoted(List<String> texts) {
        return texts.stream().map(MachineText::quote).collect(Collectors.joining(", ", "[", "]"));
    }

    private static String quote(String text) {
        return "\"" + plain(text).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    /** One line of printable ASCII: what an input calls itself must not be able to become YAML. */
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.strip().codePoints().limit(2_000).forEach(c -> plain.appendCodePoint(c >= ' ' && c < 0x7f ? c : '?'));
        return plain.toString();
    }
}
