// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Pipe;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.StreamSocket;
import org.wakespec.simulator.ipc.TaskApi;

/**
 * {@code perf bench sched messaging} (hackbench): groups of 20 senders and 20 receivers; every sender writes 100 bytes to each
 * of the 20 channels of its group, {@code loops} times; a channel belongs to one receiver. Children report ready, wait for one
 * byte that nobody reads, and run. Measured from the start signal until all children are reaped.
 */
public final class PerfMessaging implements Workload {

    /** Senders, and receivers, of a group. */
    public static final int MEMBERS = 20;

    private static final int MESSAGE = 100;

    private final int groups;
    private final int loops;
    private final boolean pipes;
    private final boolean threads;
    /** From the start signal to the window that is measured, and its length, in ns; 0: all loops are measured. */
    private final long settle;

    private final long window;
    private Main main;

    private PerfMessaging(int groups, int loops, boolean pipes, boolean threads, long settle, long window) {
        if (groups < 1 || loops < 1) {
            throw new IllegalArgumentException(
                    "perf bench sched messaging: -g and -l expect at least 1, not " + groups + " and " + loops);
        }
        this.groups = groups;
        this.loops = loops;
        this.pipes = pipes;
        this.threads = threads;
        this.settle = settle;
        this.window = window;
    }

    /** With the program's defaults: 10 groups, 100 loops, sockets. */
    public PerfMessaging() {
        this(10, 100, false, false, 0, 0);
    }

    /** Option {@code -g}. */
    public PerfMessaging groups(int count) {
        return new PerfMessaging(count, loops, pipes, threads, settle, window);
    }

    /** Option {@code -l}. */
    public PerfMessaging loops(int count) {
        return new PerfMessaging(groups, count, pipes, threads, settle, window);
    }

    /** Option {@code -p}: pipes instead of AF_UNIX stream sockets. */
    public PerfMessaging pipes() {
        return new PerfMessaging(groups, loops, true, threads, settle, window);
    }

    /**
     * Option {@code -t}: threads of one process instead of processes. They share memory, which cache-aware balancing looks at;
     * the main thread joins them in the order it made them, and is woken by each end as by a futex, not sync.
     */
    public PerfMessaging threads() {
        return new PerfMessaging(groups, loops, pipes, true, settle, window);
    }

    /**
     * Loops without end, of which those of a window of time are measured: what a run of many loops tends to, without the start
     * signal's wakeups and the exits. The simulation is over with the window.
     *
     * @param settleNs from the start signal to the window
     * @param windowNs its length
     */
    public PerfMessaging during(long settleNs, long windowNs) {
        if (settleNs < 1 || windowNs < 1) {
            throw new IllegalArgumentException(
                    "a window of messaging expects times of at least 1 ns, not " + settleNs + " and " + windowNs);
        }
        return new PerfMessaging(groups, Integer.MAX_VALUE, pipes, threads, settleNs, windowNs);
    }

    /** Tasks beside the main one. */
    public long children() {
        return groups * 2L * MEMBERS;
    }

    /** Messages of one run. */
    public long messages() {
        return (long) groups * MEMBERS * MEMBERS * loops;
    }

    @Override
    public SimTask start(Simulation sim) {
        Channel ready = new Channel("ready", pipes);
        Channel go = new Channel("go", pipes);
        sim.requireRoom(children() + 1, "perf bench sched messaging -g " + groups);
        SimTask[] children = new SimTask[(int) children()];
        int n = 0;
        for (int g = 0; g < groups; g++) {
            Channel[] channels = new Channel[MEMBERS];
            for (int i = 0; i < MEMBERS; i++) {
                channels[i] = new Channel("channel " + g + "." + i, pipes);
                children[n++] = sim.task("receiver-" + g, new Receiver(ready, go, channels[i]));
            }
            for (int i = 0; i < MEMBERS; i++) {
                children[n++] = sim.task("sender-" + g, new Sender(ready, go, channels));
            }
        }
        main = new Main(children, ready, go);
        SimTask task = sim.task("sched-messaging", main);
        sim.start(task);
        return task;
    }

    /** The figure the program prints, in ns. */
    public long totalNs() {
        return main.finished - main.started;
    }

