// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import java.util.Arrays;
import org.HdrHistogram.Histogram;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.ipc.Epoll;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.topology.CpuMask;

/**
 * memcached and memtier over loopback TCP. memcached: worker threads with an epoll instance each, connections dealt round
 * robin. memtier: threads of many connections, one request outstanding on each, so that it is a closed loop. Objects of 32
 * bytes, one set to ten gets.
 */
public final class Memtier implements Workload {

    private static final int REQUEST = 40;
    private static final int REPLY = 60;
    private static final int EVENTS = 32;
    private static final long LONGEST = 60_000_000_000L;

    private final int threads;
    private final int clients;
    private int serverThreads = 4;
    /** As the machine's costs say unless set. */
    private long serviceNs = -1;

    private long clientNs = -1;
    private long delayNs;
    private long warmUpNs;
    private long durationNs = 1_000_000_000L;
    private CpuMask clientCpus;

    private final Histogram latency = new Histogram(LONGEST, 3);
    private long serviceTime;
    private long clientTime;
    private long requests;
    private long startedAt;
    private long endsAt;
    private SimTask[] servers;

    /** {@code -t threads -c clients}: so many threads of so many connections each. */
    public Memtier(int threads, int clients) {
        if (threads < 1 || clients < 1) {
            throw new IllegalArgumentException(
                    "memtier: -t and -c expect at least 1, not " + threads + " and " + clients);
        }
        this.threads = threads;
        this.clients = clients;
    }

    /** The same programs, for another run. */
    Memtier copy() {
        Memtier bench = new Memtier(threads, clients);
        bench.serverThreads = serverThreads;
        bench.serviceNs = serviceNs;
        bench.clientNs = clientNs;
        bench.delayNs = delayNs;
        bench.warmUpNs = warmUpNs;
        bench.durationNs = durationNs;
        bench.clientCpus = clientCpus;
        return bench;
    }

    /** memcached option {@code -t}. */
    public Memtier serverThreads(int count) {
        serverThreads = count;
        return this;
    }

    /** User time of the server for one request in ns. */
    public Memtier service(long ns) {
        serviceNs = ns;
        return this;
    }

    /** User time of the client for one reply in ns. */
    public Memtier clientWork(long ns) {
        clientNs = ns;
        return this;
    }

    /** Time from memcached's start to memtier's, in ns; 0 unless set. */
    public Memtier delay(long ns) {
        delayNs = ns;
        return this;
    }

    /** Time from memtier's start until measuring begins, in ns; 0 unless set. */
    public Memtier warmUp(long ns) {
        warmUpNs = ns;
        return this;
    }

    /** Measured time in ns. */
    public Memtier duration(long ns) {
        durationNs = ns;
        return this;
    }

    /** memtier is pinned to the CPUs; memcached is not. */
    public Memtier clientCpus(CpuMask cpus) {
        clientCpus = cpus;
        return this;
    }

    @Override
    public SimTask start(Simulation sim) {
        int connections = threads * clients;
        serviceTime = serviceNs < 0 ? sim.costs().of(Cost.KV_SERVICE) : serviceNs;
        clientTime = clientNs < 0 ? sim.costs().of(Cost.KV_CLIENT) : clientNs;
        StreamSocket[] up = new StreamSocket[connections];
        StreamSocket[] down = new StreamSocket[connections];
        Epoll[] serverPoll = new Epoll[serverThreads];
        for (int i = 0; i < serverThreads; i++) {
            serverPoll[i] = new Epoll("memcached " + i, EVENTS);
        }
        for (int i = 0; i < connections; i++) {
            up[i] = StreamSocket.tcp("request " + i);
            down[i] = StreamSocket.tcp("reply " + i);
            serverPoll[i % serverThreads].add(up[i], i);
        }
        servers = new SimTask[serverThreads];
        for (int i = 0; i < serverThreads; i++) {
            servers[i] = sim.task("memcached", new Server(serverPoll[i], up, down));
        }
        SimTask[] memcached = Arrays.copyOf(servers, serverThreads + 1);
        memcached[serverThreads] = sim.task("memcached-lru", new Maintainer());
        sim.start(sim.task("memcached-main", new ForkAll(memcached, 0, true)));
        SimTask[] children = new SimTask[threads];
        for (int t = 0; t < threads; t++) {
            Epoll poll = new Epoll("memtier " + t, EVENTS);
            for (int i = t * clients; i < (t + 1) * clients; i++) {
                poll.add(down[i], i);
            }
            Program client = new Client(poll, up, down, t * clients);
            children[t] = clientCpus == null ? sim.task("memtier", client) : sim.task("memtier", client, clientCpus);
        }
        startedAt = sim.now() + delayNs + warmUpNs;
        endsAt = startedAt + durationNs;
        Program main = new ForkAll(children, delayNs, true);
        SimTask task = clientCpus == null ? sim.task("memtier", main) : sim.task("memtier", main, clientCpus);
        sim.start(task);
        return task;
    }

