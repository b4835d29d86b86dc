// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.KernelConfig;

/** The modes of schbench: stated rates, rates that follow the CPUs, transfers. */
class SchbenchTest {

    private static Simulation run(Schbench bench) {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        bench.run(sim, 100 * S);
        assertThat(sim.tasks()).allMatch(t -> t.state == SimTask.DEAD);
        return sim;
    }

    @Test
    void aRateIsServedAsStated() {
        Schbench bench = Schbench.current().runtime(3 * S).work(MS).requestsPerSecond(1_000);
        run(bench);
        assertThat(bench.requestsPerSecond()).isBetween(990.0, 1_010.0);
        // all requests of a second are handed out at its start, 125 to each worker: it waits once a second, and the
        // time
        // from which its wait counts is that of its latest request, so that some are too short to be kept
        assertThat(bench.wakeupLatency().samples() + bench.wakeupLatency().dropped())
                .isBetween(3 * 7L, 3 * 8L);
        assertThat(bench.requestLatency().percentile(50)).isBetween(1_100L, 1_300L);
    }

    @Test
    void aRateBeyondTheCpusIsCutByPendingRequests() {
        Schbench bench = Schbench.current().runtime(2 * S).work(4 * MS).requestsPerSecond(100_000);
        run(bench);
        // 8 CPUs of 4.1 ms a request at best
        assertThat(bench.requestsPerSecond()).isBetween(1_200.0, 8 / 0.0041);
    }

    @Test
    void aRateBelowOneForEachMessageThreadIsNone() {
        Schbench plain = Schbench.current().messageThreads(2).runtime(S).work(2 * MS);
        Schbench tooFew = plain.copy().requestsPerSecond(1);
        run(plain);
        run(tooFew);
        assertThat(tooFew.requestsPerSecond()).isEqualTo(plain.requestsPerSecond());
    }

    @Test
    void anAutomaticRateGrowsUntilTheCpusAreAsBusyAsWanted() {
        Schbench bench = Schbench.current().runtime(25 * S).work(2 * MS).autoRate(50);
        Simulation sim = run(bench);
        // half of 8 CPUs, 2 ms of work a request
        assertThat(bench.rateGoal()).isBetween(1_600, 2_200);
        double busy = 1 - (double) sim.idleNs() / (8.0 * (sim.now() - Simulation.START));
        assertThat(busy).isBetween(0.2, 0.5);
    }

    @Test
    void aTransferCostsWhatItsBytesCost() {
        Schbench small = Schbench.current().workers(1).runtime(S).pipe(4);
        Schbench large = Schbench.current().workers(1).runtime(S).pipe(1 << 20);
        run(small);
        run(large);
        assertThat(small.transfersPerSecond()).isGreaterThan(20_000);
        // two fills of 1 MiB at 60 ns a KiB and more for the lines that moved
        assertThat(large.transfersPerSecond()).isLessThan(1e9 / (2 * 1024 * 60));
        assertThat(large.transfersPerSecond()).isGreaterThan(1_000);
        // nothing is worked on: no request takes a microsecond
        assertThat(small.requestLatency().samples()).isZero();
        assertThat(Schbench.current().pipe(5 << 20).transferBytes()).isEqualTo(1 << 20);
    }

    @Test
    void optionsOutOfRangeAndOfTheOtherFormAreRefused() {
        assertThatThrownBy(() -> Schbench.current().requestsPerSecond(0)).hasMessageContaining("-R expects at least 1");
        assertThatThrownBy(() -> Schbench.current().autoRate(101)).hasMessageContaining("-A expects 1 to 100");
        assertThatThrownBy(() -> Schbench.current().pipe(0)).hasMessageContaining("-p expects at least 1");
        assertThatThrownBy(() -> Schbench.current().runtime(-5 * S))
                .hasMessageContaining("-r expects at least 1, not -5");
        assertThatThrownBy(() -> Schbench.old().requestsPerSecond(5)).hasMessageContaining("no model of -R");
    }

