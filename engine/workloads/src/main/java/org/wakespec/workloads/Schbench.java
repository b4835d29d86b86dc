// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.Lines;
import org.wakespec.simulator.ipc.CpuLocks;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.time.RandomStream;

/**
 * schbench: message threads wake lists of workers, which measure how long they took to run. In the current form (mid-2026) a
 * worker then sleeps 100 us, takes the lock of the CPU it is on and multiplies matrices; in the old form (until 2022) it
 * spins until 30 ms are over, first of all and after each message, and the message thread, once the first worker has posted
 * it, sleeps 30 to 37 ms before it wakes them all. All threads belong to one process and use private futexes.
 *
 * <p>With a rate of requests ({@code -R}) the message thread hands out so many a second, one worker after the other, and a
 * worker takes all that are pending before it waits again; with {@code -A} the rate is changed once a second until the CPUs are
 * as busy as wanted. In pipe mode ({@code -p}) both sides fill a buffer instead of working.
 */
public final class Schbench implements Workload {

    private static final long BLOCKED = 1;
    private static final long RUNNING = 0;
    /** How exactly the old form's spinning ends, in ns. */
    private static final long SHORTEST_SPIN = 20_000;

    private static final long SECOND = 1_000_000_000L;
    /** One multiplication of matrices of the default footprint, in ns: the program's own example takes 16.9 ms for five. */
    private static final long MULTIPLICATION_NS = 3_380_000;
    /** Side of those matrices. */
    private static final long SIDE = side(256);

    /** Requests a worker may have pending before the message thread pauses. */
    private static final int BATCH = 128;
    /** The message thread's pause, in ns. */
    private static final long PAUSE = 100_000;
    /** Making up one request in user mode: two looks at the clock and an allocation, in ns. */
    private static final long REQUEST_NS = 100;
    /** The largest transfer of pipe mode, in bytes. */
    private static final int MOST_BYTES = 1 << 20;
    /** Requests a second that automatic rates start with. */
    private static final int FIRST_RATE = 10;

    private int messageThreads = 1;
    private int workers;
    private long runtimeNs = 30_000_000_000L;
    /** Computation of one request in ns; -1: as the footprint and the number of multiplications say. */
    private long workNs = -1;

    private int footprintKib = 256;
    private int operations = 5;
    private long sleepNs = 100_000;
    private boolean locking = true;
    private boolean old;
    private int rate;
    private int autoPercent;
    private int pipeBytes;

    private final LatencyBuckets wakeups = new LatencyBuckets();
    private final LatencyBuckets requests = new LatencyBuckets();
    private long loops;
    private boolean stopping;
    /** Requests a second of each message thread; changes with an automatic rate. */
    private int ratePerThread;

    private boolean rateMode;

