// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wakespec.workloads.Sims.MS;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.EventHash;

/** In steady state nothing is allocated, whatever happens. */
class AllocationTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A few objects for the measurement itself. */
    private static final long MEASUREMENT = 2_048;

    private static final int MOST_WINDOWS = 5;

    private byte[] kept;

    private static long bytes() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }

    /**
     * Until a class is loaded and a constant resolved for the last time, which is when a path is first taken, and when
     * compiled code gives way to better, the machine itself allocates: the steady state is there when a window has none of it.
     */
    private static void check(Simulation sim, long warmNs, long ns, int atLeastEvents) {
        sim.runFor(warmNs);
        long allocated = Long.MAX_VALUE;
        for (int window = 0; window < MOST_WINDOWS && allocated >= MEASUREMENT; window++) {
            bytes();
            long events = sim.counters().events();
            long before = bytes();
            sim.runFor(ns);
            allocated = bytes() - before;
            assertThat(sim.counters().events() - events).isGreaterThan(atLeastEvents);
        }
        assertThat(allocated).as("bytes in the last window").isLessThan(MEASUREMENT);
    }

    @Test
    void anEventThatAllocatesIsSeenInEveryWindow() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        sim.start(sim.task("allocates", task -> {
            kept = new byte[16];
            task.sleep(10_000);
        }));
        assertThatThrownBy(() -> check(sim, 10 * MS, 20 * MS, 1_000))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("bytes in the last window");
        assertThat(kept).hasSize(16);
    }

    @Test
    void pipesWithMonitorsAndObserver() {
        Simulation sim =
                Sims.arm(Sims.machine("altra-80")).observer(new EventHash()).build();
        new PerfPipe().start(sim);
        check(sim, 20 * MS, 20 * MS, 15_000);
    }

    @Test
    void messagingWithMonitors() {
        Simulation sim = Sims.on(Sims.smt(8)).build();
        new PerfMessaging().groups(2).loops(1_000_000).pipes().start(sim);
        check(sim, 200 * MS, 50 * MS, 5_000);
    }

    @Test
    void manySleepersAndHogs() {
        Simulation sim = Sims.on(Sims.machine("two-llc-8")).build();
        for (int i = 0; i < 40; i++) {
            new PeriodicTask("timer" + i, MS + i * 10_000, 200_000, 0).start(sim);
        }
        SimTask hog = new Hog("hog").start(sim);
        check(sim, 300 * MS, 100 * MS, 5_000);
        assertThat(hog.task.sumExecRuntime).isPositive();
    }

    @Test
    void aClosedLoopOverSockets() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        new Memtier(4, 8).duration(Sims.S).start(sim);
        check(sim, 100 * MS, 20 * MS, 1_000);
    }
}
