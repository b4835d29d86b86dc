// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.ipc.Pipe;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.Counters;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.topology.CpuMask;

/** A waker that comes at every moment of its wakee's way to sleep: each window is met, and no wakeup is ever lost. */
class RaceWindowsTest {

    private int before;
    private int onQueue;
    private int onCpu;
    private int asleep;
    private long spun;

    private void wakeAfter(long offset, boolean otherTaskWaits) {
        // a way into schedule() longer than a write, so that a write can end on it
        CostModel costs = CostModel.of(MachineFamily.ARM64).with(Cost.PREPARE_SLEEP, 600);
        // a delayed task would not leave its queue
        KernelConfig config = KernelConfig.DEFAULT.withFeature(SchedFeature.DELAY_DEQUEUE, false);
        Simulation sim = Sims.on(Sims.smp(2)).costs(costs).config(config).build();
        sim.runFor(50 * MS);
        Pipe pipe = new Pipe("p").openRead().openWrite();
        SimTask sleeper = sim.task(
                "sleeper",
                KernelObjectsTest.script(t -> t.compute(20_000), t -> t.read(pipe, 1), t -> t.compute(10)),
                CpuMask.of(2, 1));
        sim.start(sleeper, 1);
        if (otherTaskWaits) {
            sim.start(sim.task("other", t -> t.compute(S), CpuMask.of(2, 1)), 1);
        }
        SimTask waker = sim.task(
                "waker",
                KernelObjectsTest.script(t -> t.compute(18_000 + offset), t -> t.write(pipe, 1)),
                CpuMask.of(2, 0));
        sim.start(waker, 0);
        Counters counters = sim.counters();
        sim.runUntilDone(sleeper, sim.now() + S);
        spun += counters.ttwuSpun;
        if (sleeper.state == SimTask.DEAD && counters.wakings == 0) {
            before++;
        } else if (counters.ttwuRunnable > 0) {
            onQueue++;
        } else if (counters.ttwuOnCpu > 0) {
            onCpu++;
        } else {
            asleep++;
        }
    }

    @Test
    void everyWindowIsMetAndNoWakeupIsLost() {
        for (long offset = 0; offset < 6_000; offset += 5) {
            wakeAfter(offset, false);
        }
        assertThat(before).isPositive();
        assertThat(onQueue).isPositive();
        assertThat(onCpu).isPositive();
        assertThat(asleep).isPositive();
    }

    @Test
    void aWakerSpinsWhileAnotherTaskIsSwitchedIn() {
        for (long offset = 0; offset < 12_000; offset += 10) {
            wakeAfter(offset, true);
        }
        assertThat(spun).isPositive();
    }

    /** Wakeups put on a wake list by old schbench on CPUs that share a cache, and p99 of what its workers waited. */
    private static long[] wakeLists(boolean toIdle) {
        KernelConfig config = KernelConfig.DEFAULT.withWakeListToIdle(toIdle);
        Simulation sim = Sims.on(Sims.smp(16))
                .costs(CostModel.of(MachineFamily.ARM64))
                .config(config)
                .build();
        Schbench bench = Schbench.old().messageThreads(1).workers(8).runtime(S / 2);
        bench.run(sim, 10 * S);
        return new long[] {sim.counters().ttwuQueued, bench.wakeupLatency().percentile(99)};
    }

    @Test
    void beforeIdleCpusHadWakeListsTheWakerEnqueuedForThem() {
        long[] now = wakeLists(true);
        long[] before = wakeLists(false);
        assertThat(now[0]).isGreaterThan(50);
        assertThat(before[0]).isLessThan(now[0] / 10);
        assertThat(before[1]).isGreaterThan(now[1]);
    }
}
