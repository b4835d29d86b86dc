// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;

/**
 * tbench: each client has a server process of its own and exchanges requests and replies with it over blocking loopback TCP,
 * one at a time. Stands for the mixture of small requests and 64 KiB transfers of the real load file by its mean.
 */
public final class Tbench implements Workload {

    private static final int REQUEST = 256;
    private static final int REPLY = 1_024;
    private static final long WORK = 3_000;

    private final int clients;
    private final long durationNs;
    private long exchanges;
    private long endsAt;

    /** {@code tbench CLIENTS -t SECONDS}. */
    public Tbench(int clients, long durationNs) {
        if (clients < 1) {
            throw new IllegalArgumentException("tbench expects at least 1 client, not " + clients);
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
        return exchanges * (double) (REQUEST + REPLY) / 1e6 / (durationNs / 1e9);
    }

    private final class Client implements Program {

        private final StreamSocket up;
        private final StreamSocket down;
        private int step;

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
                    task.send(up, REQUEST);
                }
                case 1 -> {
                    step = 2;
                    task.receive(down, REPLY);
                }
                default -> {
                    exchanges++;
                    step = 0;
                    task.compute(WORK);
                }
            }
        }
    }

    private static final class Server implements Program {

        private final StreamSocket up;
        private final StreamSocket down;
        private int step;

        Server(StreamSocket up, StreamSocket down) {
            this.up = up;
            this.down = down;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    step = 1;
                    task.receive(up, REQUEST);
                }
                case 1 -> {
                    step = 2;
                    task.compute(WORK);
                }
                default -> {
                    step = 0;
                    task.send(down, REPLY);
                }
            }
        }
    }
}
