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
 * robin; each takes requests off and answers them one by one. memtier: threads of many connections, one request outstanding on
 * each, so that it is a closed loop. Its connections are libevent's bufferevents: a request that is made while a reply is handled
 * is not sent at once, but when the socket is reported as writable in the next turn of the event loop; its time counts from when
 * it was made. Objects of 32 bytes, one set to ten gets.
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
        if ((long) threads * clients > Limits.MOST_CONNECTIONS) {
            throw new IllegalArgumentException("memtier: there is room for " + Limits.MOST_CONNECTIONS
                    + " connections, and -t " + threads + " -c " + clients + " makes " + (long) threads * clients);
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
        if (count < 1) {
            throw new IllegalArgumentException("memcached: -t expects at least 1, not " + count);
        }
        serverThreads = count;
        return this;
    }

    /** User time of the server for one request in ns. */
    public Memtier service(long ns) {
        serviceNs = Limits.notNegative("memtier", "the service time", ns);
        return this;
    }

    /** User time of the client for one reply in ns. */
    public Memtier clientWork(long ns) {
        clientNs = Limits.notNegative("memtier", "the client's work", ns);
        return this;
    }

    /** Time from memcached's start to memtier's, in ns; 0 unless set. */
    public Memtier delay(long ns) {
        delayNs = Limits.notNegative("memtier", "the delay", ns);
        return this;
    }

    /** Time from memtier's start until measuring begins, in ns; 0 unless set. */
    public Memtier warmUp(long ns) {
        warmUpNs = Limits.notNegative("memtier", "the warm-up", ns);
        return this;
    }

    /** Measured time in ns. */
    public Memtier duration(long ns) {
        durationNs = Limits.notNegative("memtier", "the measured time", ns);
        return this;
    }

    /** memtier is pinned to the CPUs; memcached is not. */
    public Memtier clientCpus(CpuMask cpus) {
        clientCpus = cpus;
        return this;
    }

    @Override
    public SimTask start(Simulation sim) {
        sim.requireRoom((long) threads + serverThreads + 2, "memtier -t " + threads);
        int connections = threads * clients;
        serviceTime = serviceNs < 0 ? sim.costs().of(Cost.KV_SERVICE) : serviceNs;
        clientTime = clientNs < 0 ? sim.costs().of(Cost.KV_CLIENT) : clientNs;
        StreamSocket[] up = new StreamSocket[connections];
        StreamSocket[] down = new StreamSocket[connections];
        Epoll[] serverPoll = new Epoll[serverThreads];
        for (int i = 0; i < serverThreads; i++) {
            // libevent asks for more events at once when it got as many as it asked for
            serverPoll[i] = new Epoll("memcached " + i, Math.max(EVENTS, connections / serverThreads + 1));
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
            Epoll poll = new Epoll("memtier " + t, Math.max(EVENTS, clients));
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

    private final class Server extends EventServer {

        private final StreamSocket[] down;

        Server(Epoll poll, StreamSocket[] up, StreamSocket[] down) {
            super(poll, up, REQUEST, serviceTime);
            this.down = down;
        }

        @Override
        boolean answer(TaskApi task, int connection) {
            task.send(down[connection], REPLY);
            return true;
        }
    }

    private final class Client implements Program {

        private static final int WAIT = 0;
        private static final int WAITED = 1;
        private static final int SENT = 2;
        private static final int RECEIVED = 3;
        private static final int HANDLED = 4;

        private final Epoll poll;
        private final StreamSocket[] up;
        private final StreamSocket[] down;
        private final int first;
        private final long[] madeAt = new long[clients];
        /** Connections with a request to send, in the order in which the requests were made. */
        private final int[] pending = new int[clients];

        private int pendingCount;
        private int nextPending;
        private int events;
        private int next;
        private int step = SENT;

        Client(Epoll poll, StreamSocket[] up, StreamSocket[] down, int first) {
            this.poll = poll;
            this.up = up;
            this.down = down;
            this.first = first;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case WAIT -> {
                    if (task.now() >= endsAt) {
                        task.exit();
                        return;
                    }
                    step = WAITED;
                    if (pendingCount > 0) {
                        task.epollPoll(poll);
                    } else {
                        task.epollWait(poll);
                    }
                }
                case WAITED -> {
                    events = (int) task.result();
                    next = 0;
                    nextPending = 0;
                    sendOrReceive(task);
                }
                case SENT -> {
                    if (madeAt[clients - 1] == 0) {
                        open(task.now());
                    }
                    sendOrReceive(task);
                }
                case RECEIVED -> {
                    step = HANDLED;
                    task.compute(clientTime);
                }
                default -> {
                    int connection = poll.event(next++) - first;
                    long now = task.now();
                    if (now >= startedAt && now < endsAt) {
                        requests++;
                        latency.recordValue(Math.min(now - madeAt[connection], LONGEST));
                    }
                    make(connection, now);
                    sendOrReceive(task);
                }
            }
        }

        /** All connections are up: each makes its first request. */
        private void open(long now) {
            for (int i = 0; i < clients; i++) {
                make(i, now);
            }
        }

        private void make(int connection, long now) {
            madeAt[connection] = now;
            pending[pendingCount++] = connection;
        }

        /** What is writable comes first, then what is readable; then the next turn. */
        private void sendOrReceive(TaskApi task) {
            if (next == 0 && nextPending < pendingCount) {
                step = SENT;
                task.send(up[first + pending[nextPending++]], REQUEST);
                return;
            }
            if (next == 0) {
                pendingCount = 0;
                nextPending = 0;
            }
            if (next < events) {
                step = RECEIVED;
                task.tryReceive(down[poll.event(next)], REPLY);
                return;
            }
            step = WAIT;
            step(task);
        }
    }
}
