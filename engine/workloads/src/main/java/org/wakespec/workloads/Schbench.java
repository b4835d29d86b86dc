// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.CpuLocks;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;

/**
 * schbench: message threads wake lists of workers, which measure how long they took to run. In the current form (mid-2026) a
 * worker then sleeps 100 us, takes the lock of the CPU it is on and multiplies matrices; in the old form (until 2022) it
 * computes 30 ms, and the message thread sleeps 30 ms between rounds. All threads belong to one process and use private
 * futexes.
 */
public final class Schbench implements Workload {

    private static final long BLOCKED = 1;
    private static final long RUNNING = 0;

    private int messageThreads = 1;
    private int workers;
    private long runtimeNs = 30_000_000_000L;
    private long workNs = 16_900_000;
    private long sleepNs = 100_000;
    private boolean locking = true;
    private boolean old;

    private final LatencyBuckets wakeups = new LatencyBuckets();
    private final LatencyBuckets requests = new LatencyBuckets();
    private long loops;
    private boolean stopping;
    private SimTask[] workerTasks;

    private Schbench() {}

    /** The current form with its defaults: one message thread, as many workers as CPUs, 30 s. */
    public static Schbench current() {
        return new Schbench();
    }

    /** The old form with its defaults: two message threads of 16 workers each, 30 ms of work, 30 ms of sleep, 30 s. */
    public static Schbench old() {
        Schbench bench = new Schbench();
        bench.old = true;
        bench.messageThreads = 2;
        bench.workers = 16;
        bench.workNs = 30_000_000;
        bench.sleepNs = 30_000_000;
        return bench;
    }

    /** The same program, for another run. */
    Schbench copy() {
        Schbench bench = new Schbench();
        bench.messageThreads = messageThreads;
        bench.workers = workers;
        bench.runtimeNs = runtimeNs;
        bench.workNs = workNs;
        bench.sleepNs = sleepNs;
        bench.locking = locking;
        bench.old = old;
        return bench;
    }

    /** Option {@code -m}. */
    public Schbench messageThreads(int count) {
        messageThreads = atLeastOne("-m", count);
        return this;
    }

    /** Option {@code -t}: workers of each message thread. */
    public Schbench workers(int count) {
        workers = atLeastOne("-t", count);
        return this;
    }

    /** Option {@code -r}, in ns. */
    public Schbench runtime(long ns) {
        runtimeNs = ns;
        return this;
    }

    /** Computation of one request in ns; stands for {@code -F} and {@code -n}, or {@code -c} of the old form. */
    public Schbench work(long ns) {
        workNs = ns;
        return this;
    }

    /** Option {@code -s}, in ns. */
    public Schbench sleep(long ns) {
        sleepNs = ns;
        return this;
    }

    /** Option {@code -L}: no per-CPU lock. */
    public Schbench noLocking() {
        locking = false;
        return this;
    }

    private static int atLeastOne(String option, int count) {
        if (count < 1) {
            throw new IllegalArgumentException("schbench: " + option + " expects at least 1, not " + count);
        }
        return count;
    }

    @Override
    public SimTask start(Simulation sim) {
        int perThread = workers;
        if (perThread == 0) {
            int cpus = sim.scheduler().topology.active.weight();
            perThread = (cpus + messageThreads - 1) / messageThreads;
        }
        CpuLocks locks = new CpuLocks(sim.scheduler().nrCpus());
        SimTask[] messengers = new SimTask[messageThreads];
        workerTasks = new SimTask[messageThreads * perThread];
        Messenger[] programs = new Messenger[messageThreads];
        for (int m = 0; m < messageThreads; m++) {
            SimTask[] own = new SimTask[perThread];
            programs[m] = new Messenger(own);
            for (int i = 0; i < perThread; i++) {
                own[i] = sim.task("schbench-w", new Worker(programs[m], locks));
                workerTasks[m * perThread + i] = own[i];
            }
            messengers[m] = sim.task("schbench-m", programs[m]);
        }
        SimTask main = sim.task("schbench", new Main(messengers, programs));
        sim.start(main);
        return main;
    }

    /** Wakeup latencies. */
    public LatencyBuckets wakeupLatency() {
        return wakeups;
    }

    /** Request latencies, sleep included. */
    public LatencyBuckets requestLatency() {
        return requests;
    }

