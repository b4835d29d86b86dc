// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * What the kernel keeps per CPU after the domains were built: the domain tree, the cached top domains and ids, and the
 * static keys. Indexed by CPU number. Built by {@link DomainBuilder}; the domain objects inside hold run-time state, so
 * a topology belongs to one simulation.
 */
public final class SchedTopology {

    /** The hardware this was built for. */
    public final Machine machine;

    public final int nrCpus;

    /** Lowest domain of each CPU, or null (kernel: rq->sd). */
    public final SchedDomain[] sd;
    /** Highest domain sharing the last-level cache, or null. */
    public final SchedDomain[] sdLlc;
    /** CPUs of {@link #sdLlc}; 1 without one; 0 for a CPU that was never part of a domain tree. */
    public final int[] sdLlcSize;
    /** Decides cpus_share_cache(); -1 for a CPU that was never part of a domain tree (from 7.2 on). */
    public final int[] sdLlcId;
    /** Decides cpus_share_resources(). */
    public final int[] sdShareId;
    /** Shared object of {@link #sdLlc}, or null. */
    public final SchedDomainShared[] sdLlcShared;
    /** Lowest domain with SD_ASYM_CPUCAPACITY_FULL, or null. */
    public final SchedDomain[] sdAsymCpucapacity;
    /**
     * From 7.2 on the shared object of the asymmetric-capacity domain if both exist, else that of the LLC; before 7.2,
     * where the pointer did not exist, always that of the LLC.
     */
    public final SchedDomainShared[] sdBalanceShared;

    /** Lowest NUMA domain, or null. */
    public final SchedDomain[] sdNuma;
    /** Highest domain with SD_ASYM_PACKING, or null. */
    public final SchedDomain[] sdAsymPacking;

    /** Hardware threads of each CPU's core that are online, itself included (kernel: cpu_smt_mask). */
    public final CpuMask[] smtMask;
    /** NUMA node of each CPU (kernel: cpu_to_node). */
    public final int[] cpuToNode;
    /** Online CPUs of each node; empty if all are unplugged (kernel: cpumask_of_node). */
    public final CpuMask[] nodeMask;
    /** Capacity of each CPU, 1024 = the biggest kind (kernel: arch_scale_cpu_capacity). */
    public final int[] archScaleCpuCapacity;

    /** CPUs that are online and active. */
    public final CpuMask active;

    /** Static keys (kernel: sched_smt_present, sched_cluster_active, sched_asym_cpucapacity, sched_cache_present). */
    public boolean smtActive;

    public boolean clusterActive;
    public boolean asymCpucapActive;
    public boolean cachePresent;

    private TopologyRules rules;
    private List<CpuMask> rootDomains = List.of();
    private List<SchedGroupCapacity> groupCapacities = List.of();
    private List<SchedDomain> sharedOwners = List.of();

    public SchedTopology(Machine machine, int nrCpus, int nrNodes) {
        this.machine = machine;
        this.nrCpus = nrCpus;
        sd = new SchedDomain[nrCpus];
        sdLlc = new SchedDomain[nrCpus];
        sdLlcSize = new int[nrCpus];
        sdLlcId = new int[nrCpus];
        sdShareId = new int[nrCpus];
        sdLlcShared = new SchedDomainShared[nrCpus];
        sdAsymCpucapacity = new SchedDomain[nrCpus];
        sdBalanceShared = new SchedDomainShared[nrCpus];
        sdNuma = new SchedDomain[nrCpus];
        sdAsymPacking = new SchedDomain[nrCpus];
        smtMask = new CpuMask[nrCpus];
        cpuToNode = new int[nrCpus];
        nodeMask = new CpuMask[nrNodes];
        archScaleCpuCapacity = new int[nrCpus];
        active = new CpuMask(nrCpus);
    }

    /** One more than the largest id of a last-level cache. */
    public int nrLlcIds() {
        int most = 0;
        for (int id : sdLlcId) {
            most = Math.max(most, id);
        }
        return most + 1;
    }

    /** Kernel 7.2: cpus_share_cache(). Two CPUs that were never attached (id -1) share. */
    public boolean cpusShareCache(int a, int b) {
        return a == b || sdLlcId[a] == sdLlcId[b];
    }

    /** Kernel 7.2: cpus_share_resources(): same cluster, or same LLC where there are no clusters. */
    public boolean cpusShareResources(int a, int b) {
        return a == b || sdShareId[a] == sdShareId[b];
    }

    /** The kernel's rules this was built by. */
    public TopologyRules rules() {
        return rules;
    }

    /** CPUs of each root domain: the top cpuset's first, then the partitions in order of creation. */
    public List<CpuMask> rootDomains() {
        return rootDomains;
    }

    /** The CPU's domains, lowest first; empty for a CPU without domains. Allocates; not for hot paths. */
    public List<SchedDomain> domains(int cpu) {
        List<SchedDomain> list = new ArrayList<>();
        for (SchedDomain domain = sd[cpu]; domain != null; domain = domain.parent) {
            list.add(domain);
        }
        return list;
    }

    /** CPUs of the CPU's last-level-cache domain, or null if it has none (kernel: sched_domain_span(sd_llc)). */
    public CpuMask llcMask(int cpu) {
        return sdLlc[cpu] == null ? null : sdLlc[cpu].span;
    }

    /** Hardware threads of the CPU's core that are online. */
    public CpuMask coreMask(int cpu) {
        return smtMask[cpu];
    }

    /** For each shared object one domain that owns it, by ascending CPU. */
    public List<SchedDomain> sharedOwners() {
        return sharedOwners;
    }

    /**
     * Recomputes the capacity of every group from the CPUs' capacities, as update_group_capacity() of kernel 7.2 leaves
     * it when all domains have been visited: sum, smallest and largest over the CPUs of the group. Allocates nothing.
     *
     * @param cpuCapacity capacity left for fair tasks of each CPU (kernel: rq-&gt;cpu_capacity)
     */
    public void refreshGroupCapacities(long[] cpuCapacity) {
        for (int i = 0; i < groupCapacities.size(); i++) {
            groupCapacities.get(i).refresh(cpuCapacity);
        }
    }

    /** Called once when the builder is done: collects what the lookups answer. */
    void complete(TopologyRules builtBy, List<CpuMask> domainsOfRoots) {
        rules = builtBy;
        rootDomains = List.copyOf(domainsOfRoots);
        List<SchedGroupCapacity> capacities = new ArrayList<>();
        List<SchedDomain> owners = new ArrayList<>();
        for (int cpu = 0; cpu < nrCpus; cpu++) {
            for (SchedDomain domain = sd[cpu]; domain != null; domain = domain.parent) {
                if (domain.shared != null && domain.shared.owner == null) {
                    domain.shared.owner = domain;
                    owners.add(domain);
                }
                // Rings of other levels are shared: the first group of every CPU already reaches all of their groups.
                SchedGroup group = domain.groups;
                do {
                    if (group.sgc.span == null) {
                        group.sgc.span = group.span;
                        capacities.add(group.sgc);
                    }
                    group = group.next;
                } while (domain.has(SdFlag.SD_NUMA) && group != domain.groups);
            }
        }
        groupCapacities = List.copyOf(capacities);
        sharedOwners = List.copyOf(owners);
    }
}
