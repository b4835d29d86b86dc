// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/**
 * What the kernel keeps per CPU after the domains were built: the domain tree, the cached top domains and ids, and the
 * static keys. Indexed by CPU number. Built by {@link DomainBuilder}; the domain objects inside hold run-time state, so a
 * topology belongs to one simulation.
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
    /** Shared object of the asymmetric-capacity domain if it exists, else of the LLC (from 7.2 on). */
    public final SchedDomainShared[] sdBalanceShared;

    public final SchedDomain[] sdNuma;
    public final SchedDomain[] sdAsymPacking;

    /** Hardware threads of each CPU's core, itself included (kernel: cpu_smt_mask). */
    public final CpuMask[] smtMask;
    /** NUMA node of each CPU (kernel: cpu_to_node). */
    public final int[] cpuToNode;
    /** CPUs of each node. */
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

    /** Kernel 7.2: cpus_share_cache(). Two CPUs that were never attached (id -1) share. */
    public boolean cpusShareCache(int a, int b) {
        return a == b || sdLlcId[a] == sdLlcId[b];
    }

    /** Kernel 7.2: cpus_share_resources(): same cluster, or same LLC where there are no clusters. */
    public boolean cpusShareResources(int a, int b) {
        return a == b || sdShareId[a] == sdShareId[b];
    }
}
