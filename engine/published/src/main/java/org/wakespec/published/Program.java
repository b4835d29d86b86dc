// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.Map;
import java.util.function.Consumer;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.workloads.LatencyBuckets;
import org.wakespec.workloads.Memtier;
import org.wakespec.workloads.OpenResty;
import org.wakespec.workloads.PerfMessaging;
import org.wakespec.workloads.PerfPipe;
import org.wakespec.workloads.Schbench;
import org.wakespec.workloads.SeccompNotify;
import org.wakespec.workloads.Tbench;

/** A benchmark with its parameters; equal ones are the same run. */
sealed interface Program {

    /** Figure: usec of one operation. */
    String USECS_PER_OP = "usec/op";

    /** Figure: total time in seconds. */
    String SECONDS = "sec";

    /** Figure: operations, or bytes, in a second. */
    String PER_SECOND = "1/sec";

    /** The program as one calls it, and for how long it runs; different ones for different parameters. */
    String words();

    /** Starts it; the result is the main task, whose end is the program's. */
    Running start(Simulation sim);

    /** What is under way. */
    interface Running {

        SimTask main();

        /** Adds what the program prints. */
        void figures(Map<String, Double> figures);
    }

    /** perf bench sched pipe; {@code cpus} of taskset, empty: none. */
    record Pipe(int loops, String cpus) implements Program {

        @Override
        public String words() {
            return (cpus.isEmpty() ? "" : "taskset -c " + cpus + " ") + "perf bench sched pipe -l " + loops;
        }

        @Override
        public Running start(Simulation sim) {
            PerfPipe plain = new PerfPipe().loops(loops);
            PerfPipe pipe = cpus.isEmpty()
                    ? plain
                    : plain.taskset(CpuMask.parse(sim.scheduler().nrCpus(), cpus));
            SimTask main = pipe.start(sim);
            return running(main, figures -> figures.put(USECS_PER_OP, pipe.usecsPerOp()));
        }
    }

    /** perf bench sched messaging -p with loops without end: the time of one of those in a window after the start signal. */
    record Messaging(int groups, int settleMs, int windowMs, boolean threads, boolean pipes) implements Program {

        @Override
        public String words() {
            return "perf bench sched messaging" + (pipes ? " -p" : "") + (threads ? " -t" : "") + " -g " + groups + ", "
                    + windowMs + " ms after " + settleMs + " ms";
        }

        @Override
        public Running start(Simulation sim) {
            PerfMessaging plain =
                    new PerfMessaging().groups(groups).during(settleMs * 1_000_000L, windowMs * 1_000_000L);
            PerfMessaging processes = pipes ? plain.pipes() : plain;
            PerfMessaging messaging = threads ? processes.threads() : processes;
            SimTask main = messaging.start(sim);
            return running(main, figures -> figures.put(SECONDS, messaging.loopNs() / 1e9));
        }
    }

    /** memcached and memtier, memtier pinned. */
    record KeyValue(int threads, int clients, int servers, int delayMs, int warmupMs, int ms, String clientCpus)
            implements Program {

        @Override
        public String words() {
            return "memtier -t " + threads + " -c " + clients + " on CPUs " + clientCpus + " with memcached -t "
                    + servers + " started " + delayMs + " ms before, " + ms + " ms after " + warmupMs + " ms";
        }

        @Override
        public Running start(Simulation sim) {
            Memtier memtier = new Memtier(threads, clients)
                    .serverThreads(servers)
                    .delay(delayMs * 1_000_000L)
                    .warmUp(warmupMs * 1_000_000L)
                    .duration(ms * 1_000_000L)
                    .clientCpus(CpuMask.parse(sim.scheduler().nrCpus(), clientCpus));
            SimTask main = memtier.start(sim);
            return running(main, figures -> {
                figures.put(PER_SECOND, memtier.throughput());
                for (double p : new double[] {50, 75, 90, 99, 99.9, 99.99}) {
                    figures.put(percentile(p), memtier.latency().getValueAtPercentile(p) / 1e6);
                }
                figures.put("mean", memtier.latency().getMean() / 1e6);
            });
        }
    }

