// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.wakespec.workloads.Sims.MS;
import static org.wakespec.workloads.Sims.S;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.LbEnv;
import org.wakespec.simulator.balance.SgLbStats;
import org.wakespec.simulator.balance.Verdict;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedGroup;

/** Which programs cache-aware balancing looks at (kernel 7.2): neither single threads nor more threads than a cache has room for. */
class CacheAwareWorkloadsTest {

    private static final Machine TWO_CACHES = Machine.builder("two", 16)
            .coregroup(List.of(CpuMask.range(16, 0, 7), CpuMask.range(16, 8, 15)))
            .build();

    /** Counts what balancing does for the sake of caches. */
    private static final class Watch implements BalanceObserver {

        private long vetoes;
        private long tested;
        private long groups;
        private long kept;

        @Override
        public void group(SchedGroup group, SgLbStats stats) {
            groups += stats.groupLlcBalance ? 1 : 0;
        }

        @Override
        public void tested(LbEnv env, Task p, Verdict verdict) {
            tested++;
            vetoes += verdict == Verdict.LLC ? 1 : 0;
        }

        @Override
        public void active(LbEnv env, Active why) {
            kept += why == Active.LLC ? 1 : 0;
        }
    }

    private final Watch watch = new Watch();
    private Simulation sim = Sims.on(TWO_CACHES).build();

    private void start(Workload workload) {
        sim.balancer().observe(watch);
        workload.start(sim);
    }

    /** Whether, looked at every half millisecond, any queued task ever prefers a cache. */
    private boolean preferencesIn(long ns) {
        boolean any = false;
        for (long t = 0; t < ns; t += MS / 2) {
            sim.runFor(MS / 2);
            for (RunQueue rq : sim.scheduler().rq) {
                any |= rq.llcCounts != null && Arrays.stream(rq.llcCounts).anyMatch(n -> n != 0);
                any |= rq.nrPrefLlcRunning != 0 || rq.curr.preferredLlc >= 0;
            }
        }
        return any;
    }

    private void untouched() {
        assertThat(watch.tested).as("balancing has something to move").isPositive();
        assertThat(watch.vetoes).isZero();
        assertThat(watch.groups).isZero();
        assertThat(watch.kept).isZero();
    }

    @Test
    void messagingOfProcessesOverPipesIsUntouched() {
        start(new PerfMessaging().groups(1).pipes().during(MS, S));
        assertThat(preferencesIn(40 * MS)).isFalse();
        untouched();
        assertThat(sim.counters().cacheLooks).isZero();
    }

    @Test
    void messagingOfProcessesOverSocketsIsUntouched() {
        start(new PerfMessaging().groups(1).during(MS, S));
        assertThat(preferencesIn(40 * MS)).isFalse();
        untouched();
        assertThat(sim.counters().cacheLooks).isZero();
    }

    /** Threads that run are counted at each look, one in 10 ms, and smoothed: at first there seems to be room. */
    private void tooManyThreads(Workload workload, String comm, int threads) {
        start(workload);
        sim.runFor(80 * MS);
        Task p = sim.tasks().stream()
                .map(t -> t.task)
                .filter(t -> t.comm.startsWith(comm) && t.signal.nrThreads == threads)
                .findFirst()
                .orElseThrow();
        long looks = sim.counters().cacheLooks;
        watch.vetoes = 0;
        watch.tested = 0;
        watch.groups = 0;
        watch.kept = 0;
        assertThat(preferencesIn(40 * MS)).isFalse();
        assertThat(p.mm.nrRunningAvg).as("more than 80 % of 8 CPUs").isGreaterThan(6);
        assertThat(sim.counters().cacheLooks)
                .as("the process is still looked at")
                .isGreaterThan(looks);
        untouched();
    }

    @Test
    void messagingOfOneGroupOfThreadsHasMoreThanACacheHasRoomFor() {
        tooManyThreads(new PerfMessaging().groups(1).pipes().threads().during(MS, S), "sender", 41);
    }

    @Test
    void schbenchWithAWorkerForEachCpuHasMoreThanACacheHasRoomFor() {
        tooManyThreads(Schbench.current().runtime(S), "schbench", 18);
    }

    /** Share of the time from 200 to 700 ms that the tasks run in the cache where they run most. */
    private double shareInOneCache(String comm) {
        sim.runFor(200 * MS);
        long[] seen = new long[2];
        for (int i = 0; i < 1_000; i++) {
            sim.runFor(MS / 2);
            for (int cpu = 0; cpu < 16; cpu++) {
                SimTask t = sim.runningOn(cpu);
                if (t != null && t.task.comm.equals(comm)) {
                    seen[cpu / 8]++;
                }
            }
        }
        return (double) Math.max(seen[0], seen[1]) / (seen[0] + seen[1]);
    }

    @Test
    void fewWorkersOfSchbenchGatherInOneCache() {
        start(Schbench.current().workers(4).runtime(S));
        assertThat(shareInOneCache("schbench-w")).isGreaterThan(0.95);
        assertThat(sim.tasks()).anyMatch(t -> t.task.preferredLlc >= 0);
        sim = Sims.on(TWO_CACHES)
                .config(KernelConfig.DEFAULT.withSchedCache(false))
                .build();
        start(Schbench.current().workers(4).runtime(S));
        assertThat(shareInOneCache("schbench-w")).isLessThan(0.8);
        assertThat(sim.tasks()).allMatch(t -> t.task.preferredLlc == -1);
    }

    @Test
    void memcachedAndMemtierPreferACacheEach() {
        Memtier bench = new Memtier(4, 10).duration(S);
        start(bench);
        sim.runFor(500 * MS);
        SimTask server = bench.servers()[0];
        assertThat(server.task.signal.nrThreads).isEqualTo(6);
        assertThat(server.task.mm.schedCpu).isNotNegative();
        SimTask client = sim.tasks().stream()
                .filter(t -> t.task.comm.equals("memtier") && t.task.mm.schedCpu >= 0)
                .findFirst()
                .orElseThrow();
        assertThat(client.task.mm).isNotSameAs(server.task.mm);
    }

    @Test
    void manyThreadsOfMemcachedPreferNothing() {
        Memtier bench = new Memtier(16, 10).serverThreads(16).duration(S);
        tooManyThreads(bench, "memcached", 18);
    }

    @Test
    void aProcessWhoseThreadsEndDownToOnePrefersNothingAnyMore() {
        List<SimTask> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            boolean last = i == 2;
            boolean[] worked = new boolean[1];
            SimTask t = sim.task("thread" + i, task -> {
                if (worked[0] && !last) {
                    task.exit();
                } else {
                    worked[0] = true;
                    task.compute(last ? S : 200 * MS);
                }
            });
            if (i > 0) {
                sim.joinProcess(t, threads.get(0));
            }
            threads.add(t);
            sim.start(t, i);
        }
        SimTask last = threads.get(2);
        sim.runFor(150 * MS);
        assertThat(last.task.preferredLlc).isEqualTo(sim.scheduler().topology.sdLlcId[0]);
        assertThat(sim.scheduler().rq[last.task.cpu].nrPrefLlcRunning).isEqualTo(1);
        sim.runFor(100 * MS);
        assertThat(last.task.signal.nrThreads).isEqualTo(1);
        assertThat(preferencesIn(50 * MS)).isFalse();
        long looks = sim.counters().cacheLooks;
        sim.runFor(100 * MS);
        assertThat(sim.counters().cacheLooks).isEqualTo(looks);
    }
}
