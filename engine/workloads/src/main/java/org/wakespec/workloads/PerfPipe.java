// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Pipe;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.topology.CpuMask;

/**
 * {@code perf bench sched pipe}: two tasks and two pipes; each task writes four bytes to one pipe and reads four from the
 * other, {@code loops} times. Both write first, so that two tokens circulate. Processes (the parent and one fork) or two
 * threads. Measured from before the fork until both have ended.
 */
public final class PerfPipe implements Workload {

    /** Default of {@code -l}. */
    public static final int DEFAULT_LOOPS = 1_000_000;

    private static final int MESSAGE = 4;

    private final int loops;
    private final boolean threads;
    private final CpuMask cpus;
    /** One CPU for each of the two tasks; null: none. */
    private CpuMask[] each;

    private Main main;
    private SimTask mainTask;
    private SimTask[] workers;

    private PerfPipe(int loops, boolean threads, CpuMask cpus) {
        if (loops < 1) {
            throw new IllegalArgumentException("perf bench sched pipe: -l expects at least 1, not " + loops);
        }
        this.loops = loops;
        this.threads = threads;
        this.cpus = cpus;
    }

    /** With the program's defaults: one million loops, processes, everywhere. */
    public PerfPipe() {
        this(DEFAULT_LOOPS, false, null);
    }

    /** Option {@code -l}. */
    public PerfPipe loops(int count) {
        return new PerfPipe(count, threads, cpus);
    }

    /** Option {@code -T}. */
    public PerfPipe threads() {
        return new PerfPipe(loops, true, cpus);
    }

    /** Started by {@code taskset -c}. */
    public PerfPipe taskset(CpuMask allowed) {
        return new PerfPipe(loops, threads, allowed);
    }

    /** The two tasks pinned to the first and the second CPU of the set, which has two. */
    public PerfPipe oneEach(CpuMask two) {
        if (two.weight() != 2) {
            throw new IllegalArgumentException(
                    "perf bench sched pipe: two tasks, one CPU each, need two CPUs, not '" + two + "'");
        }
        PerfPipe pipe = new PerfPipe(loops, threads, null);
        int first = two.first();
        pipe.each = new CpuMask[] {CpuMask.of(two.size(), first), CpuMask.of(two.size(), two.next(first + 1))};
        return pipe;
    }

    @Override
    public SimTask start(Simulation sim) {
        Pipe ping = new Pipe("pipe 1").openRead().openWrite();
        Pipe pong = new Pipe("pipe 2").openRead().openWrite();
        main = new Main();
        mainTask = task(sim, main, 0);
        SimTask first = task(sim, new Worker(ping, pong, false), 1);
        if (threads) {
            SimTask second = task(sim, new Worker(pong, ping, false), 0);
            main.children = new SimTask[] {first, second};
            workers = main.children;
        } else {
            main.children = new SimTask[] {first};
            main.worker = new Worker(pong, ping, true);
            workers = new SimTask[] {mainTask, first};
        }
        sim.start(mainTask);
        return mainTask;
    }

    private SimTask task(Simulation sim, Program program, int which) {
        CpuMask allowed = each == null ? cpus : each[which];
        return allowed == null ? sim.task("sched-pipe", program) : sim.task("sched-pipe", program, allowed);
    }

    /** The two tasks that pass messages. */
    public SimTask[] workers() {
        return workers.clone();
    }

    /** Time of the run in ns. */
    public long totalNs() {
        return main.finished - main.started;
    }

    /** The figure the program prints: microseconds for one loop of both tasks. */
    public double usecsPerOp() {
        return totalNs() / 1000.0 / loops;
    }

    private final class Main implements Program {

        private SimTask[] children;
        private Worker worker;
        private long started;
        private long finished;
        private int step;

        @Override
        public void step(TaskApi task) {
            if (step == 0) {
                started = task.now();
            }
            if (step < children.length) {
                SimTask child = children[step++];
                if (threads) {
                    task.createThread(child);
                } else {
                    task.fork(child);
                }
                return;
            }
            if (worker != null && !worker.done()) {
                worker.step(task);
                return;
            }
            if (step < 2 * children.length) {
                SimTask child = children[step++ - children.length];
                if (threads) {
                    task.join(child);
                } else {
                    task.waitChild();
                }
                return;
            }
            finished = task.now();
            task.exit();
        }
    }

    private final class Worker implements Program {

        private final Pipe out;
        private final Pipe in;
        private final boolean partOfMain;
        private int done;
        private boolean written;

        Worker(Pipe out, Pipe in, boolean partOfMain) {
            this.out = out;
            this.in = in;
            this.partOfMain = partOfMain;
        }

        boolean done() {
            return done == loops;
        }

        @Override
        public void step(TaskApi task) {
            if (done == loops && !partOfMain) {
                task.exit();
            } else if (written) {
                written = false;
                done++;
                task.read(in, MESSAGE);
            } else {
                written = true;
                task.write(out, MESSAGE);
            }
        }
    }
}
