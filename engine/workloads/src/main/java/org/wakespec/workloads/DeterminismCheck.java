// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.function.Supplier;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.EventHash;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.workloads.rtapp.RtApp;

/**
 * Runs twenty mixed workloads several times, alone and side by side, and compares the fingerprints of all their events with
 * each other and with the ones stored in the project: equal on every JDK and machine.
 */
public final class DeterminismCheck {

    private static final long MS = 1_000_000L;
    private static final String STORED = "/org/wakespec/workloads/determinism.txt";

    /**
     * One workload.
     *
     * @param machine name of a catalogued machine
     * @param ns virtual time it runs
     */
    private record Scenario(
            String name,
            String machine,
            MachineFamily family,
            long seed,
            long ns,
            Function<Simulation, Object> start) {}

    /**
     * What came of one workload.
     *
     * @param hashes the fingerprint of each run
     * @param stored the fingerprint in the project, or null
     */
    public record Outcome(String name, List<Long> hashes, Long stored) {

        /** All runs gave the stored fingerprint. */
        public boolean equal() {
            return stored != null && hashes.stream().allMatch(stored::equals);
        }

        @Override
        public String toString() {
            List<String> distinct =
                    hashes.stream().distinct().map(Long::toHexString).toList();
            return name + ": " + hashes.size() + " runs, fingerprint " + String.join(", ", distinct)
                    + (stored == null
                            ? ", none stored"
                            : equal() ? ", as stored" : ", stored " + Long.toHexString(stored));
        }
    }

    /** Told which simulations run; called from several threads. */
    public interface Watcher {

        /** Tells nobody. */
        Watcher NONE = new Watcher() {
            @Override
            public void started(String name, Simulation sim) {
                // nobody is told
            }

            @Override
            public void ended(String name, Simulation sim) {
                // nobody is told
            }
        };

        /** The simulation is about to run. */
        void started(String name, Simulation sim);

        /** It has run. */
        void ended(String name, Simulation sim);
    }

    private final Function<String, Machine> machines;
    private final Supplier<PlacementPolicy> policies;
    private final List<Scenario> scenarios;
    private Watcher watcher = Watcher.NONE;

    /**
     * A check.
     *
     * @param machines the catalogued machine of a name
     * @param policies makes new instances of the mainline policy; called from several threads
     */
    public DeterminismCheck(Function<String, Machine> machines, Supplier<PlacementPolicy> policies) {
        this.machines = machines;
        this.policies = policies;
        scenarios = scenarios();
    }

    private static List<Scenario> scenarios() {
        List<Scenario> list = new ArrayList<>();
        MachineFamily arm = MachineFamily.ARM64;
        MachineFamily amd = MachineFamily.AMD;
        MachineFamily intel = MachineFamily.INTEL;
        add(list, "pipe", "altra-80", arm, 1, 6, new PerfPipe());
        add(list, "pipe-seed-2", "altra-80", arm, 2, 6, new PerfPipe());
        add(list, "pipe-one-llc", "altra-80-llc80", arm, 3, 6, new PerfPipe());
        list.add(new Scenario("pipe-pinned", "altra-80", arm, 1, 6 * MS, s -> new PerfPipe()
                .taskset(CpuMask.of(80, 79))
                .start(s)));
        add(list, "pipe-threads-zen4", "zen4-2p-256c512t", amd, 1, 5, new PerfPipe().threads());
        add(list, "messaging", "smt-2llc-8c16t", amd, 1, 12, new PerfMessaging().groups(2));
        add(
                list,
                "messaging-pipes",
                "smt-2llc-8c16t",
                amd,
                1,
                15,
                new PerfMessaging().groups(3).pipes());
        add(list, "messaging-zen3", "zen3-2p-128c256t", amd, 3, 12, new PerfMessaging().groups(4));
        add(list, "schbench", "smp-8", intel, 1, 100, Schbench.current().work(2 * MS));
        add(list, "schbench-old", "zen3-2p-128c256t", amd, 1, 100, Schbench.old());
        add(list, "memtier", "cwf-snc3-288", intel, 1, 4, new Memtier(16, 16).serverThreads(8));
        add(list, "memtier-small", "smp-8", intel, 5, 6, new Memtier(4, 8));
        add(list, "tbench", "two-llc-8", intel, 1, 5, new Tbench(6, 1000 * MS));
        add(list, "seccomp-notify", "smp-8", intel, 1, 4, new SeccompNotify(1_000_000, false));
        add(list, "seccomp-notify-sync", "smp-8", intel, 1, 4, new SeccompNotify(1_000_000, true));
        list.add(new Scenario("hogs", "numa-2x8", intel, 1, 120 * MS, s -> hogs(s, 24)));
        list.add(new Scenario("hogs-biglittle", "biglittle-4+4", arm, 1, 120 * MS, s -> hogs(s, 6)));
        list.add(new Scenario("sleepers", "cluster-8", arm, 1, 100 * MS, DeterminismCheck::sleepers));
        list.add(new Scenario("sleepers-smt", "smt-4c8t", intel, 9, 100 * MS, DeterminismCheck::sleepers));
        list.add(new Scenario("rt-app", "smp-8", intel, 1, 100 * MS, DeterminismCheck::rtApp));
        return list;
    }

