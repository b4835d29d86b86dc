// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.balance.CacheOccupancy;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.MmStruct;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

/** When a process comes to prefer a last-level cache, and when it stops to. */
class CacheOccupancyTest {

    private static final Machine TWO_CACHES = Machine.builder("two", 16)
            .coregroup(List.of(CpuMask.range(16, 0, 7), CpuMask.range(16, 8, 15)))
            .build();

    private Simulation sim;
    private Scheduler sched;
    private CacheOccupancy occupancy;
    private MmStruct mm;
    private Task p;

    @BeforeEach
    void aProcessOfTwoThreads() {
        sim = Sims.on(TWO_CACHES).build();
        sched = sim.scheduler();
        occupancy = sim.balancer().newCacheOccupancy();
        p = new Task(1_000, "p", CpuMask.all(16));
        mm = new MmStruct();
        p.mm = mm;
        p.signal.nrThreads = 2;
    }

    private void ran(int cpu, long ns) {
        occupancy.accountMmSched(sched.rq[cpu], p, ns);
    }

    /** The next epoch has begun, and a thread of the process has its tick on the CPU. */
    private void look(int cpu) {
        sched.jiffies += 10;
        ran(cpu, 1);
        Task before = sched.rq[cpu].curr;
        sched.rq[cpu].curr = p;
        occupancy.taskTickCache(sched.rq[cpu]);
        sched.rq[cpu].curr = before;
    }

    @Test
    void theCacheWithTheLargestSumIsPreferred() {
        ran(0, 5 * MS);
        ran(9, 5 * MS);
        ran(11, 4 * MS);
        look(0);
        assertThat(mm.schedCpu).isBetween(8, 15);
        ran(0, 1);
        assertThat(p.preferredLlc).isEqualTo(sched.topology.sdLlcId[8]);
    }

    @Test
    void anotherCacheNeedsMoreThanTwiceAsMuch() {
        ran(0, 5 * MS);
        look(0);
        assertThat(mm.schedCpu).isZero();
        for (int cpu = 8; cpu < 10; cpu++) {
            ran(cpu, 5 * MS);
        }
        ran(0, 5 * MS);
        look(0);
        // two CPUs to one: not more than twice
        assertThat(mm.schedCpu).isZero();
        ran(10, 5 * MS);
        ran(11, 5 * MS);
        look(0);
        assertThat(mm.schedCpu).isBetween(8, 11);
    }

    @Test
    void onlyOneLookAnEpochIsTaken() {
        ran(0, MS);
        look(0);
        long looks = occupancy.looks();
        sched.rq[0].curr = p;
        assertThat(occupancy.taskTickCache(sched.rq[0])).isZero();
        assertThat(occupancy.looks()).isEqualTo(looks);
        sched.jiffies += 10;
        ran(0, 1);
        assertThat(occupancy.taskTickCache(sched.rq[0])).isEqualTo(16);
    }

    @Test
    void aSingleThreadPrefersNothing() {
        ran(0, 5 * MS);
        look(0);
        ran(0, 1);
        assertThat(p.preferredLlc).isNotNegative();
        p.signal.nrThreads = 1;
        ran(0, 1);
        assertThat(p.preferredLlc).isEqualTo(-1);
        assertThat(mm.schedCpu).isEqualTo(-1);
    }

    @Test
    void fiveEpochsWithoutALookAreForgotten() {
        ran(0, 5 * MS);
        look(0);
        sched.jiffies += 50;
        ran(0, 1);
        assertThat(mm.schedCpu).isZero();
        sched.jiffies += 10;
        ran(0, 1);
        assertThat(mm.schedCpu).isEqualTo(-1);
    }

    @Test
    void aNodeThatNumaBalancingPrefersComesFirst() {
        ran(0, 5 * MS);
        look(0);
        p.numaPreferredNid = 0;
        ran(0, 1);
        assertThat(p.preferredLlc).isEqualTo(sched.topology.sdLlcId[0]);
        p.numaPreferredNid = 7;
        ran(0, 1);
        assertThat(p.preferredLlc).isEqualTo(-1);
    }

    @Test
    void itIsOffWhereItIsSwitchedOffOrNotNeeded() {
        assertThat(Sims.on(Sims.smp(8)).build().balancer().newCacheOccupancy()).isNull();
        assertThat(Sims.on(TWO_CACHES)
                        .config(KernelConfig.DEFAULT.withSchedCache(false))
                        .build()
                        .balancer()
                        .newCacheOccupancy())
                .isNull();
    }

    @Test
    void wakeupsOfItsThreadsDoNotLookAtIt() {
        // three threads keep one cache preferred; the fourth sleeps and wakes where it was, in the other
        List<SimTask> threads = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            boolean[] slept = new boolean[1];
            Program sleeps = t -> {
                slept[0] = !slept[0];
                if (slept[0]) {
                    t.sleep(3_300_000);
                } else {
                    t.compute(20_000);
                }
            };
            SimTask t = sim.task("thread" + i, i < 3 ? task -> task.compute(S) : sleeps);
            if (i > 0) {
                sim.joinProcess(t, threads.get(0));
            }
            threads.add(t);
            sim.start(t, i < 3 ? i : 12);
        }
        sim.runFor(300 * MS);
        assertThat(threads.get(3).task.preferredLlc).isEqualTo(sched.topology.sdLlcId[0]);
        assertThat(threads.get(3).task.cpu).isEqualTo(12);
        assertThat(threads.get(3).migrations).isZero();
    }
}
