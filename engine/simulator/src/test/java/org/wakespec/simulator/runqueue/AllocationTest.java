// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class AllocationTest {

    private static final int OPERATIONS = 1_000_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private long allocatedBy(Runnable work) {
        long before = threads.getCurrentThreadAllocatedBytes();
        work.run();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void operationsAllocateNothing() {
        RandomLoad load = new RandomLoad(16, 200, 42, KernelConfig.DEFAULT.withFeature(SchedFeature.HRTICK, true));
        Runnable work = () -> {
            for (int i = 0; i < OPERATIONS; i++) {
                load.step();
            }
        };
        work.run();

        assertThat(allocatedBy(work)).as("bytes in a million operations").isLessThan(4096);
    }

    @Test
    void theMeasurementSeesAnAllocation() {
        Object[] kept = new Object[1000];

        assertThat(allocatedBy(() -> {
                    for (int i = 0; i < kept.length; i++) {
                        kept[i] = new long[4];
                    }
                }))
                .isGreaterThan(4096);
        assertThat(kept).doesNotContainNull();
    }
}