    /** Time of one loop of all senders, in ns: of all loops, or of those of the window. */
    public double loopNs() {
        if (window == 0) {
            return (double) totalNs() / loops;
        }
        return (double) totalNs() * groups * MEMBERS * MEMBERS / (main.received - main.before);
    }

    /** What the program calls a pair of descriptors: a receiver's channel, or the one on which all report or wait for the start. */
    private static final class Channel {

        private final Pipe pipe;
        private final StreamSocket socket;

        Channel(String name, boolean pipes) {
            pipe = pipes ? new Pipe(name).openRead().openWrite() : null;
            socket = pipes ? null : StreamSocket.unix(name);
        }

        void send(TaskApi task, int bytes) {
            if (pipe == null) {
                task.send(socket, bytes);
            } else {
                task.write(pipe, bytes);
            }
        }

        void poll(TaskApi task) {
            if (pipe == null) {
                task.poll(socket);
            } else {
                task.poll(pipe);
            }
        }

        void receive(TaskApi task, int bytes) {
            if (pipe == null) {
                task.receive(socket, bytes);
            } else {
                task.read(pipe, bytes);
            }
        }
    }

    private final class Main implements Program {

        private final SimTask[] children;
        private final Channel ready;
        private final Channel go;
        private int forked;
        private int readies;
        private int reaped;
        private boolean gone;
        private boolean settled;
        private boolean measured;
        /** Messages received, and how many of them before the window. */
        private long received;

        private long before;
        private long started;
        private long finished;

        Main(SimTask[] children, Channel ready, Channel go) {
            this.children = children;
            this.ready = ready;
            this.go = go;
        }

        @Override
        public void step(TaskApi task) {
            if (forked < children.length) {
                SimTask child = children[forked++];
                if (threads) {
                    task.createThread(child);
                } else {
                    task.fork(child);
                }
            } else if (readies < children.length) {
                readies++;
                ready.receive(task, 1);
            } else if (!gone) {
                gone = true;
                started = task.now();
                go.send(task, 1);
            } else if (window > 0) {
                measure(task);
            } else if (reaped < children.length) {
                SimTask child = children[reaped++];
                if (threads) {
                    task.join(child);
                } else {
                    task.waitChild();
                }
            } else {
                finished = task.now();
                task.exit();
            }
        }

        private void measure(TaskApi task) {
            if (!settled) {
                settled = true;
                task.sleep(settle);
            } else if (!measured) {
                measured = true;
                started = task.now();
                before = received;
                task.sleep(window);
            } else {
                finished = task.now();
                task.exit();
            }
        }
    }

    private abstract static class Child implements Program {

        private final Channel ready;
        private final Channel go;
        private int step;

        Child(Channel ready, Channel go) {
            this.ready = ready;
            this.go = go;
        }

        @Override
        public final void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    step = 1;
                    ready.send(task, 1);
                }
                case 1 -> {
                    step = 2;
                    go.poll(task);
                }
                default -> run(task);
            }
        }

        abstract void run(TaskApi task);
    }

    private final class Sender extends Child {

        private final Channel[] channels;
        private int channel;
        private int loop;

        Sender(Channel ready, Channel go, Channel[] channels) {
            super(ready, go);
            this.channels = channels;
        }

        @Override
        void run(TaskApi task) {
            if (loop == loops) {
                task.exit();
                return;
            }
            channels[channel].send(task, MESSAGE);
            if (++channel == MEMBERS) {
                channel = 0;
                loop++;
            }
        }
    }

    private final class Receiver extends Child {

        private final Channel channel;
        private long left;
        private boolean reading;
        private int part;

        Receiver(Channel ready, Channel go, Channel channel) {
            super(ready, go);
            this.channel = channel;
            left = (long) MEMBERS * loops;
            part = MESSAGE;
        }

        @Override
        void run(TaskApi task) {
            if (reading) {
                // a short read is repeated
                part -= (int) task.result();
                if (part == 0) {
                    part = MESSAGE;
                    left--;
                    main.received++;
                }
            }
            if (left == 0) {
                task.exit();
                return;
            }
            reading = true;
            channel.receive(task, part);
        }
    }
}
