// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/** What the files of sysfs tell. Lists are preferred, masks serve kernels that have none. */
final class SysfsFacts {

    private static final Pattern CPU = Pattern.compile("cpu/cpu(\\d+)/.*");
    private static final Pattern NODE = Pattern.compile("node/node(\\d+)/.*");
    private static final Pattern LEVEL = Pattern.compile("cpu/cpu(\\d+)/cache/(index\\d+)/level");
    /** Kernel: cpu_modalias(), print_cpu_modalias(). */
    private static final Pattern MODALIAS =
            Pattern.compile("cpu:type:(\\w+)(?:,ven([0-9A-F]{4})fam([0-9A-F]{4})mod([0-9A-F]{4}))?");
    /** Numbers the kernel has for makers of x86 processors. */
    private static final Map<String, String> VENDORS =
            Map.of("0000", "GenuineIntel", "0002", "AuthenticAMD", "0009", "HygonGenuine");
    /** x86 looks no further (kernel 7.2: the cache ids of L2 and L3). */
    private static final int LAST_X86_LEVEL = 3;

    private final SysfsArchive archive;
    private final MachineFacts facts;

    private SysfsFacts(SysfsArchive archive, String input) {
        this.archive = archive;
        facts = new MachineFacts(input, "sysfs");
    }

    static MachineFacts of(SysfsArchive archive, String input) {
        return new SysfsFacts(archive, input).read();
    }

    private MachineFacts read() {
        architecture();
        TreeSet<Integer> present = new TreeSet<>();
        for (String path : archive.files.keySet()) {
            Matcher cpu = CPU.matcher(path);
            if (cpu.matches()) {
                present.add(integer(path, cpu.group(1)));
            }
        }
        set("cpu/present", "").forEach(present::add);
        for (int cpu : present) {
            cpu(facts.cpu(cpu));
        }
        online(present);
        caches();
        nodes();
        facts.isolated.addAll(set("cpu/isolated", ""));
        if (!archive.files.containsKey("cpu/isolated")) {
            facts.unknown("isolated CPUs: none is assumed");
        }
        return facts;
    }

