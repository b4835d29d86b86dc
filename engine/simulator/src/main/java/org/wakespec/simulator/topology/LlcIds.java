// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.Arrays;
import java.util.BitSet;

/** Numbers of hardware last-level caches (kernel 7.2: sd_llc_id, sched_domains_free_llc_id). */
final class LlcIds {

    private final Machine machine;
    private final int[] id;
    private final BitSet used = new BitSet();

    LlcIds(Machine machine, int[] id) {
        this.machine = machine;
        this.id = id;
        Arrays.fill(id, -1);
    }

    /** For each CPU without a number, ascending: that of another CPU of its cache, else the smallest unused one. */
    void assign(CpuMask cpuMap) {
        for (int cpu = cpuMap.first(); cpu >= 0; cpu = cpuMap.next(cpu + 1)) {
            if (id[cpu] == -1) {
                int shared = holder(cpu);
                id[cpu] = shared >= 0 ? id[shared] : used.nextClearBit(0);
                used.set(id[cpu]);
            }
        }
    }

    /** A CPU that goes down gives its number up; nobody else holding it, the number is free again. */
    void release(int cpu) {
        if (id[cpu] == -1) {
            return;
        }
        int old = id[cpu];
        id[cpu] = -1;
        if (holder(cpu) < 0) {
            used.clear(old);
        }
    }

    private int holder(int cpu) {
        CpuMask llc = machine.coregroupMask(cpu);
        for (int other = llc.first(); other >= 0; other = llc.next(other + 1)) {
            if (id[other] != -1) {
                return other;
            }
        }
        return -1;
    }
}
