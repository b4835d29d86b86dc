// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the group rings of all domains of a root domain (kernel 7.2: build_sched_groups and, for NUMA levels,
 * build_overlap_sched_groups).
 */
final class GroupBuild {

    private final SchedTopology topology;
    private final TopologyRules rules;
    private final CpuMask cpuMap;
    private final SchedDomain[][] domains;
    private final int nrCpus;
    private final CpuMask[] single;
    /** Capacity slots by level and CPU, made on first use. */
    private final SchedGroupCapacity[][] sgc;
    /** Balance masks by level and group span. */
    private final List<Map<CpuMask, CpuMask>> balanceMasks = new ArrayList<>();

    private final Map<CpuMask, Integer> coresOf = new HashMap<>();

    GroupBuild(SchedTopology topology, TopologyRules rules, CpuMask cpuMap, SchedDomain[][] domains) {
        this.topology = topology;
        this.rules = rules;
        this.cpuMap = cpuMap;
        this.domains = domains;
        this.nrCpus = topology.nrCpus;
        this.single = new CpuMask[nrCpus];
        this.sgc = new SchedGroupCapacity[domains.length][nrCpus];
    }

    void run() {
        for (int level = 0; level < domains.length; level++) {
            balanceMasks.add(new HashMap<>());
            for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
                SchedDomain sd = domains[level][cpu];
                if (sd == null) {
                    continue;
                }
                if (sd.has(SdFlag.SD_NUMA)) {
                    buildOverlapping(level, sd);
                } else if (sd.groups == null) {
                    buildShared(level, sd.span);
                }
            }
        }
    }

    /**
     * Groups shared by all CPUs of a domain. Each CPU links the same objects while it is built, so the ring that stays
     * is the one the last CPU makes: its own group first, then ascending by the member met first.
     */
    private void buildShared(int level, CpuMask span) {
        CpuMask uncovered = new CpuMask(span);
        SchedGroup first = null;
        SchedGroup last = null;
        for (int cpu = span.last(); cpu >= 0; cpu = uncovered.first()) {
            SchedGroup group = sharedGroup(level, cpu);
            for (int member = group.span.first(); member >= 0; member = group.span.next(member + 1)) {
                domains[level][member].groups = group;
            }
            uncovered.andNot(group.span);
            if (first == null) {
                first = group;
            } else {
                last.next = group;
            }
            last = group;
        }
        last.next = first;
    }

    /** Kernel 7.2: get_group(). */
    private SchedGroup sharedGroup(int level, int cpu) {
        SchedDomain sd = domains[level][cpu];
        SchedDomain child = sd.child;
        CpuMask span = child == null ? single(cpu) : child.span;
        SchedGroup group = newGroup(sd, span, child == null ? 0 : child.flags);
        group.sgc = capacitySlot(level, span.first(), span, group.groupWeight);
        return group;
    }

    /** Kernel 7.2: build_overlap_sched_groups(): a private ring, made of what the members' own trees can reach. */
    private void buildOverlapping(int level, SchedDomain sd) {
        CpuMask uncovered = new CpuMask(sd.span);
        SchedGroup first = null;
        SchedGroup last = null;
        int from = sd.cpu;
        int cpu = sd.cpu;
        boolean wrapped = false;
        while (cpu >= 0) {
            SchedDomain sibling = domains[level][cpu];
            if (sibling != null) {
                SchedGroup group = overlappingGroup(level, sd, sibling);
                uncovered.andNot(group.span);
                if (first == null) {
                    first = group;
                } else {
                    last.next = group;
                }
                last = group;
            }
            cpu = uncovered.next(cpu + 1);
            if (cpu < 0 && !wrapped) {
                wrapped = true;
                cpu = uncovered.first();
            }
            if (wrapped && cpu >= from) {
                break;
            }
        }
        last.next = first;
        sd.groups = first;
    }

    private SchedGroup overlappingGroup(int level, SchedDomain sd, SchedDomain start) {
        SchedDomain sibling = start;
        int siblingLevel = level;
        if (sibling.child != null && !sibling.child.span.isSubsetOf(sd.span)) {
            // Kernel 7.2: find_descended_sibling(): far NUMA nodes reach out of this domain, so use a lower level of
            // them.
            while (sibling.child != null && !sibling.child.span.isSubsetOf(sd.span)) {
                sibling = sibling.child;
                siblingLevel--;
            }
            while (sibling.child != null && sibling.child.span.equals(sibling.span)) {
                sibling = sibling.child;
                siblingLevel--;
            }
        }
        SchedDomain child = sibling.child;
        CpuMask span = child == null ? sibling.span : child.span;
        SchedGroup group = newGroup(sd, span, child == null ? 0 : child.flags);
        CpuMask balance = balanceMask(siblingLevel, span);
        group.sgc = capacitySlot(siblingLevel, balance.first(), balance, group.groupWeight);
        return group;
    }

    /** Kernel 7.2: build_balance_mask(): the CPUs of the group whose own tree has exactly this group as a domain. */
    private CpuMask balanceMask(int level, CpuMask group) {
        CpuMask known = balanceMasks.get(level).get(group);
        if (known != null) {
            return known;
        }
        CpuMask mask = new CpuMask(nrCpus);
        for (int cpu = group.first(); cpu >= 0; cpu = group.next(cpu + 1)) {
            SchedDomain sd = domains[level][cpu];
            if (sd != null && sd.child != null && sd.child.span.equals(group)) {
                mask.set(cpu);
            }
        }
        balanceMasks.get(level).put(group, mask);
        return mask;
    }

    private SchedGroup newGroup(SchedDomain sd, CpuMask span, int flags) {
        SchedGroup group = new SchedGroup(span);
        group.flags = flags;
        group.cores = rules.coreCounts() ? cores(span) : 0;
        if (sd.has(SdFlag.SD_ASYM_PACKING)) {
            group.asymPreferCpu = preferred(span);
        }
        return group;
    }

    private SchedGroupCapacity capacitySlot(int level, int cpu, CpuMask balance, int groupWeight) {
        SchedGroupCapacity slot = sgc[level][cpu];
        if (slot == null) {
            slot = new SchedGroupCapacity(cpu, balance);
            slot.capacity = 1024L * groupWeight;
            slot.minCapacity = 1024;
            slot.maxCapacity = 1024;
            sgc[level][cpu] = slot;
        }
        return slot;
    }

    private CpuMask single(int cpu) {
        if (single[cpu] == null) {
            single[cpu] = CpuMask.of(nrCpus, cpu);
        }
        return single[cpu];
    }

    private int cores(CpuMask span) {
        Integer known = coresOf.get(span);
        if (known != null) {
            return known;
        }
        int cores = 0;
        CpuMask rest = new CpuMask(span);
        for (int cpu = rest.first(); cpu >= 0; cpu = rest.next(cpu + 1)) {
            cores++;
            rest.andNot(topology.smtMask[cpu]);
        }
        coresOf.put(span, cores);
        return cores;
    }

    private int preferred(CpuMask span) {
        int best = span.first();
        for (int cpu = best; cpu >= 0; cpu = span.next(cpu + 1)) {
            if (topology.machine.asymPriority(cpu) > topology.machine.asymPriority(best)) {
                best = cpu;
            }
        }
        return best;
    }
}