    /** openresty under requests from a network device whose receive queues are bound to the CPUs. */
    record Web(int workers, int connections, int perSecond, int serviceUs, int networkUs, int ms, String receiveCpus)
            implements Program {

        @Override
        public String words() {
            return "openresty with " + workers + " workers, " + connections + " connections and " + perSecond
                    + " requests a second of " + serviceUs + " us, " + networkUs
                    + " us of network away, received on CPUs "
                    + receiveCpus + ", " + ms + " ms";
        }

        @Override
        public Running start(Simulation sim) {
            OpenResty web = new OpenResty(workers, connections)
                    .rate(perSecond)
                    .service(serviceUs * 1_000L)
                    .network(networkUs * 1_000L)
                    .duration(ms * 1_000_000L)
                    .receiveCpus(CpuMask.parse(sim.scheduler().nrCpus(), receiveCpus));
            SimTask main = web.start(sim);
            return running(main, figures -> figures.put(PER_SECOND, web.throughput()));
        }
    }

    /** schbench, the old form or the present one. */
    record Sch(boolean old, int messengers, int workers, int ms, int workUs, int sleepUs) implements Program {

        @Override
        public String words() {
            return "schbench" + (old ? " of 2021" : "") + " -m " + messengers + " -t " + workers + " with " + workUs
                    + " us of work and " + sleepUs + " us of sleep, " + ms + " ms";
        }

        @Override
        public Running start(Simulation sim) {
            Schbench bench = (old ? Schbench.old() : Schbench.current())
                    .messageThreads(messengers)
                    .workers(workers)
                    .runtime(ms * 1_000_000L)
                    .work(workUs * 1_000L)
                    .sleep(sleepUs * 1_000L);
            SimTask main = bench.start(sim);
            return running(main, figures -> {
                LatencyBuckets wakeups = bench.wakeupLatency();
                figures.put("samples", (double) wakeups.samples());
                for (double p : new double[] {50, 75, 90, 95, 99, 99.5, 99.9}) {
                    figures.put(percentile(p), (double) wakeups.percentile(p));
                }
            });
        }
    }

    /** schbench -p: transfers between the message thread and its workers. */
    record SchPipe(int workers, int ms, int bytes) implements Program {

        @Override
        public String words() {
            return "schbench -m 1 -t " + workers + " -p " + bytes + ", " + ms + " ms";
        }

        @Override
        public Running start(Simulation sim) {
            Schbench bench = Schbench.current()
                    .messageThreads(1)
                    .workers(workers)
                    .runtime(ms * 1_000_000L)
                    .pipe(bytes);
            SimTask main = bench.start(sim);
            return running(main, figures -> figures.put(PER_SECOND, bench.transfersPerSecond()));
        }
    }

    /** tbench. */
    record Net(int clients, int ms) implements Program {

        @Override
        public String words() {
            return "tbench " + clients + ", " + ms + " ms";
        }

        @Override
        public Running start(Simulation sim) {
            Tbench bench = new Tbench(clients, ms * 1_000_000L);
            SimTask main = bench.start(sim);
            return running(main, figures -> figures.put(PER_SECOND, bench.megabytesPerSecond()));
        }
    }

    /** perf bench sched seccomp-notify. */
    record Notify(int loops, boolean sync) implements Program {

        @Override
        public String words() {
            return "perf bench sched seccomp-notify" + (sync ? " --sync-mode" : "") + " -l " + loops;
        }

        @Override
        public Running start(Simulation sim) {
            SeccompNotify bench = new SeccompNotify(loops, sync);
            SimTask main = bench.start(sim);
            return running(main, figures -> figures.put(USECS_PER_OP, bench.usecsPerOp()));
        }
    }

    /** Name of a percentile among the figures. */
    static String percentile(double p) {
        return "p" + (p == Math.rint(p) ? String.valueOf((int) p) : String.valueOf(p));
    }

    private static Running running(SimTask main, Consumer<Map<String, Double>> printed) {
        return new Running() {
            @Override
            public SimTask main() {
                return main;
            }

            @Override
            public void figures(Map<String, Double> figures) {
                printed.accept(figures);
            }
        };
    }
}