    /** Requests answered in a second. */
    public double throughput() {
        return requests * 1e9 / durationNs;
    }

    /** Latencies seen by the clients, in ns. */
    public Histogram latency() {
        return latency;
    }

    /** The server's threads. */
    public SimTask[] servers() {
        return servers.clone();
    }

    /** memcached's LRU maintainer under load: it wakes every millisecond and looks at each class of items. */
    private final class Maintainer implements Program {

        private static final long SLEEP = 1_000_000;
        private static final long WORK = 20_000;

        private boolean working;

        @Override
        public void step(TaskApi task) {
            if (task.now() >= endsAt) {
                task.exit();
                return;
            }
            working = !working;
            if (working) {
                task.sleep(SLEEP);
            } else {
                task.compute(WORK);
            }
        }
    }

    private final class Server implements Program {

        private final Epoll poll;
        private final StreamSocket[] up;
        private final StreamSocket[] down;
        private int events;
        private int next;
        private int step;

        Server(Epoll poll, StreamSocket[] up, StreamSocket[] down) {
            this.poll = poll;
            this.up = up;
            this.down = down;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    step = 1;
                    task.epollWait(poll);
                }
                case 1 -> {
                    events = (int) task.result();
                    next = 0;
                    step = 2;
                    task.tryReceive(up[poll.event(0)], REQUEST);
                }
                case 2 -> {
                    step = 3;
                    task.compute(serviceTime);
                }
                case 3 -> {
                    step = 4;
                    task.send(down[poll.event(next)], REPLY);
                }
                default -> {
                    if (++next == events) {
                        step = 1;
                        task.epollWait(poll);
                    } else {
                        step = 2;
                        task.tryReceive(up[poll.event(next)], REQUEST);
                    }
                }
            }
        }
    }

    private final class Client implements Program {

        private final Epoll poll;
        private final StreamSocket[] up;
        private final StreamSocket[] down;
        private final int first;
        private final long[] sentAt = new long[clients];
        private int opened;
        private int events;
        private int next;
        private int step;

        Client(Epoll poll, StreamSocket[] up, StreamSocket[] down, int first) {
            this.poll = poll;
            this.up = up;
            this.down = down;
            this.first = first;
        }

        @Override
        public void step(TaskApi task) {
            if (opened < clients) {
                send(task, first + opened++);
                return;
            }
            switch (step) {
                case 0 -> {
                    if (task.now() >= endsAt) {
                        task.exit();
                        return;
                    }
                    step = 1;
                    task.epollWait(poll);
                }
                case 1 -> {
                    events = (int) task.result();
                    next = 0;
                    step = 2;
                    task.tryReceive(down[poll.event(0)], REPLY);
                }
                case 2 -> {
                    long now = task.now();
                    if (now >= startedAt && now < endsAt) {
                        requests++;
                        latency.recordValue(Math.min(now - sentAt[poll.event(next) - first], LONGEST));
                    }
                    step = 3;
                    task.compute(clientTime);
                }
                case 3 -> {
                    step = 4;
                    send(task, poll.event(next));
                }
                default -> {
                    if (++next == events) {
                        step = 0;
                        step(task);
                    } else {
                        step = 2;
                        task.tryReceive(down[poll.event(next)], REPLY);
                    }
                }
            }
        }

        private void send(TaskApi task, int connection) {
            sentAt[connection - first] = task.now();
            task.send(up[connection], REQUEST);
        }
    }
}
