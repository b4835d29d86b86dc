// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/**
 * Builds and attaches the domains of one root domain (kernel 7.2: build_sched_domains).
 *
 * <ol>
 *   <li>one domain for each CPU and level, upward until a domain spans the root domain
 *   <li>the groups of each domain ({@link GroupBuild})
 *   <li>shared objects and imb_numa_nr
 *   <li>initial group capacities, from the highest CPU down
 *   <li>degeneration and attachment, CPU by CPU
 * </ol>
 */
final class RootDomainBuild {

    private static final int BASE_FLAGS = SdFlag.SD_BALANCE_NEWIDLE
            | SdFlag.SD_BALANCE_EXEC
            | SdFlag.SD_BALANCE_FORK
            | SdFlag.SD_WAKE_AFFINE
            | SdFlag.SD_PREFER_SIBLING;

    private final Machine machine;
    private final TopologyRules rules;
    private final SchedTopology topology;
    private final CpuMask cpuMap;
    private final DomainLevels levels;
    private final AsymCapacity asym;
    /** Domains by level and CPU; null where a CPU's tree ended below. */
    private final SchedDomain[][] domains;

    private boolean hasAsym;
    private boolean hasCluster;

    RootDomainBuild(Machine machine, TopologyRules rules, SchedTopology topology, CpuMask cpuMap) {
        this.machine = machine;
        this.rules = rules;
        this.topology = topology;
        this.cpuMap = cpuMap;
        this.levels = new DomainLevels(machine, rules, cpuMap, topology.active);
        this.asym = new AsymCapacity(machine, cpuMap);
        this.domains = new SchedDomain[levels.count()][machine.nrCpus()];
    }

    /** Whether any domain, of whatever level, has SD_ASYM_CPUCAPACITY. */
    boolean hasAsym() {
        return hasAsym;
    }

    /** Whether a domain with SD_CLUSTER is left after degeneration. */
    boolean hasCluster() {
        return hasCluster;
    }

    void run() {
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            buildTree(cpu);
        }
        new GroupBuild(topology, rules, cpuMap, domains).run();
        SharedObjects.assign(rules, cpuMap, domains, hasAsym);
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            setImbNumaNr(domains[0][cpu]);
        }
        InitialCapacity.compute(machine, cpuMap, domains);
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            topology.sd[cpu] = Degeneration.attach(domains[0][cpu], rules.claimedSharedObjects());
            TopCacheDomain.update(topology, rules, cpu);
            hasCluster |= TopCacheDomain.lowest(topology.sd[cpu], SdFlag.SD_CLUSTER) != null;
        }
    }

    private void buildTree(int cpu) {
        SchedDomain child = null;
        CpuMask lastSpan = null;
        int lastAsym = 0;
        for (int level = 0; level < levels.count(); level++) {
            CpuMask span = levels.span(level, cpu);
            if (span != lastSpan) {
                lastAsym = asym.classify(span);
                lastSpan = span;
            }
            SchedDomain sd = initDomain(level, cpu, span, child, lastAsym);
            domains[level][cpu] = sd;
            hasAsym |= sd.has(SdFlag.SD_ASYM_CPUCAPACITY);
            child = sd;
            if (span.equals(cpuMap)) {
                break;
            }
        }
    }

    /** Kernel 7.2: sd_init(). */
    private SchedDomain initDomain(int level, int cpu, CpuMask span, SchedDomain child, int asymFlags) {
        SchedDomain sd = new SchedDomain(cpu, levels.name(level));
        int weight = child != null && child.span == span ? child.spanWeight : span.weight();
        sd.span = span;
        sd.spanWeight = weight;
        sd.numaLevel = levels.numaLevel(level);
        sd.flags = BASE_FLAGS | levels.flags(level) | asymFlags | machine.forcedFlags();
        sd.minInterval = weight;
        sd.maxInterval = 2 * weight;
        sd.balanceInterval = weight;
        sd.busyFactor = 16;
        sd.imbalancePct = 117;
        sd.newidleCall = 512;
        sd.newidleSuccess = 256;
        sd.newidleRatio = 512;
        sd.child = child;
        if (child != null) {
            child.parent = sd;
            sd.level = child.level + 1;
            if (sd.has(SdFlag.SD_ASYM_CPUCAPACITY) && rules.asymChildLosesPreferSibling()) {
                child.flags &= ~SdFlag.SD_PREFER_SIBLING;
            }
        }
        if (sd.has(SdFlag.SD_SHARE_CPUCAPACITY)) {
            sd.imbalancePct = 110;
        } else if (sd.has(SdFlag.SD_SHARE_LLC)) {
            sd.cacheNiceTries = 1;
        } else if (sd.has(SdFlag.SD_NUMA)) {
            sd.cacheNiceTries = 2;
            sd.flags &= ~SdFlag.SD_PREFER_SIBLING;
            sd.flags |= SdFlag.SD_SERIALIZE;
            if (levels.distance(sd.numaLevel) > machine.nodeReclaimDistance()) {
                sd.flags &= ~(SdFlag.SD_BALANCE_EXEC | SdFlag.SD_BALANCE_FORK | SdFlag.SD_WAKE_AFFINE);
            }
        } else {
            sd.cacheNiceTries = 1;
        }
        return sd;
    }

    /**
     * Kernel 7.2: the allowed NUMA imbalance, derived from the domain above the LLC while it may still equal the LLC.
     */
    private static void setImbNumaNr(SchedDomain base) {
        SchedDomain llc = TopCacheDomain.topLlc(base);
        SchedDomain above = llc == null ? null : llc.parent;
        if (above == null) {
            return;
        }
        int llcs = above.spanWeight / llc.spanWeight;
        int imbalance = Math.max(1, llcs == 1 ? above.spanWeight >> 3 : llcs);
        SchedDomain numa = TopCacheDomain.lowest(above.parent, SdFlag.SD_NUMA);
        int span = numa == null ? above.spanWeight : numa.spanWeight;
        for (SchedDomain sd = above; sd != null; sd = sd.parent) {
            sd.imbNumaNr = imbalance * Math.max(1, sd.spanWeight / span);
        }
    }
}
