// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** Which domains own a {@link SchedDomainShared} (kernel: sd_init before 7.2, init_sched_domain_shared from 7.2 on). */
final class SharedObjects {

    private static final int ASYM = 1;
    private static final int LLC = 2;

    private SharedObjects() {}

    static void assign(TopologyRules rules, CpuMask cpuMap, SchedDomain[][] domains, boolean hasAsym) {
        if (rules.claimedSharedObjects()) {
            claim(cpuMap, domains, hasAsym);
        } else {
            perLevel(cpuMap, domains);
        }
    }

    /** From 7.2 on: one pool of an object for each CPU; the asymmetric domain and the LLC take theirs in this order. */
    private static void claim(CpuMask cpuMap, SchedDomain[][] domains, boolean hasAsym) {
        SchedDomainShared[] pool = new SchedDomainShared[cpuMap.size()];
        int[] kinds = new int[cpuMap.size()];
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            if (hasAsym) {
                SchedDomain asym = TopCacheDomain.lowest(domains[0][cpu], SdFlag.SD_ASYM_CPUCAPACITY_FULL);
                if (asym != null && !asym.has(SdFlag.SD_NUMA)) {
                    claim(asym, ASYM, pool, kinds);
                }
            }
            SchedDomain llc = TopCacheDomain.topLlc(domains[0][cpu]);
            if (llc != null) {
                claim(llc, LLC, pool, kinds);
            }
        }
    }

    private static void claim(SchedDomain sd, int kind, SchedDomainShared[] pool, int[] kinds) {
        for (int cpu = sd.span.first(); cpu >= 0; cpu = sd.span.next(cpu + 1)) {
            if (kinds[cpu] == 0 || kinds[cpu] == kind || sd.spanWeight == 1) {
                if (pool[cpu] == null) {
                    pool[cpu] = new SchedDomainShared(cpu);
                }
                kinds[cpu] = kind;
                pool[cpu].nrBusyCpus = sd.spanWeight;
                sd.shared = pool[cpu];
                return;
            }
        }
        throw new IllegalStateException("no shared object left for " + sd);
    }

    /** Before 7.2: every domain sharing the LLC, the one of its first CPU and level. */
    private static void perLevel(CpuMask cpuMap, SchedDomain[][] domains) {
        for (SchedDomain[] level : domains) {
            SchedDomainShared[] ofFirst = new SchedDomainShared[cpuMap.size()];
            for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
                SchedDomain sd = level[cpu];
                if (sd != null && sd.has(SdFlag.SD_SHARE_LLC)) {
                    int first = sd.span.first();
                    if (ofFirst[first] == null) {
                        ofFirst[first] = new SchedDomainShared(first);
                        ofFirst[first].nrBusyCpus = sd.spanWeight;
                    }
                    sd.shared = ofFirst[first];
                }
            }
        }
    }
}