    private Simulation sim;
    private long requestNs;
    private Lines lines;
    private long runtimeOfWorkers;
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
        bench.footprintKib = footprintKib;
        bench.operations = operations;
        bench.sleepNs = sleepNs;
        bench.locking = locking;
        bench.old = old;
        bench.rate = rate;
        bench.autoPercent = autoPercent;
        bench.pipeBytes = pipeBytes;
        return bench;
    }

    /** Option {@code -R}: requests a second of all message threads together. */
    public Schbench requestsPerSecond(int count) {
        rate = current("-R", atLeastOne("-R", count));
        return this;
    }

    /** Option {@code -A}: changes the rate, 10 unless {@code -R} says otherwise, until the CPUs are busy for so much of the time. */
    public Schbench autoRate(int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("schbench: -A expects 1 to 100 percent, not " + percent);
        }
        autoPercent = current("-A", percent);
        rate = rate == 0 ? FIRST_RATE : rate;
        return this;
    }

    /** Option {@code -p}: transfers so many bytes, 1 MiB at most, instead of working. */
    public Schbench pipe(int bytes) {
        pipeBytes = current("-p", Math.min(atLeastOne("-p", bytes), MOST_BYTES));
        return this;
    }

    private int current(String option, int value) {
        if (old) {
            throw new IllegalArgumentException("schbench: the old form has no model of " + option);
        }
        return value;
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
        if (ns < 1) {
            throw new IllegalArgumentException("schbench: -r expects at least 1, not " + ns / SECOND);
        }
        runtimeNs = ns;
        return this;
    }

    /** Option {@code -F}: KiB of the three matrices of a worker. The time of a multiplication grows with the cube of their side. */
    public Schbench footprint(int kib) {
        footprintKib = current("-F", atLeastOne("-F", kib));
        return this;
    }

    /** Option {@code -n}: multiplications a request; 0: a request only sleeps and takes the lock. */
    public Schbench operations(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("schbench: -n expects at least 0, not " + count);
        }
        operations = current("-n", count);
        return this;
    }

    private static long side(int kib) {
        return (long) Math.sqrt(kib * 1024L / 3 / Long.BYTES);
    }

    private long workNs() {
        if (workNs >= 0) {
            return workNs;
        }
        long side = side(footprintKib);
        return Math.round(MULTIPLICATION_NS * (double) operations * side * side * side / (SIDE * SIDE * SIDE));
    }

    /** Computation of one request in ns, whatever {@code -F} and {@code -n} say; {@code -c} of the old form. */
    public Schbench work(long ns) {
        workNs = Limits.notNegative("schbench", "-c", ns);
        return this;
    }

    /** Option {@code -s}, in ns. */
    public Schbench sleep(long ns) {
        sleepNs = Limits.notNegative("schbench", "-s", ns);
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
    public SimTask start(Simulation simulation) {
        sim = simulation;
        requestNs = workNs();
        lines = new Lines(sim.scheduler().topology.machine, sim.costs());
        ratePerThread = rate / messageThreads;
        rateMode = ratePerThread > 0;
        int perThread = workers;
        if (perThread == 0) {
            int cpus = sim.scheduler().topology.active.weight();
            perThread = (cpus + messageThreads - 1) / messageThreads;
        }
        sim.requireRoom(
                (long) messageThreads * (perThread + 1L) + 1, "schbench -m " + messageThreads + " -t " + perThread);
        CpuLocks locks = new CpuLocks(sim.scheduler().nrCpus());
        SimTask[] messengers = new SimTask[messageThreads];
        workerTasks = new SimTask[messageThreads * perThread];
        Messenger[] programs = new Messenger[messageThreads];
        for (int m = 0; m < messageThreads; m++) {
            SimTask[] own = new SimTask[perThread];
            programs[m] = new Messenger(own, sim.random().stream("schbench message thread " + m));
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

    /** The rate in force at the end, of all message threads together ("final rps goal"). */
    public int rateGoal() {
        return ratePerThread * messageThreads;
    }

    /** Transfers a second of one worker, on average, in pipe mode. */
    public double transfersPerSecond() {
        return runtimeOfWorkers == 0 ? 0 : loops * 1e9 / runtimeOfWorkers;
    }

    /** Bytes a transfer of pipe mode has; 0: another mode. */
    public int transferBytes() {
        return pipeBytes;
    }

    /** Filling the buffer of a transfer, last filled on another CPU, in ns. */
    private long fill(int lastCpu, int cpu) {
        return (pipeBytes * sim.costs().of(Cost.COPY_KIB) >> 10) + lines.data(lastCpu, cpu, pipeBytes);
    }

    /** Once a second: grows or shrinks the rate by how busy all CPUs were. */
    private final class AutoRate {

        private boolean read;
        private long lastIdle;
        private long lastTime;

        void adjust(long now) {
            long idle = sim.idleNs();
            long total = (now - lastTime) * sim.scheduler().topology.active.weight();
            float busy = read && total > 0 ? (float) (100.0 - (float) (idle - lastIdle) / total * 100.0) : 0;
            boolean first = !read;
            read = true;
            lastIdle = idle;
            lastTime = now;
            if (first) {
                return;
            }
            float delta = autoPercent / busy;
            if (busy < autoPercent) {
                if (delta > 3) {
                    delta = 3;
                } else if (delta < 1.2f) {
                    delta = 1 + (delta - 1) / 8;
                } else if (delta < 1.5f) {
                    delta = 1 + (delta - 1) / 4;
                }
                double target = Math.ceil((double) (ratePerThread * delta));
                ratePerThread = target >= Integer.MAX_VALUE ? ratePerThread : (int) target;
            } else if (busy > autoPercent) {
                if (delta < 0.3f) {
                    delta = 0.3f;
                } else if (delta > 0.9f) {
                    delta += (1 - delta) / 8;
                } else if (delta > 0.8f) {
                    delta += (1 - delta) / 4;
                }
                ratePerThread = (int) Math.floor((double) (ratePerThread * delta));
            }
        }
    }

    private final class Main implements Program {

        private final SimTask[] messengers;
        private final Messenger[] programs;
        private final AutoRate autoRate = new AutoRate();
        private int step;
        private int posted;
        private int reaped;
        private long started = -1;

        Main(SimTask[] messengers, Messenger[] programs) {
            this.messengers = messengers;
            this.programs = programs;
        }

        @Override
        public void step(TaskApi task) {
            if (step < messengers.length) {
                task.createThread(messengers[step++]);
            } else if (!stopping && !runtimeIsUp(task)) {
                task.sleep(Math.min(SECOND, started + runtimeNs - task.now()));
            } else if (posted < programs.length) {
                stopping = true;
                programs[posted].futex.value = RUNNING;
                task.futexWake(programs[posted++].futex, 1);
            } else if (reaped < messengers.length) {
                task.join(messengers[reaped++]);
            } else {
                task.exit();
            }
        }

        /** Looks around once a second. */
        private boolean runtimeIsUp(TaskApi task) {
            if (started < 0) {
                started = task.now();
            }
            if (autoPercent > 0) {
                autoRate.adjust(task.now());
            }
            return task.now() - started >= runtimeNs;
        }
    }

    private final class Messenger implements Program {

        private final RandomStream jitter;
        private final SimTask[] workers;
        private final Futex futex = new Futex("message thread");
        private Worker list;
        private int forked;
        private int reaped;
        private Worker waking;
        private long stamp;
        /** All of the list were woken: it is time to wait for a post. */
        private boolean woken;
        /** Old form: it was posted and may sleep. */
        private boolean posted;

        private boolean filled;
        /** The round of requests: which second, how many were given, whose turn it is. */
        private long roundStart = -1;

        private int given;
        private int turn;
        private boolean madeUp;

        Messenger(SimTask[] workers, RandomStream jitter) {
            this.workers = workers;
            this.jitter = jitter;
        }

        @Override
        public void step(TaskApi task) {
            if (forked < workers.length) {
                task.createThread(workers[forked++]);
                return;
            }
            if (rateMode && !stopping) {
                requests(task);
                return;
            }
            if (waking == null && !woken) {
                futex.value = BLOCKED;
                waking = list;
                list = null;
                stamp = task.now();
            }
            while (waking != null) {
                Worker worker = waking;
                if (pipeBytes > 0 && !filled) {
                    filled = true;
                    task.compute(fill(worker.filledOn, task.cpu()));
                    worker.filledOn = task.cpu();
                    return;
                }
                filled = false;
                waking = worker.next;
                worker.next = null;
                worker.wakeTime = pipeBytes > 0 ? task.now() : stamp;
                boolean sleeps = worker.futex.value == BLOCKED;
                worker.futex.value = RUNNING;
                if (sleeps) {
                    woken = waking == null;
                    task.futexWake(worker.futex, 1);
                    return;
                }
            }
            if (stopping) {
                if (list != null) {
                    woken = false;
                    task.nop();
                } else if (reaped < workers.length) {
                    reap(task);
                } else {
                    task.exit();
                }
                return;
            }
            if (old && posted) {
                posted = false;
                woken = false;
                task.sleep(sleepNs + jitter());
                return;
            }
            posted = old;
            woken = old;
            task.futexWait(futex, BLOCKED);
        }

        /** Up to a quarter of the sleep, in whole microseconds. */
        private long jitter() {
            int most = (int) (sleepNs / 4_000);
            return most == 0 ? 0 : jitter.nextInt(most) * 1_000L;
        }

        /** Hands out the requests of one second after the other, and sleeps for what is left of each. */
        private void requests(TaskApi task) {
            if (roundStart < 0) {
                roundStart = task.now();
                given = 0;
            }
            if (given < ratePerThread) {
                Worker worker = (Worker) workers[turn].program;
                if (!madeUp && worker.pending > BATCH) {
                    given++;
                    turn = (turn + 1) % workers.length;
                    task.sleep(PAUSE);
                    return;
                }
                if (!madeUp) {
                    madeUp = true;
                    stamp = task.now();
                    task.compute(REQUEST_NS);
                    return;
                }
                madeUp = false;
                given++;
                turn = (turn + 1) % workers.length;
                worker.pending++;
                worker.queued++;
                worker.wakeTime = stamp;
                if (worker.futex.value == BLOCKED) {
                    worker.futex.value = RUNNING;
                    task.futexWake(worker.futex, 1);
                } else {
                    task.nop();
                }
                return;
            }
            long left = roundStart + SECOND - task.now();
            if (left > 0) {
                task.sleep(left);
                return;
            }
            roundStart = -1;
            task.compute(REQUEST_NS);
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
            task.join(workers[reaped++]);
        }
    }

    private final class Worker implements Program {

        /** The old form works before it asks for a message. */
        private static final int FIRST_SPIN = 7;

        private final Messenger messenger;
        private final CpuLocks locks;
        private final Futex futex = new Futex("worker");
        private Worker next;
        private long wakeTime;
        private long requestStart;
        private int step = old ? FIRST_SPIN : 0;
        /** Pipe mode: the CPU on which the buffer was filled last. */
        private int filledOn = -1;

        private boolean filled;
        private long started = -1;
        /** Requests not yet taken, and those taken and not yet done. */
        private int pending;

        private int queued;
        private int taken;

        Worker(Messenger messenger, CpuLocks locks) {
            this.messenger = messenger;
            this.locks = locks;
        }

        @Override
        public void step(TaskApi task) {
            switch (step) {
                case 0 -> {
                    if (started < 0) {
                        started = task.now();
                    }
                    if (stopping) {
                        runtimeOfWorkers += task.now() - started;
                        task.exit();
                        return;
                    }
                    if (pipeBytes > 0 && !filled) {
                        filled = true;
                        task.compute(fill(filledOn, task.cpu()));
                        filledOn = task.cpu();
                        return;
                    }
                    filled = false;
                    futex.value = BLOCKED;
                    if (rateMode) {
                        takeRequests(task);
                        return;
                    }
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
                    if (rateMode) {
                        // only looks for requests now
                        step = 0;
                        step(task);
                        return;
                    }
                    request(task);
                }
                case 2 -> {
                    step = 3;
                    task.lockThisCpu(locks);
                }
                case 3 -> {
                    step = locking ? 4 : 5;
                    task.compute(requestNs);
                }
                case 4 -> {
                    step = 5;
                    task.unlockCpu(locks);
                }
                case FIRST_SPIN -> {
                    started = task.now();
                    request(task);
                }
                case 6 -> {
                    // the old form looks at the clock until the time is over: waiting and slow CPUs count
                    long left = requestStart + requestNs - task.now();
                    if (left > 0) {
                        task.compute(Math.max(SHORTEST_SPIN, left / 2));
                    } else {
                        step = 5;
                        step(task);
                    }
                }
                default -> {
                    if (!stopping) {
                        requests.record((task.now() - requestStart) / 1000);
                        loops++;
                    }
                    if (--taken > 0) {
                        request(task);
                        return;
                    }
                    step = 0;
                    step(task);
                }
            }
        }

        /** Takes what is pending, or waits for more. */
        private void takeRequests(TaskApi task) {
            pending = 0;
            if (queued > 0) {
                taken = queued;
                queued = 0;
                futex.value = RUNNING;
                request(task);
                return;
            }
            step = 1;
            if (messenger.futex.value == BLOCKED) {
                messenger.futex.value = RUNNING;
                task.futexWake(messenger.futex, 1);
            } else {
                task.futexWait(futex, BLOCKED);
            }
        }

        /** Starts on one request. */
        private void request(TaskApi task) {
            requestStart = task.now();
            if (pipeBytes > 0) {
                step = 5;
                step(task);
            } else if (old) {
                step = 6;
                step(task);
            } else if (sleepNs == 0) {
                step = locking ? 2 : 3;
                step(task);
            } else {
                step = locking ? 2 : 3;
                task.sleep(sleepNs);
            }
        }
    }
}
