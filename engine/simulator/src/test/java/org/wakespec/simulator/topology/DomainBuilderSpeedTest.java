// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;

/** Scenarios build a topology each, so building must not be what they wait for. CPU time, best of several runs. */
class DomainBuilderSpeedTest {

    private static Machine machine(int n) {
        int cores = n / 2;
        HardwareFacts facts = new HardwareFacts(Architecture.X86, n);
        for (int cpu = 0; cpu < n; cpu++) {
            int core = cpu % cores;
            facts.core(cpu, core).llc(cpu, core / 8).packageId(cpu, core / (cores / 2)).node(cpu, core / (cores / 8));
        }
        int[][] distance = new int[8][8];
        for (int i = 0; i < 8; i++) {
            for (int j = 0; j < 8; j++) {
                distance[i][j] = i == j ? 10 : i / 4 == j / 4 ? 12 : 32;
            }
        }
        Machine.Builder builder = Machine.builder("big-" + n, n);
        facts.applyTo(builder);
        return builder.nodeDistance(distance).build();
    }

    private static double bestMillis(Machine machine, int runs) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long best = Long.MAX_VALUE;
        for (int run = 0; run < runs; run++) {
            long start = threads.getCurrentThreadCpuTime();
            SchedTopology topology = DomainBuilder.build(machine);
            best = Math.min(best, threads.getCurrentThreadCpuTime() - start);
            assertThat(topology.sdLlcSize[0]).isEqualTo(16);
        }
        return best / 1e6;
    }

    @Test
    void five_hundred_cpus_take_well_below_a_tenth_of_a_second() {
        assertThat(bestMillis(machine(512), 20)).isLessThan(50);
    }

    @Test
    void four_thousand_cpus_take_below_a_second() {
        assertThat(bestMillis(machine(4096), 5)).isLessThan(1000);
    }
}
