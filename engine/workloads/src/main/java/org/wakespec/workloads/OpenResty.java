// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Epoll;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.time.RandomStream;
import org.wakespec.simulator.topology.CpuMask;

/**
 * An event-driven web server: worker processes with an epoll instance each, connections dealt round robin, requests that
 * arrive from a network device at random, on receive queues bound to CPUs. At such rates the softirq of a queue runs in the
 * kernel's thread for it (ksoftirqd, or threaded NAPI), which is the waker. The clients are other machines: they send whether or
 * not the server keeps up.
 */
public final class OpenResty implements Workload {

    private static final int REQUEST = 256;
    private static final int EVENTS = 512;
    private static final long LONGEST = 60_000_000_000L;

    private final int workers;
    private final int connections;
    private double perSecond = 100_000;
    private long serviceNs = 100_000;
    private long networkNs = 50_000;
    private long durationNs = 1_000_000_000L;
    private CpuMask receiveCpus;

    private SimTask[] processes;
    private long startedAt;
    private long endsAt;
    private long answered;
    private final Histogram latency = new Histogram(LONGEST, 3);
    /** When the requests of each connection that were not answered yet arrived. */
    private Arrivals[] arrivals;

    /** So many worker processes, and so many connections over all of them. */
    public OpenResty(int workers, int connections) {
        if (workers < 1 || connections < workers) {
            throw new IllegalArgumentException("openresty: expected at least 1 worker and a connection for each, not "
                    + workers + " and " + connections);
        }
        if (connections > Limits.MOST_CONNECTIONS) {
            throw new IllegalArgumentException(
                    "openresty: there is room for " + Limits.MOST_CONNECTIONS + " connections, not for " + connections);
        }
        this.workers = workers;
        this.connections = connections;
    }

    /** Requests that arrive in a second, over all queues. */
    public OpenResty rate(double requestsPerSecond) {
        if (!(requestsPerSecond > 0)) {
            throw new IllegalArgumentException("openresty: the rate is above 0, not " + requestsPerSecond);
        }
        perSecond = requestsPerSecond;
        return this;
    }

    /** Time a worker computes for a request in ns, its reply included. */
    public OpenResty service(long ns) {
        serviceNs = Limits.notNegative("openresty", "the service time", ns);
        return this;
    }

    /** Time the network stack works for a request on the queue's CPU in ns: all its packets, and those of the reply. */
    public OpenResty network(long ns) {
        networkNs = Limits.notNegative("openresty", "the network's time", ns);
        return this;
    }

    /** How long requests arrive, in ns. */
    public OpenResty duration(long ns) {
        durationNs = Limits.notNegative("openresty", "the measured time", ns);
        return this;
    }

    /** CPUs of the receive queues, one each; unless set all. */
    public OpenResty receiveCpus(CpuMask cpus) {
        receiveCpus = cpus;
        return this;
    }

    @Override
    public SimTask start(Simulation sim) {
        RandomStream random = sim.random().stream("openresty");
        CpuMask cpus = receiveCpus == null ? sim.scheduler().topology.active : receiveCpus;
        int queues = cpus.weight();
        if (connections < queues) {
            throw new IllegalArgumentException(
                    "openresty: " + connections + " connections cannot be dealt to " + queues + " receive queues");
        }
        startedAt = sim.now();
        endsAt = startedAt + durationNs;
        Epoll[] polls = new Epoll[workers];
        for (int i = 0; i < workers; i++) {
            polls[i] = new Epoll("openresty " + i, EVENTS);
        }
        List<List<Integer>> dealt = new ArrayList<>();
        for (int i = 0; i < queues; i++) {
            dealt.add(new ArrayList<>());
        }
        arrivals = new Arrivals[connections];
        StreamSocket[] sockets = new StreamSocket[connections];
        for (int i = 0; i < connections; i++) {
            sockets[i] = StreamSocket.tcp("connection " + i);
            arrivals[i] = new Arrivals();
            polls[i % workers].add(sockets[i], i);
            // the device's hash knows nothing of workers
            dealt.get(random.nextInt(queues)).add(i);
        }
        processes = new SimTask[workers];
        for (int i = 0; i < workers; i++) {
            processes[i] = sim.task("openresty", new Worker(polls[i], sockets));
        }
        int cpu = cpus.first();
        for (int i = 0; i < queues; i++, cpu = cpus.next(cpu + 1)) {
            listen(sim, cpu, dealt.get(i), sockets, random);
        }
        SimTask main = sim.task("openresty-master", new Master());
        sim.start(main);
        return main;
    }

