// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.topology.CpuMask;

class WorkloadsTest {

    // ---- perf bench sched pipe ----

    @Test
    void onOneCpuThePipeNeedsOneDelayedWakeupAnOp() {
        Simulation sim = Sims.arm(Sims.machine("altra-80")).build();
        PerfPipe pipe = new PerfPipe().loops(5_000).taskset(CpuMask.of(80, 79));
        pipe.run(sim, S);
        // two tokens: a task runs two loops before it blocks, and its wakeup finds it still queued
        assertThat(sim.counters().ttwuDelayed).isBetween(4_900L, 5_100L);
        assertThat(sim.counters().selections).isLessThan(10);
        assertThat(pipe.workers()[0].operations).isGreaterThanOrEqualTo(10_000);
    }

    @Test
    void freeThePairStaysInOneLastLevelCacheOfTwoCpus() {
        Simulation sim = Sims.arm(Sims.machine("altra-80")).build();
        PerfPipe pipe = new PerfPipe().loops(20_000);
        pipe.run(sim, S);
        int a = pipe.workers()[0].task.cpu;
        int b = pipe.workers()[1].task.cpu;
        assertThat(a / 2).isEqualTo(b / 2);
        assertThat(a).isNotEqualTo(b);
    }

    @Test
    void threadsPassAsManyMessagesAsProcesses() {
        Simulation sim = Sims.on(Sims.smp(4)).build();
        PerfPipe pipe = new PerfPipe().loops(1_000).threads();
        pipe.run(sim, S);
        assertThat(pipe.workers()).allMatch(t -> t.state == SimTask.DEAD && t.operations == 2_001);
        assertThat(pipe.usecsPerOp()).isBetween(0.5, 20.0);
    }

    // ---- perf bench sched messaging ----

    private static void messaging(PerfMessaging bench) {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        SimTask main = bench.start(sim);
        sim.runUntilDone(main, sim.now() + 100 * S);
        long operations = 0;
        for (SimTask t : sim.tasks()) {
            assertThat(t.state).isEqualTo(SimTask.DEAD);
            operations += t.operations;
        }
        // every message is sent and received once
        assertThat(operations).isGreaterThanOrEqualTo(2 * bench.messages());
        assertThat(bench.totalNs()).isPositive();
        sim.monitor().checkAll(sim.now());
    }

    @Test
    void messagingOverSocketsDeliversEveryMessage() {
        messaging(new PerfMessaging().groups(2).loops(20));
    }

    @Test
    void aWindowOfMessagingTellsTheTimeOfALoop() {
        Simulation whole = Sims.on(Sims.smp(8)).build();
        PerfMessaging all = new PerfMessaging().groups(1).loops(400).pipes();
        whole.runUntilDone(all.start(whole), whole.now() + 100 * S);
        Simulation part = Sims.on(Sims.smp(8)).build();
        PerfMessaging window = new PerfMessaging().groups(1).pipes().during(20 * MS, 50 * MS);
        part.runUntilDone(window.start(part), part.now() + 100 * S);
        assertThat(window.totalNs()).isBetween(50 * MS, 54 * MS);
        assertThat(window.loopNs()).isCloseTo(all.loopNs(), withinPercentage(15));
        assertThat(all.loopNs()).isEqualTo(all.totalNs() / 400.0);
        assertThatThrownBy(() -> new PerfMessaging().during(0, 1)).hasMessageContaining("at least 1 ns, not 0 and 1");
        assertThatThrownBy(() -> new PerfMessaging().during(1, 0)).hasMessageContaining("at least 1 ns, not 1 and 0");
    }

    @Test
    void messagingOverPipesDeliversEveryMessage() {
        messaging(new PerfMessaging().groups(2).loops(20).pipes());
    }

    // ---- schbench ----

