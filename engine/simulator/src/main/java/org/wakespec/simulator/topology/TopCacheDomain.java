// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** The per-CPU pointers into a domain tree (kernel 7.2: update_top_cache_domain). */
final class TopCacheDomain {

    private TopCacheDomain() {}

    /** To be called whenever {@code topology.sd[cpu]} was set, also to null. */
    static void update(SchedTopology topology, TopologyRules rules, int cpu) {
        SchedDomain base = topology.sd[cpu];
        SchedDomain llc = topLlc(base);
        topology.sdLlc[cpu] = llc;
        topology.sdLlcSize[cpu] = llc == null ? 1 : llc.spanWeight;
        topology.sdLlcShared[cpu] = llc == null ? null : llc.shared;
        if (!rules.hardwareLlcIds()) {
            topology.sdLlcId[cpu] = llc == null ? cpu : llc.span.first();
        }
        SchedDomain cluster = lowest(base, SdFlag.SD_CLUSTER);
        if (cluster != null) {
            topology.sdShareId[cpu] = cluster.span.first();
        } else {
            topology.sdShareId[cpu] = llc == null ? cpu : llc.span.first();
        }
        topology.sdNuma[cpu] = lowest(base, SdFlag.SD_NUMA);
        topology.sdAsymPacking[cpu] = highest(base, SdFlag.SD_ASYM_PACKING);
        SchedDomain asym = lowest(base, SdFlag.SD_ASYM_CPUCAPACITY_FULL);
        topology.sdAsymCpucapacity[cpu] = asym;
        topology.sdBalanceShared[cpu] =
                rules.balanceShared() && asym != null && asym.shared != null ? asym.shared : topology.sdLlcShared[cpu];
    }

    /** Kernel 7.2: highest_flag_domain(SD_SHARE_LLC): stops at the first domain without it. */
    static SchedDomain topLlc(SchedDomain base) {
        SchedDomain found = null;
        for (SchedDomain sd = base; sd != null && sd.has(SdFlag.SD_SHARE_LLC); sd = sd.parent) {
            found = sd;
        }
        return found;
    }

    /** Kernel 7.2: lowest_flag_domain(). */
    static SchedDomain lowest(SchedDomain base, int flag) {
        SchedDomain sd = base;
        while (sd != null && !sd.has(flag)) {
            sd = sd.parent;
        }
        return sd;
    }

    private static SchedDomain highest(SchedDomain base, int flag) {
        SchedDomain found = null;
        for (SchedDomain sd = base; sd != null; sd = sd.parent) {
            if (sd.has(flag)) {
                found = sd;
            }
        }
        return found;
    }
}
