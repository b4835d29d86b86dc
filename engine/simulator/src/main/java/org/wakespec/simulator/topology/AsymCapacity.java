// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Which spans hold CPUs of different capacity (kernel 7.2: asym_cap_list, asym_cpu_capacity_classify). */
final class AsymCapacity {

    /** One mask for each distinct capacity among CPUs that are not isolated; empty if there is only one. */
    private final List<CpuMask> kinds;

    private final CpuMask cpuMap;

    AsymCapacity(Machine machine, CpuMask cpuMap) {
        this.cpuMap = cpuMap;
        TreeMap<Integer, CpuMask> byCapacity = new TreeMap<>();
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            if (!machine.isolated().test(cpu)) {
                byCapacity
                        .computeIfAbsent(machine.capacity(cpu), c -> new CpuMask(machine.nrCpus()))
                        .set(cpu);
            }
        }
        this.kinds = byCapacity.size() == 1 ? List.of() : new ArrayList<>(byCapacity.values());
    }

    /** 0, SD_ASYM_CPUCAPACITY, or that with SD_ASYM_CPUCAPACITY_FULL if no kind of the root domain is missing. */
    int classify(CpuMask span) {
        int count = 0;
        boolean missing = false;
        for (CpuMask kind : kinds) {
            if (kind.intersects(span)) {
                count++;
            } else if (kind.intersects(cpuMap)) {
                missing = true;
            }
        }
        if (count < 2) {
            return 0;
        }
        return missing ? SdFlag.SD_ASYM_CPUCAPACITY : SdFlag.SD_ASYM_CPUCAPACITY | SdFlag.SD_ASYM_CPUCAPACITY_FULL;
    }
}