    private void listen(Simulation sim, int cpu, List<Integer> mine, StreamSocket[] sockets, RandomStream random) {
        if (mine.isEmpty()) {
            return;
        }
        long mean = Math.max(1, Math.round(1e9 * connections / (perSecond * mine.size())));
        Program program = new Queue(mine, sockets, mean, random);
        CpuMask there = new CpuMask(sim.scheduler().nrCpus());
        there.set(cpu);
        SimTask thread = sim.task("ksoftirqd/" + cpu, program, there);
        thread.task.kthread = true;
        thread.task.mm = null;
        sim.start(thread, cpu);
    }

    /** Requests answered in a second. */
    public double throughput() {
        return answered * 1e9 / durationNs;
    }

    /** Times from a request's arrival to its answer, in ns. */
    public Histogram latency() {
        return latency;
    }

    /** The worker processes. */
    public SimTask[] workers() {
        return processes.clone();
    }

    /** The softirq of a receive queue. */
    private final class Queue implements Program {

        private final int[] mine;
        private final StreamSocket[] sockets;
        private final long meanNs;
        private final RandomStream random;
        private long due;
        private boolean worked;

        Queue(List<Integer> mine, StreamSocket[] sockets, long meanNs, RandomStream random) {
            this.mine = mine.stream().mapToInt(Integer::intValue).toArray();
            this.sockets = sockets;
            this.meanNs = meanNs;
            this.random = random;
            due = startedAt + gap();
        }

        /** Time to the next request: distributed exponentially. */
        private long gap() {
            double uniform = (random.nextLong() >>> 11) * 0x1p-53;
            return Math.max(1, (long) (-StrictMath.log(1 - uniform) * meanNs));
        }

        @Override
        public void step(TaskApi task) {
            if (task.now() >= endsAt) {
                task.exit();
            } else if (due > task.now()) {
                task.sleep(due - task.now());
            } else if (!worked) {
                worked = true;
                task.compute(networkNs);
            } else {
                worked = false;
                int connection = mine[random.nextInt(mine.length)];
                arrivals[connection].add(due);
                due += gap();
                task.send(sockets[connection], REQUEST);
            }
        }
    }

    private void answer(int connection, long now) {
        long arrived = arrivals[connection].remove();
        if (now < endsAt) {
            answered++;
            latency.recordValue(Math.min(now - arrived, LONGEST));
        }
    }

    /** Times, first in first out. */
    private static final class Arrivals {

        private long[] times = new long[4];
        private int first;
        private int count;

        void add(long time) {
            if (count == times.length) {
                long[] larger = new long[count * 2];
                for (int i = 0; i < count; i++) {
                    larger[i] = times[(first + i) & (count - 1)];
                }
                times = larger;
                first = 0;
            }
            times[(first + count++) & (times.length - 1)] = time;
        }

        long remove() {
            long time = times[first];
            first = (first + 1) & (times.length - 1);
            count--;
            return time;
        }
    }

    /** Starts the workers, and ends when nothing arrives any more. */
    private final class Master implements Program {

        private int forked;

        @Override
        public void step(TaskApi task) {
            if (forked < processes.length) {
                task.fork(processes[forked++]);
            } else if (task.now() < endsAt) {
                task.sleep(endsAt - task.now());
            } else {
                task.exit();
            }
        }
    }

    private final class Worker extends EventServer {

        Worker(Epoll poll, StreamSocket[] sockets) {
            super(poll, sockets, REQUEST, serviceNs);
        }

        @Override
        boolean answer(TaskApi task, int connection) {
            OpenResty.this.answer(connection, task.now());
            return false;
        }
    }
}