    @Test
    void schbenchMeasuresWakeupsAndRequests() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        Schbench bench = Schbench.current().runtime(S).work(2 * MS);
        bench.run(sim, 10 * S);
        assertThat(bench.wakeupLatency().samples()).isGreaterThan(500);
        assertThat(bench.requestLatency().percentile(50)).isBetween(2_100L, 6_000L);
        assertThat(bench.requestsPerSecond()).isBetween(2_000.0, 4_000.0);
    }

    @Test
    void oldSchbenchWakesItsWorkersInRounds() {
        Simulation sim = Sims.on(Sims.smp(16)).build();
        Schbench bench = Schbench.old().messageThreads(1).workers(8).runtime(2 * S);
        bench.run(sim, 10 * S);
        // eight workers; a round is 30 ms of work and then 30 to 37.5 ms of sleep
        assertThat(bench.wakeupLatency().samples()).isBetween(8 * 28L, 8 * 33L);
        // the CPUs were in the deepest state, whose exit takes 100 us
        assertThat(bench.wakeupLatency().percentile(50)).isBetween(100L, 130L);
    }

    @Test
    void itsHistogramIsExactThenOneIn256() {
        LatencyBuckets buckets = new LatencyBuckets();
        buckets.record(0);
        for (long v = 1; v <= 511; v++) {
            buckets.record(v);
        }
        assertThat(buckets.samples()).isEqualTo(511);
        assertThat(buckets.dropped()).isEqualTo(1);
        assertThat(buckets.percentile(100)).isEqualTo(511);
        LatencyBuckets large = new LatencyBuckets();
        large.record(100_000);
        assertThat((double) large.percentile(50)).isCloseTo(100_000, within(400.0));
    }

    // ---- network ----

    @Test
    void memtierIsAClosedLoop() {
        Simulation sim = Sims.on(Sims.smp(16)).build();
        Memtier bench = new Memtier(4, 8).duration(50 * MS);
        bench.run(sim, S);
        double mean = bench.latency().getMean();
        // Little's law: connections = throughput * mean latency
        assertThat(bench.throughput() * mean / 1e9).isCloseTo(32, within(2.0));
    }

    @Test
    void tbenchExchangesWithoutLoss() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        Tbench bench = new Tbench(2, 50 * MS);
        bench.run(sim, S);
        // 5.5 KB an exchange, which takes about 10 us for each of two pairs
        assertThat(bench.megabytesPerSecond()).isBetween(600.0, 1_500.0);
    }

    @Test
    void theNotifiedCallIsFasterOnTheWakersCpu() {
        Simulation apart = Sims.on(Sims.machine("altra-80")).build();
        SeccompNotify plain = new SeccompNotify(2_000, false);
        plain.run(apart, S);
        Simulation together = Sims.on(Sims.machine("altra-80")).build();
        SeccompNotify sync = new SeccompNotify(2_000, true);
        sync.run(together, S);
        assertThat(sync.usecsPerOp()).isLessThan(plain.usecsPerOp());
    }

    // ---- the rest ----

    @Test
    void aPeriodicTaskKeepsItsPeriod() {
        Simulation sim = Sims.on(Sims.smp(2)).build();
        PeriodicTask periodic = new PeriodicTask("timer", 10 * MS, MS, 50);
        long start = sim.now();
        periodic.run(sim, 10 * S);
        assertThat(sim.now() - start).isBetween(500 * MS, 515 * MS);
        assertThat(periodic.missed()).isZero();
        assertThat(periodic.latency().getTotalCount()).isEqualTo(50);
        assertThat(periodic.latency().getMaxValue()).isLessThan(1_200_000);
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatThrownBy(() -> new PerfPipe().loops(0)).hasMessageContaining("-l expects at least 1, not 0");
        assertThatThrownBy(() -> new PerfMessaging().groups(0)).hasMessageContaining("-g and -l");
        assertThatThrownBy(() -> Schbench.current().workers(0)).hasMessageContaining("-t expects");
        assertThatThrownBy(() -> new OpenResty(0, 1)).hasMessageContaining("openresty");
        assertThatThrownBy(() -> new OpenResty(1, 1).rate(0)).hasMessageContaining("rate");
        assertThatThrownBy(() -> new Memtier(0, 1)).hasMessageContaining("memtier");
        assertThatThrownBy(() -> new Tbench(0, 1)).hasMessageContaining("tbench");
        assertThatThrownBy(() -> new PeriodicTask("x", 0, 0, 0)).hasMessageContaining("'x'");
    }

    @Test
    void openrestyAnswersWhatArrives() {
        Simulation sim = Sims.on(Sims.smp(8)).build();
        OpenResty web = new OpenResty(8, 64)
                .rate(20_000)
                .service(100_000)
                .network(20_000)
                .receiveCpus(CpuMask.parse(8, "0-1"))
                .duration(200 * MS);
        sim.runUntilDone(web.start(sim), 10 * S);
        // two CPUs of work for eight: all but the last few are answered
        assertThat(web.throughput()).isBetween(18_500.0, 21_500.0);
        assertThat(web.latency().getMinValue()).isGreaterThan(100_000);
        // its own load twice over does not fit: the queues grow
        OpenResty overload = new OpenResty(8, 64).rate(160_000).service(100_000).duration(200 * MS);
        Simulation other = Sims.on(Sims.smp(8)).build();
        other.runUntilDone(overload.start(other), 10 * S);
        assertThat(overload.throughput()).isLessThan(80_000);
        assertThat(overload.latency().getMean())
                .isGreaterThan(20 * web.latency().getMean());
    }
}
