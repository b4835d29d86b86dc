// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;

/** Eighty CPUs at half load for a minute of virtual time; for an hour with {@code -Dwakespec.extended=true}. */
class LongRunTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @Test
    void aLongRunKeepsItsHeapItsSumsAndItsShares() {
        long seconds = Boolean.getBoolean("wakespec.extended") ? 3600 : 60;
        Simulation sim = Sims.arm(Sims.machine("altra-80")).build();
        SimTask[] tasks = new SimTask[80];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = new PeriodicTask("half" + i, 20 * MS + 1_000 * i, 10 * MS, 0).start(sim);
        }
        sim.runFor(2 * S);
        long id = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(id);
        sim.runFor((seconds - 2) * S);
        assertThat(THREADS.getThreadAllocatedBytes(id) - before).isLessThan(4_096);
        sim.monitor().checkAll(sim.now());
        assertThat(sim.now()).isEqualTo(Simulation.START + seconds * S);
        for (SimTask t : tasks) {
            assertThat(t.task.sumExecRuntime).isBetween(seconds * 48 * S / 100, seconds * 52 * S / 100);
        }
    }
}
