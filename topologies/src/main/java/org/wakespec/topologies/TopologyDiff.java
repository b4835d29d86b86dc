// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

/**
 * Compares a built topology with an expected one, field by field, and lists the differences in words. Every field of
 * the expectation is looked at; a field of an unknown name is a difference itself, so that nothing is passed over in
 * silence.
 */
public final class TopologyDiff {

    private final SchedTopology topology;
    private final List<String> differences = new ArrayList<>();
    private long compared;

    private TopologyDiff(SchedTopology topology) {
        this.topology = topology;
    }

    /**
     * What a comparison found.
     *
     * @param differences one line each, empty if all is equal
     * @param compared number of values compared
     */
    public record Result(List<String> differences, long compared) {}

    /**
     * Compares with one machine of {@code topologies.json}, which describes kernel 7.2. Capacities are compared
     * exactly.
     */
    public static Result compareGenerated(SchedTopology topology, JsonNode expected) {
        TopologyDiff diff = new TopologyDiff(topology);
        diff.generated(expected);
        return diff.result();
    }

    /**
     * Compares with the {@code domains} of a booted kernel's {@code topology.json}. A group's capacity may be below the
     * built one by at most 2 for each CPU of the group: what is missing is interrupt time.
     */
    public static Result compareRecorded(SchedTopology topology, JsonNode expected) {
        TopologyDiff diff = new TopologyDiff(topology);
        diff.recorded(expected.path("domains"));
        return diff.result();
    }

    private Result result() {
        return new Result(List.copyOf(differences), compared);
    }