    private void architecture() {
        Map<String, String> info = new HashMap<>();
        for (String line : archive.cpuinfo.split("\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                info.putIfAbsent(
                        MachineImport.lower(line.substring(0, colon)),
                        line.substring(colon + 1).strip());
            }
        }
        facts.model = info.getOrDefault("model name", "");
        Matcher modalias = MODALIAS.matcher(archive.files.getOrDefault("cpu/modalias", ""));
        if (info.containsKey("vendor_id") && info.containsKey("cpu family")) {
            facts.architecture("x86_64");
            facts.processor(info.get("vendor_id"), info.get("cpu family"), info.get("model"));
        } else if (modalias.lookingAt()) {
            facts.architecture(modalias.group(1));
            if (modalias.group(2) != null) {
                facts.processor(
                        VENDORS.getOrDefault(modalias.group(2), "vendor " + modalias.group(2)),
                        "0x" + modalias.group(3),
                        "0x" + modalias.group(4));
            }
        } else if (info.containsKey("cpu implementer")) {
            facts.architecture("aarch64");
        } else if (info.containsKey("hart")) {
            facts.architecture("riscv64");
        } else if (hint("book_id") || hint("drawer_id")) {
            facts.architecture("s390x");
        } else if (hint("smt_snooze_delay") || hint("/pir")) {
            facts.architecture("ppc64");
        } else if (hint("microcode") || hint("thermal_throttle") || hint("intel_pstate")) {
            facts.architecture("x86_64");
        } else if (hint("regs/identification")) {
            facts.architecture("aarch64");
        }
    }

    private boolean hint(String part) {
        return archive.hints.stream().anyMatch(path -> path.contains(part));
    }

    private void cpu(CpuFacts cpu) {
        String dir = "cpu/cpu" + cpu.cpu + "/";
        String topology = dir + "topology/";
        cpu.core = group(cpu, topology + "thread_siblings_list", topology + "thread_siblings");
        if (cpu.core == null) {
            cpu.core = group(cpu, topology + "core_cpus_list", topology + "core_cpus");
        }
        String packageId = archive.files.get(topology + "physical_package_id");
        if (packageId != null) {
            // -1: the firmware does not say; all such CPUs are one package
            cpu.packageId = String.valueOf(integer(topology + "physical_package_id", packageId));
        }
        String cluster = archive.files.get(topology + "cluster_id");
        if (cluster != null && !cluster.equals("-1") && !cluster.equals("65535")) {
            cpu.cluster = group(cpu, topology + "cluster_cpus_list", topology + "cluster_cpus");
        }
        String capacity = archive.files.get(dir + "cpu_capacity");
        if (capacity != null) {
            cpu.capacity = integer(dir + "cpu_capacity", capacity);
        }
        String rank = archive.files.get(dir + "acpi_cppc/highest_perf");
        if (rank != null) {
            cpu.rank = integer(dir + "acpi_cppc/highest_perf", rank);
        }
        cpu.maxClock = archive.files.get(dir + "cpufreq/cpuinfo_max_freq");
    }

    private void online(TreeSet<Integer> present) {
        TreeSet<Integer> offline = new TreeSet<>(present);
        if (archive.files.containsKey("cpu/online")) {
            offline.removeAll(set("cpu/online", ""));
        } else {
            offline.removeIf(
                    cpu -> !"0".equals(archive.files.get("cpu/cpu" + cpu + "/online")) && facts.cpu(cpu).core != null);
            if (offline.size() == present.size()) {
                throw facts.error("neither cpu/online nor any cpu/cpuN/topology is in the archive");
            }
        }
        facts.offline(offline);
    }

    /** The last-level cache of a CPU is its highest one that holds data; the L2 is looked at by x86 only. */
    private void caches() {
        Map<Integer, Integer> highest = new TreeMap<>();
        for (Map.Entry<String, String> file : archive.files.entrySet()) {
            Matcher match = LEVEL.matcher(file.getKey());
            if (!match.matches()) {
                continue;
            }
            CpuFacts cpu = facts.cpu(integer(file.getKey(), match.group(1)));
            String dir = "cpu/cpu" + cpu.cpu + "/cache/" + match.group(2) + "/";
            int level = integer(file.getKey(), file.getValue());
            if ("Instruction".equals(archive.files.get(dir + "type"))
                    || (facts.architecture == Architecture.X86 && level > LAST_X86_LEVEL)) {
                continue;
            }
            String shared = group(cpu, dir + "shared_cpu_list", dir + "shared_cpu_map");
            if (shared == null) {
                continue;
            }
            if (level == 2) {
                cpu.l2 = shared;
            }
            if (level >= 2 && level > highest.getOrDefault(cpu.cpu, 0)) {
                highest.put(cpu.cpu, level);
                cpu.llc = shared;
            }
        }
    }

    private void nodes() {
        for (String path : archive.files.keySet()) {
            Matcher match = NODE.matcher(path);
            if (!match.matches()) {
                continue;
            }
            int node = integer(path, match.group(1));
            String dir = "node/node" + node + "/";
            if (path.equals(dir + "cpulist")
                    || (path.equals(dir + "cpumap") && !archive.files.containsKey(dir + "cpulist"))) {
                for (int cpu : set(dir + "cpulist", dir + "cpumap")) {
                    facts.cpu(cpu).node = node;
                }
            }
        }
        TreeSet<Integer> online = set("node/online", "");
        if (online.isEmpty()) {
            archive.files.keySet().stream()
                    .filter(path -> path.endsWith("/distance"))
                    .forEach(path -> online.add(integer(path, path.replaceAll("\\D", ""))));
        }
        for (int node : online) {
            String row = archive.files.get("node/node" + node + "/distance");
            if (row == null) {
                continue;
            }
            String[] values = row.split("\\s+");
            if (values.length != online.size()) {
                facts.unknown(
                        "distances from node " + node + ": the file has " + values.length + " of " + online.size());
                continue;
            }
            Map<Integer, Integer> distances = new TreeMap<>();
            int i = 0;
            for (int to : online) {
                distances.put(to, integer("node/node" + node + "/distance", values[i++]));
            }
            facts.distances.put(node, distances);
        }
    }

    /** A label for the CPUs of a set, which must hold the CPU itself; null without the files. */
    private String group(CpuFacts cpu, String listFile, String maskFile) {
        if (!archive.files.containsKey(listFile) && !archive.files.containsKey(maskFile)) {
            return null;
        }
        TreeSet<Integer> set = set(listFile, maskFile);
        if (!set.contains(cpu.cpu)) {
            throw facts.error((archive.files.containsKey(listFile) ? listFile : maskFile) + ": CPU " + cpu.cpu
                    + " is not among its own siblings");
        }
        return CpuSets.text(set);
    }

    private TreeSet<Integer> set(String listFile, String maskFile) {
        String list = archive.files.get(listFile);
        String mask = archive.files.get(maskFile);
        try {
            return list != null ? CpuSets.list(list) : mask != null ? CpuSets.mask(mask) : new TreeSet<>();
        } catch (IllegalArgumentException e) {
            throw facts.error((list != null ? listFile : maskFile) + ": " + e.getMessage(), e);
        }
    }

    private int integer(String path, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw facts.error(
                    path + ": expected a number, found '" + text.substring(0, Math.min(40, text.length())) + "'", e);
        }
    }
}