    /** Requests completed in a second. */
    public double requestsPerSecond() {
        return loops * 1e9 / runtimeNs;
    }

    private final class Main implements Program {

        private final SimTask[] messengers;
        private final Messenger[] programs;
        private int step;
        private int posted;
        private int reaped;

        Main(SimTask[] messengers, Messenger[] programs) {
            this.messengers = messengers;
            this.programs = programs;
        }

        @Override
        public void step(TaskApi task) {
            if (step < messengers.length) {
                task.fork(messengers[step++]);
            } else if (step == messengers.length) {
                step++;
                task.sleep(runtimeNs);
            } else if (posted < programs.length) {
                stopping = true;
                programs[posted].futex.value = RUNNING;
                task.futexWake(programs[posted++].futex, 1);
            } else if (reaped < messengers.length) {
                reaped++;
                task.waitChild();
            } else {
                task.exit();
            }
        }
    }

    private final class Messenger implements Program {

        private final SimTask[] workers;
        private final Futex futex = new Futex("message thread");
        private Worker list;
        private int forked;
        private int reaped;
        private Worker waking;
        private long stamp;
        private boolean slept;

        Messenger(SimTask[] workers) {
            this.workers = workers;
        }

        @Override
        public void step(TaskApi task) {
            if (forked < workers.length) {
                task.fork(workers[forked++]);
                return;
            }
            if (waking == null && !slept) {
                futex.value = BLOCKED;
                waking = list;
                list = null;
                stamp = task.now();
            }
            while (waking != null) {
                Worker worker = waking;
                waking = worker.next;
                worker.next = null;
                worker.wakeTime = stamp;
                boolean sleeps = worker.futex.value == BLOCKED;
                worker.futex.value = RUNNING;
                if (sleeps) {
                    slept = waking == null && !old;
                    task.futexWake(worker.futex, 1);
                    return;
                }
            }
            if (stopping) {
                if (list != null) {
                    slept = false;
                    task.nop();
                } else if (reaped < workers.length) {
                    reap(task);
                } else {
                    task.exit();
                }
                return;
            }
            if (old && !slept) {
                slept = true;
                task.sleep(sleepNs);
                return;
            }
            slept = false;
            task.futexWait(futex, BLOCKED);
        }

        /** Workers that wait are let go one by one; then their ends are awaited. */
        private void reap(TaskApi task) {
            for (SimTask worker : workers) {
                Worker program = (Worker) worker.program;
                if (program.futex.value == BLOCKED) {
                    program.futex.value = RUNNING;
                    task.futexWake(program.futex, 1);
                    return;
                }
            }
            reaped++;
            task.waitChild();
        }
    }

    private final class Worker implements Program {

        private final Messenger messenger;
        private final CpuLocks locks;
        private final Futex futex = new Futex("worker");
        private Worker next;
        private long wakeTime;
        private long requestStart;
        private int step;

        Worker(Messenger messenger, CpuLocks locks) {
            this.messenger = messenger;
            this.locks = locks;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    if (stopping) {
                        task.exit();
                        return;
                    }
                    futex.value = BLOCKED;
                    next = messenger.list;
                    messenger.list = this;
                    step = 1;
                    if (messenger.futex.value == BLOCKED) {
                        messenger.futex.value = RUNNING;
                        task.futexWake(messenger.futex, 1);
                    } else {
                        task.futexWait(futex, BLOCKED);
                    }
                }
                case 1 -> {
                    if (futex.value == BLOCKED) {
                        task.futexWait(futex, BLOCKED);
                        return;
                    }
                    if (!stopping) {
                        wakeups.record((task.now() - wakeTime) / 1000);
                    }
                    requestStart = task.now();
                    if (old) {
                        step = 5;
                        task.compute(workNs);
                    } else {
                        step = locking ? 2 : 3;
                        task.sleep(sleepNs);
                    }
                }
                case 2 -> {
                    step = 3;
                    task.lockThisCpu(locks);
                }
                case 3 -> {
                    step = locking ? 4 : 5;
                    task.compute(workNs);
                }
                case 4 -> {
                    step = 5;
                    task.unlockCpu(locks);
                }
                default -> {
                    if (!stopping) {
                        requests.record((task.now() - requestStart) / 1000);
                        loops++;
                    }
                    step = 0;
                    step(task);
                }
            }
        }
    }
}
