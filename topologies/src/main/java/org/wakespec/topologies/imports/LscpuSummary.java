// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/**
 * {@code lscpu} without a table: counts of sockets, cores, threads and caches, and the CPUs of each node. Which CPU is whose
 * sibling is deduced from the numbers and said; a machine of several kinds of core cannot be deduced and is refused.
 */
final class LscpuSummary {

    private static final Pattern NODE = Pattern.compile("numa node(\\d+) cpu\\(s\\)");
    private static final Pattern INSTANCES = Pattern.compile(".*\\((\\d+) instances?\\)");

    private final Map<String, String> fields;
    private final MachineFacts facts;

    private LscpuSummary(Map<String, String> fields, String input, String source) {
        this.fields = fields;
        facts = new MachineFacts(input, source);
    }

    static boolean looksLike(String text) {
        return text.lines().limit(12).anyMatch(line -> line.strip().matches("(Architecture|CPU\\(s\\)):\\s.*"));
    }

    static String key(String field) {
        return MachineImport.lower(field.replaceFirst(":\\s*$", ""));
    }

    static MachineFacts read(String text, String input) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String line : text.split("\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                fields.putIfAbsent(
                        key(line.substring(0, colon)), line.substring(colon + 1).strip());
            }
        }
        return of(fields, input, "lscpu");
    }

    static MachineFacts of(Map<String, String> fields, String input, String source) {
        return new LscpuSummary(fields, input, source).read();
    }

    private MachineFacts read() {
        if (!fields.containsKey("cpu(s)")) {
            throw facts.error(
                    "there is no field 'CPU(s)'; of a translated lscpu nothing is understood (LC_ALL=C lscpu)");
        }
        if (fields.containsKey("architecture")) {
            facts.architecture(fields.get("architecture"));
        }
        if (fields.containsKey("book(s) per drawer") || fields.containsKey("socket(s) per book")) {
            facts.architecture("s390x");
        }
        facts.model = fields.getOrDefault("model name", "");
        facts.processor(fields.get("vendor id"), fields.get("cpu family"), fields.get("model"));
        TreeSet<Integer> online = online();
        nodes(online);
        cores(online);
        facts.unknown("isolated CPUs: none is assumed");
        return facts;
    }

    private TreeSet<Integer> online() {
        int all = count("cpu(s)", 0);
        TreeSet<Integer> online = set("on-line cpu(s) list");
        if (online.isEmpty()) {
            for (int cpu = 0; cpu < all; cpu++) {
                online.add(facts.cpu(cpu).cpu);
            }
        }
        online.forEach(facts::cpu);
        facts.offline(set("off-line cpu(s) list"));
        if (facts.cpus.size() != all && online.size() != all) {
            throw facts.error("CPU(s) says " + all + ", the lists of CPUs have " + facts.cpus.size());
        }
        return online;
    }

    private void nodes(TreeSet<Integer> online) {
        TreeSet<Integer> placed = new TreeSet<>();
        for (String field : fields.keySet()) {
            Matcher match = NODE.matcher(field);
            if (match.matches()) {
                int node = Integer.parseInt(match.group(1));
                for (int cpu : set(field)) {
                    if (!placed.add(cpu)) {
                        throw facts.error("CPU " + cpu + " is in two NUMA nodes");
                    }
                    if (online.contains(cpu)) {
                        facts.cpu(cpu).node = node;
                    }
                }
            }
        }
    }

    private void cores(TreeSet<Integer> online) {
        int threads = count("thread(s) per core", 1);
        int perSocket = count("core(s) per socket", count("core(s) per cluster", 0));
        int sockets = count("socket(s)", 1);
        if (!fields.containsKey("socket(s)")) {
            facts.unknown("packages: one is assumed");
        }
        if (perSocket == 0) {
            throw facts.error("neither Core(s) per socket nor Core(s) per cluster is stated; use lscpu -e");
        }
        long expected = (long) threads * perSocket * sockets;
        if (expected != online.size()) {
            throw facts.error("threads x cores x sockets are " + threads + " x " + perSocket + " x " + sockets + " = "
                    + expected + ", but " + online.size()
                    + " CPUs are online: the cores are not all alike, so counts do"
                    + " not tell which is which; use lscpu -e");
        }
        List<List<Integer>> cores = siblings(online, threads);
        int l3 = instances("l3");
        int l2 = instances("l2");
        int clusters = count("cluster(s)", 0);
        int total = cores.size();
        boolean x86 = facts.architecture != Architecture.ARM64;
        int perLlc = perCache(l3, total, "last-level caches");
        int perL2 = perCache(l2, total, "L2 caches");
        if (l3 == 0 && perL2 > 0) {
            perLlc = perL2;
        }
        for (int core = 0; core < total; core++) {
            for (int number : cores.get(core)) {
                CpuFacts cpu = facts.cpu(number);
                cpu.core = "core " + core;
                cpu.packageId = "socket " + core / perSocket;
                cpu.llc = perLlc == 0 ? null : "llc " + core / perLlc;
                cpu.l2 = perL2 == 0 ? null : "l2 " + core / perL2;
                if (!x86 && clusters > 1 && total % clusters == 0) {
                    cpu.cluster = "cluster " + core / (total / clusters);
                }
            }
        }
        if (sockets > 1 || perLlc < total) {
            facts.unknown(
                    "which cores share packages and caches: cores are assumed to be numbered package by package and"
                            + " cache by cache (lscpu -e tells)");
        }
    }

    private int perCache(int instances, int cores, String what) {
        if (instances == 0) {
            return 0;
        }
        if (instances > cores || cores % instances != 0) {
            facts.unknown(what + ": " + cores + " cores do not divide into " + instances + "; not used");
            return 0;
        }
        return cores / instances;
    }

    /** The CPUs of each core: nodes whose CPUs form as many runs as a core has threads tell it, others are assumed to be so. */
    private List<List<Integer>> siblings(TreeSet<Integer> online, int threads) {
        Map<Integer, List<Integer>> byNode = new TreeMap<>();
        for (int cpu : online) {
            byNode.computeIfAbsent(facts.cpu(cpu).node, node -> new ArrayList<>())
                    .add(cpu);
        }
        boolean adjacent = facts.architecture == Architecture.ARM64 && threads > 1;
        boolean told = threads == 1;
        if (threads > 1 && byNode.size() > 1) {
            boolean runs = byNode.values().stream().allMatch(list -> runs(list) == threads);
            boolean single = byNode.values().stream().allMatch(list -> runs(list) == 1);
            told = runs || single;
            adjacent = single;
        }
        if (!told) {
            facts.unknown("which CPUs are siblings: "
                    + (adjacent
                            ? "the threads of a core are assumed to have consecutive numbers"
                            : "all first threads are assumed to be numbered before all second ones")
                    + " (lscpu -e tells)");
        } else if (threads > 1) {
            facts.unknown("which CPUs are siblings: deduced from the CPUs of the nodes (lscpu -e tells)");
        }
        List<List<Integer>> cores = new ArrayList<>();
        for (List<Integer> list : byNode.values()) {
            if (list.size() % threads != 0) {
                throw facts.error("the " + list.size() + " CPUs of a node do not divide into cores of " + threads
                        + " threads; use lscpu -e");
            }
            int inNode = list.size() / threads;
            for (int core = 0; core < inNode; core++) {
                List<Integer> cpus = new ArrayList<>();
                for (int thread = 0; thread < threads; thread++) {
                    cpus.add(list.get(adjacent ? core * threads + thread : thread * inNode + core));
                }
                cores.add(cpus);
            }
        }
        return cores;
    }

    private static int runs(List<Integer> cpus) {
        int runs = 1;
        for (int i = 1; i < cpus.size(); i++) {
            runs += cpus.get(i) == cpus.get(i - 1) + 1 ? 0 : 1;
        }
        return runs;
    }

    /** Fields are called {@code L3 cache}, or {@code L3} below {@code Caches (sum of all)}. */
    private int instances(String level) {
        String field = fields.containsKey(level + " cache") ? level + " cache" : level;
        Matcher match = INSTANCES.matcher(fields.getOrDefault(field, ""));
        if (match.matches()) {
            return Integer.parseInt(match.group(1));
        }
        if (fields.containsKey(field)) {
            facts.unknown("how many there are of " + level.toUpperCase(Locale.ROOT)
                    + " caches: this lscpu is too old to tell (lscpu -e does)");
        }
        return 0;
    }

    private TreeSet<Integer> set(String field) {
        try {
            return CpuSets.list(fields.getOrDefault(field, ""));
        } catch (IllegalArgumentException e) {
            throw facts.error("field '" + field + "': " + e.getMessage(), e);
        }
    }

    private int count(String field, int absent) {
        String text = fields.get(field);
        if (text == null || text.isEmpty() || text.equals("-")) {
            return absent;
        }
        try {
            int count = Integer.parseInt(text);
            if (count >= 1) {
                return count;
            }
        } catch (NumberFormatException e) {
            throw facts.error("field '" + field + "': expected a number, found '" + text + "'", e);
        }
        throw facts.error("field '" + field + "': expected 1 or more, found " + text);
    }
}
