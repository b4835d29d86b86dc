// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The levels of one build and what each CPU's domain spans there: the level's mask cut by the root domain. Equal spans
 * are the same object within a level, so thousands of CPUs cost no more than the groups they form.
 */
final class DomainLevels {

    /** Name, flags and, above the hardware levels, the distance index of each level. */
    private final List<String> names = new ArrayList<>();

    private final List<Integer> flags = new ArrayList<>();
    private final List<Integer> numaLevels = new ArrayList<>();
    private final List<CpuMask[]> spans = new ArrayList<>();
    private final Machine machine;
    private final CpuMask cpuMap;
    private final int[] distances;

    DomainLevels(Machine machine, TopologyRules rules, CpuMask cpuMap, CpuMask active) {
        this.machine = machine;
        this.cpuMap = cpuMap;
        for (TopologyLevel level : machine.levels()) {
            int levelFlags = level.flags();
            if (machine.asymPacking() && level.mask() != TopologyLevel.Mask.SMT) {
                levelFlags |= SdFlag.SD_ASYM_PACKING;
            }
            if (!rules.clusterFlag()) {
                levelFlags &= ~SdFlag.SD_CLUSTER;
            }
            String name = level.name().equals("PKG") ? rules.packageLevelName() : level.name();
            add(name, levelFlags, 0, hardwareSpans(level.mask()));
        }
        boolean[] hasCpu = new boolean[machine.nrNodes()];
        for (int cpu = active.first(); cpu >= 0; cpu = active.next(cpu + 1)) {
            hasCpu[machine.node(cpu)] = true;
        }
        this.distances = machine.numaLevels() ? distinctDistances(hasCpu) : new int[0];
        for (int i = 0; i < distances.length; i++) {
            add(i == 0 ? "NODE" : "NUMA", i == 0 ? 0 : SdFlag.SD_NUMA, i, numaSpans(distances[i], hasCpu));
        }
    }

    private void add(String name, int levelFlags, int numaLevel, CpuMask[] span) {
        names.add(name);
        flags.add(levelFlags);
        numaLevels.add(numaLevel);
        spans.add(span);
    }

    int count() {
        return names.size();
    }

    String name(int level) {
        return names.get(level);
    }

    int flags(int level) {
        return flags.get(level);
    }

    int numaLevel(int level) {
        return numaLevels.get(level);
    }

    /** Distance of a NUMA level (kernel: sched_domains_numa_distance). */
    int distance(int numaLevel) {
        return distances[numaLevel];
    }

    CpuMask span(int level, int cpu) {
        return spans.get(level)[cpu];
    }

    private CpuMask[] hardwareSpans(TopologyLevel.Mask mask) {
        CpuMask[] result = new CpuMask[machine.nrCpus()];
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            if (result[cpu] == null) {
                CpuMask span = cut(
                        switch (mask) {
                            case SMT -> machine.smtMask(cpu);
                            case CLUSTER -> machine.clusterMask(cpu);
                            case COREGROUP -> machine.coregroupMask(cpu);
                            case NODE -> machine.nodeMask(machine.node(cpu));
                        });
                for (int member = span.first(); member >= 0; member = span.next(member + 1)) {
                    result[member] = span;
                }
            }
        }
        return result;
    }

    /** Kernel 7.2: sched_init_numa(): the distances that occur between nodes that have CPUs. */
    private int[] distinctDistances(boolean[] hasCpu) {
        TreeSet<Integer> distinct = new TreeSet<>();
        for (int a = 0; a < hasCpu.length; a++) {
            for (int b = 0; b < hasCpu.length; b++) {
                if (hasCpu[a] && hasCpu[b]) {
                    distinct.add(machine.schedNodeDistance(a, b));
                }
            }
        }
        return distinct.stream().mapToInt(Integer::intValue).toArray();
    }

    private CpuMask[] numaSpans(int distance, boolean[] hasCpu) {
        CpuMask[] ofNode = new CpuMask[hasCpu.length];
        for (int a = 0; a < hasCpu.length; a++) {
            if (hasCpu[a]) {
                CpuMask near = new CpuMask(machine.nrCpus());
                for (int b = 0; b < hasCpu.length; b++) {
                    if (hasCpu[b] && machine.schedNodeDistance(a, b) <= distance) {
                        near.or(machine.nodeMask(b));
                    }
                }
                ofNode[a] = cut(near);
            }
        }
        CpuMask[] result = new CpuMask[machine.nrCpus()];
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            result[cpu] = ofNode[machine.node(cpu)];
        }
        return result;
    }

    private CpuMask cut(CpuMask mask) {
        if (mask.isSubsetOf(cpuMap)) {
            return mask.equals(cpuMap) ? cpuMap : mask;
        }
        CpuMask span = new CpuMask(mask);
        span.and(cpuMap);
        return span.equals(cpuMap) ? cpuMap : span;
    }
}
