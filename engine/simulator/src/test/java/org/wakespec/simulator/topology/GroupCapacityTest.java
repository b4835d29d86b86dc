// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class GroupCapacityTest {

    /** Every group of every domain holds sum, smallest and largest of its CPUs, whatever the machine. */
    @Test
    void a_refresh_reaches_every_group() {
        for (int seed = 0; seed < 100; seed++) {
            SchedTopology t = DomainBuilder.build(RandomMachines.machine(seed));
            long[] capacity = new long[t.nrCpus];
            for (int cpu = 0; cpu < t.nrCpus; cpu++) {
                capacity[cpu] = 1 + (cpu * 37L + seed) % 1024;
            }

            t.refreshGroupCapacities(capacity);

            for (int cpu = 0; cpu < t.nrCpus; cpu++) {
                for (SchedDomain sd : t.domains(cpu)) {
                    SchedGroup group = sd.groups;
                    do {
                        check(group, capacity);
                        group = group.next;
                    } while (group != sd.groups);
                }
            }
        }
    }

    private static void check(SchedGroup group, long[] capacity) {
        long sum = 0;
        long min = Long.MAX_VALUE;
        long max = 0;
        for (int cpu : group.span.toArray()) {
            sum += capacity[cpu];
            min = Math.min(min, capacity[cpu]);
            max = Math.max(max, capacity[cpu]);
        }
        assertThat(new long[] {group.sgc.capacity, group.sgc.minCapacity, group.sgc.maxCapacity})
                .containsExactly(sum, min, max);
    }

    @Test
    void a_refresh_allocates_nothing() {
        SchedTopology t = DomainBuilder.build(RandomMachines.machine(3));
        long[] capacity = new long[t.nrCpus];
        java.util.Arrays.fill(capacity, 1000);
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        t.refreshGroupCapacities(capacity);
        long before = threads.getCurrentThreadAllocatedBytes();
        long idle = threads.getCurrentThreadAllocatedBytes() - before;

        before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < 1000; i++) {
            t.refreshGroupCapacities(capacity);
        }
        long used = threads.getCurrentThreadAllocatedBytes() - before;

        assertThat(used - idle).isLessThan(1000);
    }
}