    @Test
    void threadsShareAMemoryAndProcessesDoNot() {
        Simulation threads = Sims.on(Sims.smp(8)).build();
        SimTask main = new PerfMessaging().groups(1).loops(100).threads().start(threads);
        threads.runFor(4 * MS);
        assertThat(threads.tasks()).allMatch(t -> t.state == SimTask.NEW || t.task.mm == main.task.mm);
        assertThat(main.task.signal.nrThreads).isGreaterThan(2);
        threads.runUntilDone(main, threads.now() + S);
        assertThat(main.task.signal.nrThreads).isZero();
        assertThat(threads.tasks()).allMatch(t -> t.state == SimTask.DEAD);

        Simulation processes = Sims.on(Sims.smp(8)).build();
        SimTask parent = new PerfMessaging().groups(1).loops(3).start(processes);
        processes.runUntilDone(parent, processes.now() + S);
        assertThat(processes.tasks().stream().map(t -> t.task.mm)).doesNotHaveDuplicates();
        assertThat(processes.tasks()).allMatch(t -> t.task.signal.nrThreads == 0);
    }

    /** p99 of the old form with so many workers, where only moving a task's or a futex's lines costs what is said. */
    private static long serialWakeups(int workers, long lines) {
        CostModel costs =
                CostModel.of(MachineFamily.AMD).with(Cost.TASK_LINES, lines).with(Cost.OBJECT_LINES, lines);
        Simulation sim = Sims.on(Sims.machine("zen3-2p-128c256t"))
                .costs(costs)
                .config(KernelConfig.DEFAULT.withSchedCache(false))
                .build();
        Schbench bench = Schbench.old().messageThreads(1).workers(workers).runtime(S / 2);
        bench.run(sim, 10 * S);
        return bench.wakeupLatency().percentile(99);
    }

    @Test
    void theMessageThreadFetchesTheLinesOfEachWorkerInTurn() {
        long without = serialWakeups(32, 0);
        long each = serialWakeups(32, 4) - without;
        // of about 32 workers eight lines each, from 90 to 205 ns away
        assertThat(each).isBetween(32 * 8 * 90 / 1_000L, 32 * 8 * 205 / 1_000L);
        // and with half as many workers half of it
        long half = serialWakeups(16, 4) - serialWakeups(16, 0);
        assertThat((double) half / each).isBetween(0.35, 0.6);
    }

    @Test
    void theOldFormWorksFirstAndSleepsAfterItWasPosted() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        Schbench bench = Schbench.old().messageThreads(1).workers(4).runtime(S / 2);
        bench.run(sim, 10 * S);
        // 30 ms of work, then 30 to 37.5 ms of sleep, in which every CPU is idle: seven or eight rounds
        assertThat(bench.wakeupLatency().samples()).isBetween(4 * 7L, 4 * 8L);
        double busy = 1 - (double) sim.idleNs() / (8.0 * (sim.now() - Simulation.START));
        assertThat(busy).isBetween(0.2, 0.28);
    }

    private static double requestMs(Schbench bench) {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        bench.workers(1).runtime(S).run(sim, 2 * S);
        return bench.requestLatency().percentile(50) / 1000.0;
    }

    @Test
    void aRequestIsSoManyMultiplicationsOfMatricesOfTheFootprint() {
        // side 104 and five times; side 52 and as often; 10 times; none but the sleep of 100 us and its slack of 50
        assertThat(requestMs(Schbench.current())).isBetween(17.0, 17.2);
        assertThat(requestMs(Schbench.current().footprint(64))).isBetween(2.2, 2.35);
        assertThat(requestMs(Schbench.current().operations(10))).isBetween(33.9, 34.1);
        assertThat(requestMs(Schbench.current().operations(0))).isBetween(0.1, 0.2);
        assertThat(requestMs(Schbench.current().operations(7).work(3 * MS))).isBetween(3.1, 3.25);
    }

    @Test
    void theOldFormHasNoMatrices() {
        assertThatThrownBy(() -> Schbench.old().footprint(64)).hasMessageContaining("no model of -F");
        assertThatThrownBy(() -> Schbench.old().operations(1)).hasMessageContaining("no model of -n");
        assertThatThrownBy(() -> Schbench.current().operations(-1))
                .hasMessageContaining("-n expects at least 0, not -1");
        assertThatThrownBy(() -> Schbench.current().work(-1)).hasMessageContaining("-c is not negative: -1 ns");
    }
}