    private static void add(
            List<Scenario> list,
            String name,
            String machine,
            MachineFamily family,
            long seed,
            long ms,
            Workload shape) {
        list.add(new Scenario(
                name, machine, family, seed, ms * MS, sim -> copy(shape).start(sim)));
    }

    /** A workload object describes one run: every run gets a new one. */
    private static Workload copy(Workload shape) {
        if (shape instanceof PerfPipe pipe) {
            return pipe.loops(PerfPipe.DEFAULT_LOOPS);
        }
        if (shape instanceof PerfMessaging messaging) {
            return messaging.loops(1_000);
        }
        if (shape instanceof Schbench bench) {
            return bench.copy();
        }
        if (shape instanceof Memtier bench) {
            return bench.copy();
        }
        if (shape instanceof Tbench bench) {
            return bench.copy();
        }
        return ((SeccompNotify) shape).copy();
    }

    private static Object hogs(Simulation sim, int count) {
        SimTask last = null;
        for (int i = 0; i < count; i++) {
            last = new Hog("hog" + i).start(sim);
            if (i % 5 == 4) {
                sim.setNice(last, i % 19);
            }
            if (i % 7 == 6) {
                sim.setScheduler(last, SchedPolicy.IDLE, 0, 0);
            }
        }
        return last;
    }

    private static Object sleepers(Simulation sim) {
        for (int i = 0; i < 20; i++) {
            new PeriodicTask("timer" + i, MS + 77_777L * i, 300_000 + 10_000L * i, 0).start(sim);
        }
        return hogs(sim, 3);
    }

    private static Object rtApp(Simulation sim) {
        String json = "{\"global\":{\"duration\":1},\"tasks\":{"
                + "\"a\":{\"instance\":3,\"run\":500,\"timer\":{\"ref\":\"unique\",\"period\":2000}},"
                + "\"b\":{\"instance\":2,\"loop\":-1,\"run\":200,\"sem_post\":\"s\",\"sleep\":700},"
                + "\"c\":{\"loop\":-1,\"sem_wait\":\"s\",\"run\":300,\"yield\":\"\"}}}";
        return RtApp.parse(json, "determinism").start(sim);
    }

    /** Whom to tell which simulations run. */
    public void watcher(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** Names of the workloads. */
    public List<String> names() {
        return scenarios.stream().map(Scenario::name).toList();
    }

    private long run(Scenario scenario) {
        EventHash hash = new EventHash();
        Simulation sim = Simulation.on(machines.apply(scenario.machine()), policies.get())
                .costs(CostModel.of(scenario.family()))
                .seed(scenario.seed())
                .observer(hash)
                .build();
        watcher.started(scenario.name(), sim);
        scenario.start().apply(sim);
        sim.runFor(scenario.ns());
        watcher.ended(scenario.name(), sim);
        return hash.value();
    }

    /**
     * Runs every workload {@code runs} times, first one after the other and then on {@code parallelism} threads at a time.
     *
     * @return one outcome a workload, in a fixed order
     */
    public List<Outcome> check(int runs, int parallelism) {
        Map<String, Long> stored = stored();
        Map<Scenario, List<Long>> hashes = new LinkedHashMap<>();
        for (Scenario scenario : scenarios) {
            List<Long> own = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                own.add(run(scenario));
            }
            hashes.put(scenario, own);
        }
        if (parallelism > 1) {
            parallel(hashes, runs, parallelism);
        }
        List<Outcome> outcomes = new ArrayList<>();
        hashes.forEach((scenario, own) ->
                outcomes.add(new Outcome(scenario.name(), List.copyOf(own), stored.get(scenario.name()))));
        return outcomes;
    }

    private void parallel(Map<Scenario, List<Long>> hashes, int runs, int parallelism) {
        ExecutorService pool = Executors.newFixedThreadPool(parallelism);
        try {
            List<Scenario> order = new ArrayList<>();
            List<Callable<Long>> jobs = new ArrayList<>();
            for (int i = 0; i < runs; i++) {
                for (Scenario scenario : scenarios) {
                    order.add(scenario);
                    jobs.add(() -> run(scenario));
                }
            }
            List<Future<Long>> results = pool.invokeAll(jobs);
            for (int i = 0; i < jobs.size(); i++) {
                hashes.get(order.get(i)).add(results.get(i).get());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while simulations ran", e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "a simulation failed: " + e.getCause().getMessage(), e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private static Map<String, Long> stored() {
        Map<String, Long> map = new LinkedHashMap<>();
        InputStream in = DeterminismCheck.class.getResourceAsStream(STORED);
        if (in == null) {
            return map;
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] parts = line.strip().split("\\s+");
                if (parts.length == 2 && !line.startsWith("#")) {
                    map.put(parts[0], Long.parseUnsignedLong(parts[1], 16));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return map;
    }
}