    private void generated(JsonNode m) {
        int n = topology.nrCpus;
        for (Map.Entry<String, JsonNode> field : m.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "description",
                        "cpu_capacity",
                        "masks",
                        "level_table",
                        "forced_flags",
                        "node_distance",
                        "node_reclaim_distance",
                        "offline",
                        "isolated",
                        "domains" -> {
                    // Inputs, and the table that cpu_domains refers to.
                }
                case "nr_cpus" -> same("nr_cpus", value.asInt(), n);
                case "keys" -> keys(value);
                case "sd_llc_id" -> perCpu("sd_llc_id", value, topology.sdLlcId);
                case "sd_llc_size" -> perCpu("sd_llc_size", value, topology.sdLlcSize);
                case "sd_share_id" -> perCpu("sd_share_id", value, topology.sdShareId);
                case "asym_own_shared" -> same("asym_own_shared", value.asBoolean(), asymOwnShared());
                case "cpu_domains" -> cpuDomains(m.path("domains"), value);
                default -> differences.add("field '" + field.getKey() + "' is unknown, so it was not compared");
            }
        }
        for (String needed : List.of("keys", "sd_llc_id", "sd_llc_size", "sd_share_id", "cpu_domains", "domains")) {
            if (!m.has(needed)) {
                differences.add("the expectation lacks the field '" + needed + "'");
            }
        }
    }

    private void keys(JsonNode keys) {
        for (Map.Entry<String, JsonNode> key : keys.properties()) {
            boolean expected = key.getValue().asBoolean();
            switch (key.getKey()) {
                case "sched_smt_active" -> same(key.getKey(), expected, topology.smtActive);
                case "sched_cluster_active" -> same(key.getKey(), expected, topology.clusterActive);
                case "sched_asym_cpucap_active" -> same(key.getKey(), expected, topology.asymCpucapActive);
                default -> differences.add("key '" + key.getKey() + "' is unknown, so it was not compared");
            }
        }
    }

    private boolean asymOwnShared() {
        for (int cpu = 0; cpu < topology.nrCpus; cpu++) {
            if (topology.sdBalanceShared[cpu] != topology.sdLlcShared[cpu]) {
                return true;
            }
        }
        return false;
    }

    private void perCpu(String name, JsonNode byList, int[] actual) {
        CpuMask seen = new CpuMask(topology.nrCpus);
        for (Map.Entry<String, JsonNode> entry : byList.properties()) {
            CpuMask cpus = CpuMask.parse(topology.nrCpus, entry.getKey());
            seen.or(cpus);
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                same("CPU " + cpu + " " + name, entry.getValue().asInt(), actual[cpu]);
            }
        }
        if (seen.weight() != topology.nrCpus) {
            differences.add(name + " is stated for CPUs " + seen + " only");
        }
    }

    private void cpuDomains(JsonNode domains, JsonNode cpuDomains) {
        JsonNode[] byId = new JsonNode[domains.size()];
        for (JsonNode domain : domains) {
            byId[domain.path("id").asInt()] = domain;
        }
        CpuMask without = CpuMask.all(topology.nrCpus);
        for (Map.Entry<String, JsonNode> entry : cpuDomains.properties()) {
            CpuMask cpus = CpuMask.parse(topology.nrCpus, entry.getKey());
            without.andNot(cpus);
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                List<SchedDomain> actual = topology.domains(cpu);
                same("CPU " + cpu + " number of domains", entry.getValue().size(), actual.size());
                for (int i = 0; i < Math.min(actual.size(), entry.getValue().size()); i++) {
                    JsonNode expected = byId[entry.getValue().get(i).asInt()];
                    generatedDomain(expected, actual.get(i), i, entry.getValue());
                }
            }
        }
        for (int cpu = without.first(); cpu >= 0; cpu = without.next(cpu + 1)) {
            same("CPU " + cpu + " number of domains", 0, topology.domains(cpu).size());
        }
    }

    private void generatedDomain(JsonNode expected, SchedDomain sd, int index, JsonNode chain) {
        String at = "CPU " + sd.cpu + " domain" + index + " ";
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "id" -> {
                    // Only names the entry.
                }
                case "name" -> same(at + "name", value.asText(), sd.name);
                case "span" -> same(at + "span", value.asText(), sd.span.toString());
                case "flags" ->
                    same(at + "flags", texts(value), SdFlag.names(sd.flags).toString());
                case "imbalance_pct" -> same(at + "imbalance_pct", value.asInt(), sd.imbalancePct);
                case "imb_numa_nr" -> same(at + "imb_numa_nr", value.asInt(), sd.imbNumaNr);
                case "groups" -> generatedGroups(value, sd, at);
                default -> differences.add(at + "field '" + field.getKey() + "' is unknown, so it was not compared");
            }
        }
        same(
                at + "span weight",
                CpuMask.parse(topology.nrCpus, expected.path("span").asText()).weight(),
                sd.spanWeight);
        same(at + "parent", index + 1 < chain.size(), sd.parent != null);
        same(at + "child", index > 0, sd.child != null);
    }

    private void generatedGroups(JsonNode groups, SchedDomain sd, String at) {
        int start = 0;
        if (!sd.has(SdFlag.SD_NUMA)) {
            while (start < groups.size()
                    && !CpuMask.parse(
                                    topology.nrCpus,
                                    groups.get(start).path("span").asText())
                            .test(sd.cpu)) {
                start++;
            }
        }
        same(at + "number of groups", groups.size(), ringLength(sd));
        SchedGroup group = sd.groups;
        for (int i = 0; i < groups.size(); i++, group = group.next) {
            JsonNode expected = groups.get((start + i) % groups.size());
            String g = at + "group" + i + " ";
            boolean balanceMask = false;
            boolean cluster = false;
            for (Map.Entry<String, JsonNode> field : expected.properties()) {
                JsonNode value = field.getValue();
                switch (field.getKey()) {
                    case "span" -> same(g + "span", value.asText(), group.span.toString());
                    case "balance_mask" -> {
                        balanceMask = true;
                        same(g + "balance_mask", value.asText(), group.sgc.balanceMask.toString());
                    }
                    case "group_weight" -> same(g + "weight", value.asInt(), group.groupWeight);
                    case "capacity" -> same(g + "capacity", value.asLong(), group.sgc.capacity);
                    case "min_capacity" -> same(g + "min_capacity", value.asLong(), group.sgc.minCapacity);
                    case "max_capacity" -> same(g + "max_capacity", value.asLong(), group.sgc.maxCapacity);
                    case "child_is_cluster" -> cluster = value.asBoolean();
                    default -> differences.add(g + "field '" + field.getKey() + "' is unknown, so it was not compared");
                }
            }
            if (!balanceMask) {
                same(g + "balance_mask", group.span.toString(), group.sgc.balanceMask.toString());
            }
            same(g + "child_is_cluster", cluster, (group.flags & SdFlag.SD_CLUSTER) != 0);
        }
    }

    private void recorded(JsonNode domains) {
        CpuMask without = CpuMask.all(topology.nrCpus);
        Map<Integer, SchedDomainShared> sharedOf = new HashMap<>();
        Map<SchedDomainShared, Integer> indexOf = new HashMap<>();
        for (Map.Entry<String, JsonNode> entry : domains.properties()) {
            int cpu = Integer.parseInt(entry.getKey());
            without.clear(cpu);
            List<SchedDomain> actual = topology.domains(cpu);
            same("CPU " + cpu + " number of domains", entry.getValue().size(), actual.size());
            for (int i = 0; i < Math.min(actual.size(), entry.getValue().size()); i++) {
                recordedDomain(entry.getValue().get(i), actual.get(i), i, sharedOf, indexOf);
            }
        }
        for (int cpu = without.first(); cpu >= 0; cpu = without.next(cpu + 1)) {
            same("CPU " + cpu + " number of domains", 0, topology.domains(cpu).size());
        }
    }

    private void recordedDomain(
            JsonNode expected,
            SchedDomain sd,
            int index,
            Map<Integer, SchedDomainShared> sharedOf,
            Map<SchedDomainShared, Integer> indexOf) {
        String at = "CPU " + sd.cpu + " domain" + index + " ";
        for (Map.Entry<String, JsonNode> field : expected.properties()) {
            JsonNode value = field.getValue();
            switch (field.getKey()) {
                case "name" -> same(at + "name", value.asText(), sd.name);
                case "imbalance_pct" -> same(at + "imbalance_pct", value.asInt(), sd.imbalancePct);
                case "cache_nice_tries" -> same(at + "cache_nice_tries", value.asInt(), sd.cacheNiceTries);
                case "imb_numa_nr" -> same(at + "imb_numa_nr", value.asInt(), sd.imbNumaNr);
                case "busy_factor" -> same(at + "busy_factor", value.asInt(), sd.busyFactor);
                case "min_interval" -> same(at + "min_interval", value.asInt(), sd.minInterval);
                case "max_interval" -> same(at + "max_interval", value.asInt(), sd.maxInterval);
                case "span_weight" -> same(at + "span_weight", value.asInt(), sd.spanWeight);
                case "flags" ->
                    same(
                            at + "flags",
                            sorted(value),
                            new TreeSet<>(topology.rules().flagNames(sd.flags)).toString());
                case "span" -> same(at + "span", mask(value), sd.span.toString());
                case "sd_llc_id" -> same(at + "sd_llc_id", value.asInt(), topology.sdLlcId[sd.cpu]);
                case "sd_llc_size" -> same(at + "sd_llc_size", value.asInt(), topology.sdLlcSize[sd.cpu]);
                case "shared" -> shared(at, value, sd, sharedOf, indexOf);
                case "groups" -> recordedGroups(value, sd, at);
                default -> differences.add(at + "field '" + field.getKey() + "' is unknown, so it was not compared");
            }
        }
    }

    /** The numbers only tell objects apart: equal numbers must be one object here, different numbers different ones. */
    private void shared(
            String at,
            JsonNode value,
            SchedDomain sd,
            Map<Integer, SchedDomainShared> sharedOf,
            Map<SchedDomainShared, Integer> indexOf) {
        same(at + "owns a shared object", !value.isNull(), sd.shared != null);
        if (value.isNull() || sd.shared == null) {
            return;
        }
        int number = value.asInt();
        SchedDomainShared known = sharedOf.putIfAbsent(number, sd.shared);
        Integer knownNumber = indexOf.putIfAbsent(sd.shared, number);
        same(at + "shared object is number " + number + "'s", true, known == null || known == sd.shared);
        same(at + "shared object's number", number, knownNumber == null ? number : knownNumber);
    }

    private void recordedGroups(JsonNode groups, SchedDomain sd, String at) {
        same(at + "number of groups", groups.size(), ringLength(sd));
        SchedGroup group = sd.groups;
        for (int i = 0; i < groups.size(); i++, group = group.next) {
            String g = at + "group" + i + " ";
            for (Map.Entry<String, JsonNode> field : groups.get(i).properties()) {
                JsonNode value = field.getValue();
                switch (field.getKey()) {
                    case "span" -> same(g + "span", mask(value), group.span.toString());
                    case "balance_mask" -> same(g + "balance_mask", mask(value), group.sgc.balanceMask.toString());
                    case "weight" -> same(g + "weight", value.asInt(), group.groupWeight);
                    case "cores" -> same(g + "cores", value.asInt(), group.cores);
                    case "capacity" -> {
                        compared++;
                        long missing = group.sgc.capacity - value.asLong();
                        if (missing < 0 || missing > 2L * group.groupWeight) {
                            differences.add(g + "capacity: expected " + value.asLong()
                                    + " (up to 2 more for each CPU), built "
                                    + group.sgc.capacity);
                        }
                    }
                    default -> differences.add(g + "field '" + field.getKey() + "' is unknown, so it was not compared");
                }
            }
        }
    }

    private static int ringLength(SchedDomain sd) {
        int length = 0;
        SchedGroup group = sd.groups;
        do {
            length++;
            group = group.next;
        } while (group != sd.groups);
        return length;
    }

    private static String texts(JsonNode array) {
        List<String> list = new ArrayList<>();
        array.forEach(item -> list.add(item.asText()));
        return list.toString();
    }

    private static String sorted(JsonNode array) {
        TreeSet<String> set = new TreeSet<>();
        array.forEach(item -> set.add(item.asText()));
        return set.toString();
    }

    private String mask(JsonNode cpus) {
        CpuMask mask = new CpuMask(topology.nrCpus);
        cpus.forEach(cpu -> mask.set(cpu.asInt()));
        return mask.toString();
    }

    private void same(String what, Object expected, Object actual) {
        compared++;
        if (!expected.equals(actual)) {
            differences.add(what + ": expected " + expected + ", built " + actual);
        }
    }
}
