// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;

/**
 * tbench: each client has a server process of its own and exchanges requests and replies with it over blocking loopback TCP,
 * one at a time. Of eleven exchanges three read and one writes; the others are small, and only what is read and written counts
 * as throughput. That is the load file's mixture (27 % ReadX, 9 % WriteX) with its mean size: published runs of dbench with the
 * same file move 5.4 KB an operation, 15.2 KB an operation with data.
 */
public final class Tbench implements Workload {

    /** A message without data: header and a name; an estimate. */
    private static final int SMALL = 100;
    /** Data of a read or a write. */
    private static final int DATA = 15_200;
    /** What an exchange does: small, read or write. */
    private static final String MIXTURE = "rssrswsrsss";
    /** User time of the client: a line of the load file; an estimate. */
    private static final long CLIENT_WORK = 500;
    /** User time of the server, which only looks at the sizes; an estimate. */
    private static final long SERVER_WORK = 200;

    private final int clients;
    private final long durationNs;
    private long bytes;
    private long endsAt;

    /** {@code tbench CLIENTS -t SECONDS}. */
    public Tbench(int clients, long durationNs) {
        if (clients < 1) {
            throw new IllegalArgumentException("tbench expects at least 1 client, not " + clients);
        }
        if (durationNs < 1) {
            throw new IllegalArgumentException("tbench: -t expects a time above 0, not " + durationNs + " ns");
        }
        this.clients = clients;
        this.durationNs = durationNs;
    }

    /** The same program, for another run. */
    Tbench copy() {
        return new Tbench(clients, durationNs);
    }

    @Override
    public SimTask start(Simulation sim) {
        sim.requireRoom(2L * clients + 1, "tbench " + clients);
        SimTask[] children = new SimTask[clients];
        for (int i = 0; i < clients; i++) {
            StreamSocket up = StreamSocket.tcp("request " + i);
            StreamSocket down = StreamSocket.tcp("reply " + i);
            sim.start(sim.task("tbench_srv", new Server(up, down)));
            children[i] = sim.task("tbench", new Client(up, down));
        }
        endsAt = sim.now() + durationNs;
        SimTask main = sim.task("tbench", new ForkAll(children));
        sim.start(main);
        return main;
    }

    /** The figure the program prints. */
    public double megabytesPerSecond() {
        return bytes / 1e6 / (durationNs / 1e9);
    }

    private static int request(int exchange) {
        return MIXTURE.charAt(exchange) == 'w' ? SMALL + DATA : SMALL;
    }

    private static int reply(int exchange) {
        return MIXTURE.charAt(exchange) == 'r' ? SMALL + DATA : SMALL;
    }

    private final class Client implements Program {

        private final StreamSocket up;
        private final StreamSocket down;
        private int step;
        private int exchange;

        Client(StreamSocket up, StreamSocket down) {
            this.up = up;
            this.down = down;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    if (task.now() >= endsAt) {
                        task.exit();
                        return;
                    }
                    step = 1;
                    task.send(up, request(exchange));
                }
                case 1 -> {
                    step = 2;
                    task.receive(down, reply(exchange));
                }
                default -> {
                    bytes += request(exchange) + reply(exchange) - 2 * SMALL;
                    exchange = (exchange + 1) % MIXTURE.length();
                    step = 0;
                    task.compute(CLIENT_WORK);
                }
            }
        }
    }

    private static final class Server implements Program {

        private final StreamSocket up;
        private final StreamSocket down;
        private int step;
        private int exchange;

        Server(StreamSocket up, StreamSocket down) {
            this.up = up;
            this.down = down;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    step = 1;
                    task.receive(up, request(exchange));
                }
                case 1 -> {
                    step = 2;
                    task.compute(SERVER_WORK);
                }
                default -> {
                    step = 0;
                    task.send(down, reply(exchange));
                    exchange = (exchange + 1) % MIXTURE.length();
                }
            }
        }
    }
}
