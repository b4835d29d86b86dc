// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.idle.IdleState;
import org.wakespec.simulator.ipc.CpuLocks;
import org.wakespec.simulator.ipc.InterruptLine;
import org.wakespec.simulator.ipc.Pipe;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.ipc.SimulationFailure.Kind;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.PreemptModel;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;

class SimulationTest {

    private static SimTask hog(Simulation sim, String name, CpuMask cpus) {
        return new Hog(name, cpus).start(sim);
    }

    // ---- sharing a CPU ----

    @Test
    void hogsOfOneNiceShareACpuEqually() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask a = hog(sim, "a", null);
        SimTask b = hog(sim, "b", null);
        SimTask c = hog(sim, "c", null);
        sim.runFor(3 * S);
        for (SimTask t : new SimTask[] {a, b, c}) {
            assertThat(t.task.sumExecRuntime).isCloseTo(S, within(6 * MS));
        }
    }

    @Test
    void niceValuesShareByWeight() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask a = hog(sim, "a", null);
        SimTask b = hog(sim, "b", null);
        sim.setNice(b, 5);
        sim.runFor(5 * S);
        assertThat((double) a.task.sumExecRuntime / b.task.sumExecRuntime).isCloseTo(1024.0 / 335, within(0.05));
    }

    @Test
    void schedIdleGetsThreeInThreePlusWeights() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask a = hog(sim, "a", null);
        SimTask b = hog(sim, "b", null);
        sim.setScheduler(b, SchedPolicy.IDLE, 0, 0);
        sim.runFor(20 * S);
        double share = (double) b.task.sumExecRuntime / (a.task.sumExecRuntime + b.task.sumExecRuntime);
        assertThat(share).isCloseTo(3.0 / 1027, within(0.0005));
    }

    @Test
    void waitingHogsSpreadOverIdleCpus() {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        SimTask[] hogs = new SimTask[4];
        for (int i = 0; i < 4; i++) {
            hogs[i] = sim.task("hog" + i, t -> t.compute(S));
            sim.start(hogs[i], 0);
        }
        sim.runFor(2 * S);
        long least = Long.MAX_VALUE;
        for (SimTask t : hogs) {
            least = Math.min(least, t.task.sumExecRuntime);
        }
        assertThat(least).isGreaterThan(1900 * MS);
        assertThat(sim.counters().balanceMoved).isPositive();
    }

    @Test
    void threadsOfACoreSlowEachOtherDown() {
        CostModel costs = CostModel.of(MachineFamily.AMD).with(Cost.SMT_SPEED, 512);
        Simulation alone = Sims.on(Sims.smt(1)).costs(costs).build();
        long single = timeOf(alone, new int[] {0});
        Simulation both = Sims.on(Sims.smt(1)).costs(costs).build();
        long shared = timeOf(both, new int[] {0, 1});
        assertThat((double) shared / single).isCloseTo(2.0, within(0.02));
    }

    private static long timeOf(Simulation sim, int[] cpus) {
        SimTask last = null;
        long start = sim.now();
        for (int cpu : cpus) {
            last = sim.task("work" + cpu, new Once(100 * MS), CpuMask.of(2, cpu));
            sim.start(last, cpu);
        }
        sim.runUntilDone(last, sim.now() + S);
        return sim.now() - start;
    }

    // ---- sleeping and waking ----

    @Test
    void aSleepEndsBetweenItsTimeAndTheSlackLater() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        AtomicLong slept = new AtomicLong();
        long[] start = new long[1];
        int[] step = new int[1];
        SimTask t = sim.task("sleeper", task -> {
            switch (step[0]++) {
                case 0 -> {
                    start[0] = task.now();
                    task.sleep(100_000);
                }
                default -> {
                    slept.set(task.now() - start[0]);
                    task.exit();
                }
            }
        });
        sim.start(t, 0);
        sim.runUntilDone(t, sim.now() + S);
        assertThat(slept.get()).isBetween(100_000L, 160_000L);
    }

    @Test
    void affinityTakesARunningTaskAway() {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        SimTask t = hog(sim, "hog", CpuMask.of(4, 1));
        sim.runFor(5 * MS);
        assertThat(t.task.cpu).isEqualTo(1);
        sim.setAffinity(t, CpuMask.of(4, 3));
        sim.runFor(5 * MS);
        assertThat(t.task.cpu).isEqualTo(3);
        assertThat(sim.runningOn(3)).isSameAs(t);
        assertThat(sim.runningOn(1)).isNull();
        assertThat(t.migrations).isEqualTo(1);
    }

    @Test
    void aCpusetBoundsWhatATaskAsksForAndWhatItForks() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        long[] results = new long[2];
        SimTask child = sim.task("child", t -> t.compute(S));
        int[] step = new int[1];
        SimTask t = sim.task("t", task -> {
            switch (step[0]++) {
                case 0 -> task.compute(5 * MS);
                case 1 -> task.setAffinity(CpuMask.of(8, 6));
                case 2 -> {
                    results[0] = task.result();
                    task.setAffinity(CpuMask.of(8, 2, 6));
                }
                case 3 -> {
                    results[1] = task.result();
                    task.fork(child);
                }
                default -> task.compute(S);
            }
        });
        sim.start(t, 6);
        sim.runFor(MS);
        sim.setCpuset(t, CpuMask.range(8, 0, 3));
        sim.runFor(50 * MS);
        assertThat(results).containsExactly(-22, 0);
        assertThat(t.task.cpusPtr).isEqualTo(CpuMask.of(8, 2));
        assertThat(t.task.cpu).isEqualTo(2);
        assertThat(child.task.cpusPtr).isEqualTo(CpuMask.range(8, 0, 3));
        assertThat(child.cpuset).isEqualTo(CpuMask.range(8, 0, 3));
        // the cpuset widens again: what was asked for comes back
        sim.setCpuset(t, CpuMask.range(8, 0, 7));
        assertThat(t.task.cpusPtr).isEqualTo(CpuMask.of(8, 2, 6));
        assertThatThrownBy(() -> sim.setCpuset(t, new CpuMask(8))).hasMessageContaining("none of the CPUs");
        sim.setCpuset(t, CpuMask.range(8, 0, 3));
        assertThatThrownBy(() -> sim.setAffinity(t, CpuMask.of(8, 7)))
                .hasMessageContaining("its cpuset '0-3' has none");
    }

    @Test
    void aParentGetsItsChildrenBack() {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        SimTask child = sim.task("child", new Once(MS));
        int[] step = new int[1];
        SimTask parent = sim.task("parent", task -> {
            switch (step[0]++) {
                case 0 -> task.fork(child);
                case 1 -> task.waitChild();
                default -> task.exit();
            }
        });
        sim.start(parent, 2);
        sim.runUntilDone(parent, sim.now() + S);
        assertThat(child.state).isEqualTo(SimTask.DEAD);
        assertThat(sim.counters().forks).isEqualTo(1);
        assertThat(sim.counters().exits).isPositive();
    }

    @Test
    void idleCpusStopTheirTicksAndTimeStillPasses() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        sim.runFor(10 * S);
        assertThat(sim.counters().tickStops).isEqualTo(8);
        assertThat(sim.scheduler().topology.sdLlcShared[0].nrBusyCpus).isZero();
        assertThat(sim.now()).isEqualTo(Simulation.START + 10 * S);
    }

    @Test
    void theBusyCountFollowsTheNextBusyTick() {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        sim.runFor(S);
        hog(sim, "hog", CpuMask.of(4, 2));
        sim.runFor(1_000);
        assertThat(sim.scheduler().topology.sdLlcShared[0].nrBusyCpus).isZero();
        sim.runFor(2 * MS);
        assertThat(sim.scheduler().topology.sdLlcShared[0].nrBusyCpus).isEqualTo(1);
    }

    // ---- changes from outside at awkward moments ----

    @Test
    void affinityChangesWhileATaskIsOnAWakeList() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        Pipe pipe = new Pipe("pipe").openRead().openWrite();
        SimTask reader = sim.task("reader", t -> t.read(pipe, 1), CpuMask.of(2, 1));
        SimTask writer = sim.task(
                "writer",
                t -> {
                    if (t.self().operations % 2 == 0) {
                        t.write(pipe, 1);
                    } else {
                        t.sleep(MS);
                    }
                },
                CpuMask.of(2, 0));
        sim.start(reader, 1);
        sim.start(writer, 0);
        sim.runFor(MS / 2);
        untilOnWakeList(sim, reader);
        sim.setAffinity(reader, CpuMask.of(2, 0));
        sim.runFor(MS);
        assertThat(reader.task.cpu).isZero();
        // and there and back again before anybody acts on it
        untilOnWakeList(sim, reader, CpuMask.of(2, 1));
        long migrations = reader.migrations;
        sim.setAffinity(reader, CpuMask.of(2, 0));
        sim.setAffinity(reader, CpuMask.of(2, 1));
        sim.runFor(MS / 2);
        assertThat(reader.task.cpu).isEqualTo(1);
        assertThat(reader.migrations).isEqualTo(migrations);
    }

    private static void untilOnWakeList(Simulation sim, SimTask t, CpuMask allowed) {
        sim.setAffinity(t, allowed);
        sim.runFor(3 * MS);
        untilOnWakeList(sim, t);
    }

    private static void untilOnWakeList(Simulation sim, SimTask t) {
        for (int i = 0; t.state != SimTask.WAKING; i++) {
            assertThat(i).isLessThan(1_000_000);
            sim.runFor(10);
        }
    }

    @Test
    void theLastAffinityCounts() {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        SimTask hog = hog(sim, "hog", CpuMask.of(4, 1));
        sim.runFor(MS);
        sim.setAffinity(hog, CpuMask.of(4, 2));
        sim.setAffinity(hog, CpuMask.of(4, 3));
        sim.runFor(MS);
        assertThat(sim.runningOn(3)).isSameAs(hog);
        sim.setAffinity(hog, CpuMask.of(4, 2));
        sim.setAffinity(hog, CpuMask.of(4, 2, 3));
        sim.runFor(MS);
        assertThat(sim.runningOn(3)).isSameAs(hog);
        assertThat(hog.migrations).isEqualTo(1);
    }

    @Test
    void aTaskIsMovedAwayInTheMiddleOfASwitchToIt() {
        Simulation sim = Sims.on(Sims.smp(2))
                .config(KernelConfig.DEFAULT.withHz(10).withFeature(SchedFeature.HRTICK, false))
                .build();
        SimTask hog = sim.task("hog", t -> t.compute(S));
        sim.start(hog, 1);
        RunQueue rq = sim.scheduler().rq[1];
        for (int i = 0; rq.curr == rq.idle; i++) {
            assertThat(i).isLessThan(1_000_000);
            sim.runFor(10);
        }
        assertThat(sim.runningOn(1)).isNull();
        sim.setAffinity(hog, CpuMask.of(2, 0));
        sim.runFor(MS);
        assertThat(sim.runningOn(0)).isSameAs(hog);
    }

    @Test
    void aNewTaskPreemptsAnIdlePolicyTaskAtOnceWhereRequestsAreImmediate() {
        Simulation sim = Sims.on(Sims.smp(1))
                .config(KernelConfig.DEFAULT
                        .withHz(10)
                        .withFeature(SchedFeature.HRTICK, false)
                        .withPreempt(PreemptModel.FULL))
                .build();
        SimTask lowest = hog(sim, "lowest", null);
        sim.setScheduler(lowest, SchedPolicy.IDLE, 0, 0);
        sim.runFor(10 * MS);
        SimTask hog = hog(sim, "hog", null);
        sim.runFor(MS);
        assertThat(sim.runningOn(0)).isSameAs(hog);
    }

    @Test
    void parametersOfATaskThatHasNotStartedAreNobodysLoad() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask early = sim.task("early", t -> t.compute(S));
        sim.setNice(early, 5);
        assertThat(early.task.weight).isEqualTo(335 << 10);
        sim.setScheduler(early, SchedPolicy.BATCH, 3, 5 * MS);
        sim.setNice(early, -3);
        assertThat(early.task.policy).isEqualTo(SchedPolicy.BATCH);
        assertThat(early.task.slice).isEqualTo(5 * MS);
        assertThat(sim.scheduler().rq[0].cfs.avg.loadAvg).isZero();
        assertThat(sim.scheduler().rq[0].cfs.avg.loadSum).isZero();
    }

    @Test
    void aTaskThatHasEndedHasNoParameters() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask t = sim.task("t", new Once(1));
        sim.start(t, 0);
        sim.runUntilDone(t, sim.now() + S);
        assertThatThrownBy(() -> sim.setNice(t, 1)).hasMessageContaining("has ended");
    }

    // ---- bad input ----

    private static SimulationFailure failureOf(Runnable run) {
        try {
            run.run();
        } catch (SimulationFailure e) {
            return e;
        }
        throw new AssertionError("expected a failure");
    }

    @Test
    void aDeadlockIsNamedWithItsTasks() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        Pipe a = new Pipe("a").openRead().openWrite();
        Pipe b = new Pipe("b").openRead().openWrite();
        SimTask first = sim.task("first", t -> t.read(a, 1));
        SimTask second = sim.task("second", t -> t.read(b, 1));
        sim.start(first, 0);
        sim.start(second, 1);
        SimulationFailure failure = failureOf(() -> sim.runUntilDone(first, sim.now() + 100 * S));
        assertThat(failure.kind()).isEqualTo(Kind.DEADLOCK);
        assertThat(failure.time()).isBetween(Simulation.START, Simulation.START + MS);
        assertThat(failure)
                .hasMessageMatching(
                        "at 1\\.0000[0-9]{5} s: all tasks sleep and nothing can wake one: "
                                + "first\\(\\d+\\) in read\\(pipe\\) on a \\(read end\\), second\\(\\d+\\) in read\\(pipe\\) on b \\(read end\\)");
    }

    @Test
    void aPipeWithoutAReaderIsNamed() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        Pipe pipe = new Pipe("log").openWrite();
        SimTask writer = sim.task("writer", t -> t.write(pipe, 10));
        sim.start(writer, 0);
        SimulationFailure failure = failureOf(() -> sim.runFor(S));
        assertThat(failure.kind()).isEqualTo(Kind.NO_READER);
        assertThat(failure).hasMessageContaining("writer(").hasMessageContaining("writes to log, which has no reader");
    }

    @Test
    void aProgramWithoutEndIsGivenUpAtTheLimit() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask hog = hog(sim, "hog", null);
        SimulationFailure failure = failureOf(() -> sim.runUntilDone(hog, sim.now() + S));
        assertThat(failure.kind()).isEqualTo(Kind.NO_PROGRESS);
        assertThat(failure).hasMessageContaining("has not ended by 2.000000000 s");
    }

    @Test
    void whoStopsItSaysByWhatItEnds() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        SimTask main = new PerfPipe().loops(100_000_000).start(sim);
        sim.runFor(MS);
        long before = sim.now();

        sim.stop(() -> new IllegalStateException("enough"));

        assertThatThrownBy(() -> sim.runUntilDone(main, before + 1_000 * S)).hasMessage("enough");
        assertThatThrownBy(() -> sim.runFor(S)).hasMessage("enough");
        assertThat(sim.now()).isEqualTo(before);
    }

    @Test
    void aHogThatNeverBlocksDoesNotKeepTimeFromPassing() {
        // no high-resolution tick, and the slowest tick there is: once a second
        Simulation sim = Sims.on(Sims.smp(1))
                .config(KernelConfig.DEFAULT.withHz(1).withFeature(SchedFeature.HRTICK, false))
                .build();
        SimTask hog = hog(sim, "hog", null);
        SimTask waits = sim.task("waits", new Once(10 * S));
        sim.start(waits, 0);
        SimulationFailure failure = failureOf(() -> sim.runUntilDone(waits, sim.now() + 5 * S));
        assertThat(failure.kind()).isEqualTo(Kind.NO_PROGRESS);
        assertThat(failure.time()).isGreaterThan(Simulation.START + 3 * S);
        assertThat(failure)
                .hasMessageContaining("waits(")
                .hasMessageContaining("has not ended by 6.000000000 s")
                .hasMessageContaining(hog + " in computation");
    }

    @Test
    void eventsWithoutTimeAreGivenUpWhereverTheyHappen() {
        CostModel free = CostModel.of(MachineFamily.INTEL);
        for (Cost cost : Cost.values()) {
            if (cost != Cost.SMT_SPEED && cost != Cost.LINE_OVERLAP) {
                free = free.with(cost, 0);
            }
        }
        free = free.withIdleStates(List.of(new IdleState("FREE", 1_000, 1_000, 0, true, false)));
        Simulation sim = Sims.on(Sims.smp(2)).costs(free).build();
        PerfPipe pipe = new PerfPipe().loops(100_000_000).oneEach(CpuMask.all(2));
        SimTask main = pipe.start(sim);
        SimulationFailure failure = failureOf(() -> sim.runFor(S));
        assertThat(failure.kind()).isEqualTo(Kind.NO_PROGRESS);
        assertThat(failure).hasMessageContaining("without any time passing").hasMessageContaining(main.toString());
    }

    @Test
    void moreTasksThanThereIsRoomForAreRefusedBeforeTheyAreMade() {
        Simulation sim = Sims.on(Sims.smp(2)).maxTasks(100_000).build();
        SimulationFailure failure =
                failureOf(() -> new PerfMessaging().groups(50_000_000).start(sim));
        assertThat(failure.kind()).isEqualTo(Kind.TOO_MANY_TASKS);
        assertThat(failure)
                .hasMessageContaining("perf bench sched messaging -g 50000000 needs 2000000001 tasks")
                .hasMessageContaining("room for 99998 more");
        SimulationFailure schbench = failureOf(() ->
                Schbench.current().messageThreads(100_000).workers(100_000).start(sim));
        assertThat(schbench).hasMessageContaining("schbench -m 100000 -t 100000 needs 10000100001 tasks");
        assertThat(failureOf(() -> new Tbench(2_000_000_000, S).start(sim)))
                .hasMessageContaining("tbench 2000000000 needs 4000000001 tasks");
        assertThat(failureOf(() -> new Memtier(100_000, 1).start(sim)))
                .hasMessageContaining("memtier -t 100000 needs 100006 tasks");
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new Memtier(100_000, 100_000)).hasMessageContaining("makes 10000000000");
        assertThatThrownBy(() -> new Memtier(1, 1).serverThreads(0)).hasMessageContaining("at least 1, not 0");
        assertThatThrownBy(() -> new Memtier(1, 1).delay(-1)).hasMessageContaining("the delay is not negative");
        assertThatThrownBy(() -> new OpenResty(1, 2_000_000_000)).hasMessageContaining("room for 100000 connections");
        assertThatThrownBy(() -> new OpenResty(1, 1).service(-5)).hasMessageContaining("not negative: -5 ns");
        assertThatThrownBy(() -> new Tbench(1, -S)).hasMessageContaining("a time above 0");
        assertThatThrownBy(() -> Schbench.current().sleep(-1)).hasMessageContaining("-s is not negative");
    }

    @Test
    void interruptsBeyondTheEndOfTimeAreRefused() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        InterruptLine line = new InterruptLine("late", 0);
        assertThat(failureOf(() -> sim.interrupts(line, Long.MAX_VALUE, 0)).kind())
                .isEqualTo(Kind.BAD_TIME);
        assertThat(failureOf(() -> sim.interrupts(line, 5, -1)).kind()).isEqualTo(Kind.BAD_TIME);
        assertThat(failureOf(() -> sim.interrupts(line, 5, Long.MAX_VALUE)).kind())
                .isEqualTo(Kind.BAD_TIME);
    }

    @Test
    void operationsWithoutTimeAreGivenUp() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask t = sim.task("spinner", task -> task.compute(0));
        sim.start(t, 0);
        SimulationFailure failure = failureOf(() -> sim.runFor(S));
        assertThat(failure.kind()).isEqualTo(Kind.NO_PROGRESS);
        assertThat(failure).hasMessageContaining("spinner(").hasMessageContaining("without any time passing");
    }

    @Test
    void impossibleTimesAreRefused() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        SimTask t = sim.task("t", task -> task.compute(-5));
        sim.start(t, 0);
        assertThat(failureOf(() -> sim.runFor(S))).hasMessageContaining("computation of -5 ns");
        Simulation other = Sims.on(Sims.smp(1)).build();
        SimTask late = other.task("late", task -> task.sleep(Long.MAX_VALUE - 10));
        other.start(late, 0);
        assertThat(failureOf(() -> other.runFor(S)).kind()).isEqualTo(Kind.BAD_TIME);
        assertThat(failureOf(() -> other.runFor(-1)).kind()).isEqualTo(Kind.BAD_TIME);
    }

    @Test
    void workThatASlowCpuNeverEndsIsNotCutShort() {
        CostModel costs = CostModel.of(MachineFamily.AMD).with(Cost.SMT_SPEED, 512);
        Simulation sim = Sims.on(Sims.smt(1)).costs(costs).build();
        // times 1024 it is a little more than 2^64
        SimTask t = sim.task("ages", new Once((1L << 54) + 1000), CpuMask.of(2, 0));
        sim.start(t, 0);
        hog(sim, "sibling", CpuMask.of(2, 1));
        sim.runFor(10 * MS);
        assertThat(t.operations).isEqualTo(1);
        assertThat(t.task.sumExecRuntime).isGreaterThan(8 * MS);

        Simulation other = Sims.on(Sims.smt(1)).costs(costs).build();
        other.start(other.task("eternity", new Once(Long.MAX_VALUE / 2), CpuMask.of(2, 0)), 0);
        other.runFor(MS);
        hog(other, "sibling", CpuMask.of(2, 1));
        SimulationFailure failure = failureOf(() -> other.runFor(MS));
        assertThat(failure.kind()).isEqualTo(Kind.BAD_TIME);
        assertThat(failure).hasMessageContaining("eternity(").hasMessageContaining("beyond the end of time");
    }

    @Test
    void parametersThatDoNotExistAreRefusedWithTaskAndTime() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        sim.start(sim.task("rude", task -> task.setNice(30)), 0);
        SimulationFailure failure = failureOf(() -> sim.runFor(S));
        assertThat(failure.kind()).isEqualTo(Kind.BAD_PROGRAM);
        assertThat(failure)
                .hasMessageStartingWith("at 1.0000")
                .hasMessageContaining("rude(")
                .hasMessageContaining("nice is -20 to 19, not 30");
        Simulation other = Sims.on(Sims.smp(1)).build();
        other.start(other.task("fifo", task -> task.setScheduler(SchedPolicy.FIFO, 0, 0)), 0);
        assertThat(failureOf(() -> other.runFor(S))).hasMessageContaining("FIFO is not modelled");
    }

    @Test
    void spinningForALockThatNobodyReleasesIsGivenUp() {
        Simulation sim = Sims.on(Sims.smp(1))
                .config(KernelConfig.DEFAULT.withHz(1).withFeature(SchedFeature.HRTICK, false))
                .build();
        CpuLocks locks = new CpuLocks(1);
        Pipe never = new Pipe("never").openRead().openWrite();
        SimTask holder = sim.task("holder", t -> {
            if (t.self().operations == 1) {
                t.lockThisCpu(locks);
            } else {
                t.read(never, 1);
            }
        });
        SimTask spinner = sim.task("spinner", t -> t.lockThisCpu(locks));
        sim.start(holder, 0);
        sim.runFor(MS);
        sim.start(spinner, 0);
        SimulationFailure failure = failureOf(() -> sim.runUntilDone(spinner, sim.now() + 100_000 * S));
        assertThat(failure.kind()).isEqualTo(Kind.NO_PROGRESS);
        assertThat(failure.time()).isLessThan(Simulation.START + 60 * S);
        assertThat(failure)
                .hasMessageContaining("without any task completing an operation")
                .hasMessageContaining("holder(")
                .hasMessageContaining(spinner + " in spinning on the lock of its CPU");
    }

    @Test
    void aProgramThatDoesNothingOrTwoThingsIsRefused() {
        Simulation sim = Sims.on(Sims.smp(1)).build();
        sim.start(sim.task("silent", task -> {}), 0);
        assertThat(failureOf(() -> sim.runFor(S))).hasMessageContaining("the program of silent");
        Simulation other = Sims.on(Sims.smp(1)).build();
        other.start(
                other.task("double", task -> {
                    task.compute(1);
                    task.yield();
                }),
                0);
        assertThat(failureOf(() -> other.runFor(S))).hasMessageContaining("issues sched_yield after computation");
    }

    @Test
    void tooManyTasksAreRefused() {
        Simulation sim = Sims.on(Sims.smp(2)).maxTasks(4).build();
        sim.task("one", new Once(1));
        sim.task("two", new Once(1));
        SimulationFailure failure = failureOf(() -> sim.task("three", new Once(1)));
        assertThat(failure.kind()).isEqualTo(Kind.TOO_MANY_TASKS);
        assertThat(failure).hasMessageContaining("room for 4 tasks, and one more, 'three',");
    }

    @Test
    void wrongArgumentsAreRefused() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        SimTask t = sim.task("t", new Once(1), CpuMask.of(2, 1));
        assertThatThrownBy(() -> sim.start(t, 0)).hasMessageContaining("may not run on CPU 0");
        assertThatThrownBy(() -> sim.setNice(t, 30)).hasMessageContaining("-20 to 19");
        assertThatThrownBy(() -> sim.setScheduler(t, SchedPolicy.NORMAL, -21, 0))
                .hasMessageContaining("-20 to 19");
        assertThatThrownBy(() -> sim.setScheduler(t, SchedPolicy.NORMAL, 0, -1)).hasMessageContaining("a slice is");
        assertThatThrownBy(() -> sim.setAffinity(t, new CpuMask(2))).hasMessageContaining("none of the CPUs");
        sim.start(t, 1);
        assertThatThrownBy(() -> sim.start(t, 1)).hasMessageContaining("was started already");
    }

    /** Computes once and ends. */
    static final class Once implements Program {

        private final long ns;
        private boolean done;

        Once(long ns) {
            this.ns = ns;
        }

        @Override
        public void step(TaskApi task) {
            if (done) {
                task.exit();
            } else {
                done = true;
                task.compute(ns);
            }
        }
    }
}
