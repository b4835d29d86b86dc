// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * What firmware and CPUID say about each CPU, and the architectures' rules that make the scheduler's masks of it.
 *
 * <p>Each fact is a label: CPUs with the same label share the thing. Unknown is {@link #UNKNOWN}. Labels of cores,
 * clusters and caches are machine-wide, not relative to a package.
 */
public final class HardwareFacts {

    /** A fact the firmware does not state. */
    public static final int UNKNOWN = -1;

    /** Whose rules apply. */
    public enum Architecture {
        /** Kernel 7.2: arch/x86/kernel/smpboot.c. */
        X86,
        /** Kernel 7.2: drivers/base/arch_topology.c, also used by riscv. */
        ARM64
    }

    private final Architecture architecture;
    private final int nrCpus;
    private final int[] packages;
    private final int[] cores;
    private final int[] clusters;
    private final int[] l2;
    private final int[] llc;
    private final int[] nodes;
    private boolean clusterScheduling = true;

    /** Starts with every CPU a core of its own, one package, one node, and nothing known of clusters and caches. */
    public HardwareFacts(Architecture architecture, int nrCpus) {
        this.architecture = architecture;
        this.nrCpus = nrCpus;
        packages = new int[nrCpus];
        nodes = new int[nrCpus];
        cores = new int[nrCpus];
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            cores[cpu] = cpu;
        }
        clusters = filled();
        l2 = filled();
        llc = filled();
    }

    private int[] filled() {
        int[] labels = new int[nrCpus];
        Arrays.fill(labels, UNKNOWN);
        return labels;
    }

    public HardwareFacts packageId(int cpu, int label) {
        packages[cpu] = label;
        return this;
    }

    public HardwareFacts core(int cpu, int label) {
        cores[cpu] = label;
        return this;
    }

    /** Cluster as ACPI PPTT or the device tree states it; only arm64 looks at it. */
    public HardwareFacts cluster(int cpu, int label) {
        clusters[cpu] = label;
        return this;
    }

    /** Second-level cache; only x86 looks at it. */
    public HardwareFacts l2(int cpu, int label) {
        l2[cpu] = label;
        return this;
    }

    /** Last-level cache on the CPU side; unknown where there is none (Ampere Altra: a system cache is none). */
    public HardwareFacts llc(int cpu, int label) {
        llc[cpu] = label;
        return this;
    }

    /** NUMA node; nodes are numbered 0, 1, 2 ... without gaps. */
    public HardwareFacts node(int cpu, int label) {
        nodes[cpu] = label;
        return this;
    }

    /** CONFIG_SCHED_CLUSTER; on by default, off in Debian's arm64 kernel 6.12. */
    public HardwareFacts clusterScheduling(boolean on) {
        clusterScheduling = on;
        return this;
    }

    /**
     * Puts masks and topology table into a description.
     *
     * @throws InvalidMachineException if a last-level cache crosses packages on x86, or the nodes are not numbered from
     *     0
     */
    public void applyTo(Machine.Builder builder) {
        List<CpuMask> smt = groups(cores);
        List<CpuMask> packageGroups = groups(packages);
        List<CpuMask> nodeGroups = nodes();
        CpuMask[] smtOf = byCpu(smt);
        CpuMask[] packageOf = byCpu(packageGroups);
        CpuMask[] nodeOf = byCpu(nodeGroups);
        CpuMask[] cluster = new CpuMask[nrCpus];
        CpuMask[] coregroup = new CpuMask[nrCpus];
        if (architecture == Architecture.X86) {
            x86(smtOf, packageOf, nodeOf, cluster, coregroup);
        } else {
            arm64(smtOf, packageOf, nodeOf, cluster, coregroup);
        }
        builder.smt(smt)
                .cluster(distinct(cluster))
                .coregroup(distinct(coregroup))
                .packages(packageGroups)
                .nodes(nodeGroups)
                .levels(table(smt, packageOf, nodeOf));
    }

    /** x86: CLS = same L2, the core if unknown; MC = same LLC, but not beyond the node when a package has several. */
    private void x86(CpuMask[] smt, CpuMask[] packageOf, CpuMask[] node, CpuMask[] cluster, CpuMask[] coregroup) {
        CpuMask[] sameL2 = known(l2);
        CpuMask[] sameLlc = known(llc);
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            cluster[cpu] = sameL2[cpu] == null ? smt[cpu] : sameL2[cpu];
            CpuMask cache = sameLlc[cpu] == null ? cluster[cpu] : sameLlc[cpu];
            if (!cache.isSubsetOf(packageOf[cpu])) {
                throw new InvalidMachineException(
                        "llc",
                        "the last-level cache " + cache + " crosses packages: CPU " + cpu + " is in package "
                                + packageOf[cpu] + "; x86 ignores such a cache, so give each package its own");
            }
            if (!node[cpu].equals(packageOf[cpu]) && node[cpu].isSubsetOf(packageOf[cpu])) {
                CpuMask cut = new CpuMask(cache);
                cut.and(node[cpu]);
                cache = cut;
            }
            coregroup[cpu] = cache;
        }
    }

    /**
     * arm64: the core group is the smallest of node, package and LLC as long as each lies in the one before, then
     * widened to the cluster where the cluster is larger (Ampere Altra); a cluster not smaller than the core group
     * counts for nothing.
     */
    private void arm64(CpuMask[] smt, CpuMask[] packageOf, CpuMask[] node, CpuMask[] cluster, CpuMask[] coregroup) {
        CpuMask[] clusterSiblings = known(clusters);
        CpuMask[] sameLlc = known(llc);
        boolean cacheInfo = false;
        for (int label : llc) {
            cacheInfo |= label != UNKNOWN;
        }
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            CpuMask siblings = clusterSiblings[cpu] == null ? smt[cpu] : clusterSiblings[cpu];
            CpuMask mask = node[cpu];
            if (packageOf[cpu].isSubsetOf(mask)) {
                mask = packageOf[cpu];
            }
            CpuMask cache = sameLlc[cpu] == null ? CpuMask.of(nrCpus, cpu) : sameLlc[cpu];
            if ((cacheInfo || clusterSiblings[cpu] != null) && cache.isSubsetOf(mask)) {
                mask = cache;
            }
            if (clusterScheduling && mask.isSubsetOf(siblings)) {
                mask = siblings;
            }
            coregroup[cpu] = mask;
            cluster[cpu] = mask.isSubsetOf(siblings) ? smt[cpu] : siblings;
        }
    }

    private List<TopologyLevel> table(List<CpuMask> smt, CpuMask[] packageOf, CpuMask[] nodeOf) {
        List<TopologyLevel> table = new ArrayList<>(TopologyLevel.DEFAULT_TABLE);
        if (!clusterScheduling) {
            table.remove(TopologyLevel.CLS);
        }
        if (architecture == Architecture.X86) {
            if (smt.size() == nrCpus) {
                table.remove(TopologyLevel.SMT);
            }
            for (int cpu = 0; cpu < nrCpus; cpu++) {
                if (!packageOf[cpu].isSubsetOf(nodeOf[cpu])) {
                    table.remove(TopologyLevel.PKG);
                }
            }
        }
        return table;
    }

    private List<CpuMask> nodes() {
        List<CpuMask> groups = new ArrayList<>();
        TreeMap<Integer, CpuMask> byNode = masksByLabel(nodes);
        for (var entry : byNode.entrySet()) {
            if (entry.getKey() != groups.size()) {
                throw new InvalidMachineException(
                        "node",
                        "node " + groups.size()
                                + " has no CPU; nodes are numbered from 0 without gaps, and each needs a CPU");
            }
            groups.add(entry.getValue());
        }
        return groups;
    }

    private List<CpuMask> groups(int[] labels) {
        CpuMask[] of = known(labels);
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            of[cpu] = of[cpu] == null ? CpuMask.of(nrCpus, cpu) : of[cpu];
        }
        return distinct(of);
    }

    private CpuMask[] known(int[] labels) {
        TreeMap<Integer, CpuMask> masks = masksByLabel(labels);
        CpuMask[] of = new CpuMask[nrCpus];
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            of[cpu] = labels[cpu] == UNKNOWN ? null : masks.get(labels[cpu]);
        }
        return of;
    }

    private TreeMap<Integer, CpuMask> masksByLabel(int[] labels) {
        TreeMap<Integer, CpuMask> masks = new TreeMap<>();
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            masks.computeIfAbsent(labels[cpu], label -> new CpuMask(nrCpus)).set(cpu);
        }
        return masks;
    }

    private CpuMask[] byCpu(List<CpuMask> groups) {
        CpuMask[] of = new CpuMask[nrCpus];
        for (CpuMask group : groups) {
            for (int cpu = group.first(); cpu >= 0; cpu = group.next(cpu + 1)) {
                of[cpu] = group;
            }
        }
        return of;
    }

    /**
     * The distinct masks by order of their first CPU; an overlap is left for {@link Machine.Builder#build} to refuse.
     */
    private List<CpuMask> distinct(CpuMask[] of) {
        List<CpuMask> groups = new ArrayList<>();
        CpuMask covered = new CpuMask(nrCpus);
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            if (!covered.test(cpu) || !groups.contains(of[cpu])) {
                groups.add(of[cpu]);
                covered.or(of[cpu]);
            }
        }
        return groups;
    }
}
