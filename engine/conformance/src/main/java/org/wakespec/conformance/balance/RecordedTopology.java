// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedGroupCapacity;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

/**
 * Makes the domain tree exactly as a machine of {@code topologies.json} states it. The builder is not asked: the file
 * leaves out what it would need, and balancing is to be judged on the recorded domains.
 */
final class RecordedTopology {

    private final Json machine;
    private final SchedTopology topology;
    private final int n;
    private final Map<String, SchedGroupCapacity> capacities = new HashMap<>();
    /** Groups of each domain id, in ring order. */
    private final SchedGroup[][] groups;

    private RecordedTopology(Json machine) {
        this.machine = machine;
        n = machine.integer("nr_cpus");
        topology = new SchedTopology(null, n, machine.elements("node_distance").size());
        groups = new SchedGroup[machine.elements("domains").size()][];
    }

    static SchedTopology of(Json machine) {
        return new RecordedTopology(machine).build();
    }

    private SchedTopology build() {
        for (int cpu = 0; cpu < n; cpu++) {
            topology.active.set(cpu);
            topology.sdLlcSize[cpu] = 1;
        }
        if (machine.has("offline")) {
            topology.active.andNot(machine.maskField("offline", n));
        }
        Json masks = machine.object("masks");
        for (Json smt : masks.elements("smt")) {
            CpuMask mask = machine.mask(smt.textValue(), n);
            for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
                topology.smtMask[cpu] = mask;
            }
        }
        int node = 0;
        for (Json list : masks.elements("node")) {
            CpuMask mask = machine.mask(list.textValue(), n);
            topology.nodeMask[node] = mask;
            for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
                topology.cpuToNode[cpu] = node;
            }
            node++;
        }
        perCpu("cpu_capacity", topology.archScaleCpuCapacity);
        perCpu("sd_llc_id", topology.sdLlcId);
        Json keys = machine.object("keys");
        topology.smtActive = keys.node().path("sched_smt_active").asBoolean();
        topology.clusterActive = keys.node().path("sched_cluster_active").asBoolean();
        topology.asymCpucapActive = keys.node().path("sched_asym_cpucap_active").asBoolean();
        List<Json> domains = machine.elements("domains");
        for (int id = 0; id < domains.size(); id++) {
            groups[id] = ring(domains.get(id), id);
        }
        SchedDomainShared[] shared = new SchedDomainShared[domains.size()];
        for (Map.Entry<String, Json> entry : machine.object("cpu_domains").members()) {
            CpuMask cpus = machine.mask(entry.getKey(), n);
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                SchedDomain below = null;
                for (Json id : entry.getValue().elements()) {
                    int domain = (int) id.value();
                    if (domain < 0 || domain >= domains.size()) {
                        throw machine.wrong("'cpu_domains' of '" + entry.getKey() + "': there is no domain " + domain
                                + ", only 0-" + (domains.size() - 1));
                    }
                    below = attach(cpu, below, domains.get(domain), domain, shared);
                }
                topDomains(cpu);
            }
        }
        return topology;
    }

    private void perCpu(String field, int[] values) {
        for (Map.Entry<String, Json> entry : machine.object(field).members()) {
            CpuMask cpus = machine.mask(entry.getKey(), n);
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                values[cpu] = (int) entry.getValue().value();
            }
        }
    }

    private SchedGroup[] ring(Json domain, int id) {
        List<Json> list = domain.elements("groups");
        SchedGroup[] ring = new SchedGroup[list.size()];
        boolean numa = (flags(domain) & SdFlag.SD_NUMA) != 0;
        for (int i = 0; i < ring.length; i++) {
            Json from = list.get(i);
            SchedGroup group = new SchedGroup(from.maskField("span", n));
            group.cores = from.integer("cores");
            group.flags = flags(from);
            CpuMask balance = from.has("balance_mask") ? from.maskField("balance_mask", n) : group.span;
            // CPUs of one NUMA level share a group's capacity object although each has a ring of its own
            String owner = numa ? domain.text("name") + domain.integer("min_interval") : "domain " + id;
            group.sgc = capacities.computeIfAbsent(
                    owner + " " + group.span, k -> new SchedGroupCapacity(balance.first(), balance));
            ring[i] = group;
        }
        for (int i = 0; i < ring.length; i++) {
            ring[i].next = ring[(i + 1) % ring.length];
        }
        return ring;
    }

    private static int flags(Json from) {
        int flags = 0;
        for (Json flag : from.elements("flags")) {
            flags |= SdFlag.byName(flag.textValue());
        }
        return flags;
    }

    private SchedDomain attach(int cpu, SchedDomain below, Json from, int id, SchedDomainShared[] shared) {
        SchedDomain sd = new SchedDomain(cpu, from.text("name"));
        sd.child = below;
        if (below == null) {
            topology.sd[cpu] = sd;
        } else {
            below.parent = sd;
        }
        sd.level = below == null ? 0 : below.level + 1;
        sd.span = from.maskField("span", n);
        sd.spanWeight = sd.span.weight();
        sd.flags = flags(from);
        sd.imbalancePct = from.integer("imbalance_pct");
        sd.imbNumaNr = from.integer("imb_numa_nr");
        sd.minInterval = from.integer("min_interval");
        sd.maxInterval = from.integer("max_interval");
        sd.busyFactor = from.integer("busy_factor");
        sd.cacheNiceTries = from.integer("cache_nice_tries");
        if (from.node().path("has_shared").asBoolean()) {
            if (shared[id] == null) {
                shared[id] = new SchedDomainShared(sd.span.first());
            }
            sd.shared = shared[id];
        }
        sd.groups = firstGroup(sd, groups[id]);
        return sd;
    }

    /** A NUMA domain's list starts at its CPU's group; the ring of any other domain is entered where the CPU is. */
    private SchedGroup firstGroup(SchedDomain sd, SchedGroup[] ring) {
        if (!sd.has(SdFlag.SD_NUMA)) {
            for (SchedGroup group : ring) {
                if (group.span.test(sd.cpu)) {
                    return group;
                }
            }
        }
        if (!ring[0].span.test(sd.cpu)) {
            throw machine.wrong("CPU " + sd.cpu + " is in no group of its domain " + sd);
        }
        return ring[0];
    }

    private void topDomains(int cpu) {
        for (SchedDomain sd = topology.sd[cpu]; sd != null; sd = sd.parent) {
            if (sd.has(SdFlag.SD_SHARE_LLC)) {
                topology.sdLlc[cpu] = sd;
            }
            if (sd.has(SdFlag.SD_NUMA) && topology.sdNuma[cpu] == null) {
                topology.sdNuma[cpu] = sd;
            }
            if (sd.has(SdFlag.SD_ASYM_CPUCAPACITY_FULL) && topology.sdAsymCpucapacity[cpu] == null) {
                topology.sdAsymCpucapacity[cpu] = sd;
            }
        }
        SchedDomain llc = topology.sdLlc[cpu];
        SchedDomain asym = topology.sdAsymCpucapacity[cpu];
        if (llc != null) {
            topology.sdLlcSize[cpu] = llc.spanWeight;
            topology.sdLlcShared[cpu] = llc.shared;
            topology.cachePresent |= llc.spanWeight > 1 && llc.parent != null;
        }
        topology.sdBalanceShared[cpu] = asym != null && asym.shared != null ? asym.shared : topology.sdLlcShared[cpu];
    }
}
