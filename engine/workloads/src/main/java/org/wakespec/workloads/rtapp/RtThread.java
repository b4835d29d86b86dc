// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;

/** One thread of an rt-app workload, and what it measured. */
public final class RtThread implements Program {

    /** Work in us of one piece of a runtime event, and what a look at the clock takes at least, in ns. */
    private static final long CHUNK_US = 32;

    private static final long SHORTEST_CHUNK = 100;

    private static final long LONGEST = 3_600_000_000_000L;
    private static final int LONGEST_LOG = 100_000;
    private static final long LOOPS = 1_000;
    /** Rounds of a phase that may go by without any operation; then looking at the clock costs a system call. */
    private static final int MOST_IDLE_ROUNDS = 10;

    private final RtApp app;
    private final TaskSpec spec;
    private final boolean forked;
    private final Map<String, Event.Timer> uniqueTimers = new HashMap<>();
    /** As big as what they hold: there may be very many threads. */
    private final Histogram wakeupLatency = new PackedHistogram(LONGEST, 3);

    private final Histogram slack = new PackedHistogram(LONGEST, 3);

    private boolean came;
    private boolean started;
    private boolean delayed;
    private boolean configured;
    private boolean prepared;
    /** What its timers count from: the start of all, and its delay. */
    private long startTime;
    /** Affinity in force. */
    private CpuMask affinity;
    /** The phase whose scheduling is in force; null: the task's. */
    private Phase scheduledBy;

    private int round;
    private int phase;
    private int phaseLoop;
    private int event;
    private int step;
    private long mark;
    /** A sync event has taken the mutex itself. */
    private boolean locked;

    private long periods;
    private long missed;

    private SchedPolicy policy;
    private int nice;
    private long sliceNs;

    private final List<RtLogLine> log = new ArrayList<>();
    private long logDropped;
    private long roundStart = -1;
    private long workStart;
    private long perf;
    private long ran;
    private long lastSlack;
    private long configuredRun;
    private long configuredPeriod;
    private long latencySum;

    RtThread(RtApp app, TaskSpec spec, boolean forked) {
        this.app = app;
        this.spec = spec;
        this.forked = forked;
        policy = spec.policy();
        nice = spec.nice();
        sliceNs = spec.sliceNs();
        affinity = app.everywhere();
    }

    /** Name of the task it is an instance of. */
    public String task() {
        return spec.name();
    }

    /** Time from the timer to user mode, of every timer event that slept, in ns (rt-app: wu_lat). */
    public Histogram wakeupLatency() {
        return wakeupLatency;
    }

    /** Time left until the timer, of every timer event that was not missed, in ns (rt-app: slack). */
    public Histogram slack() {
        return slack;
    }

    /**
     * The thread's log: a line for each round of a phase that has ended, up to {@value #LONGEST_LOG} lines, and up to {@value
     * RtApp#MOST_LINES} of all threads.
     */
    public List<RtLogLine> log() {
        return Collections.unmodifiableList(log);
    }

    /** Rounds that the log had no room for. */
    public long logDropped() {
        return logDropped;
    }

    /** Timer events. */
    public long periods() {
        return periods;
    }

    /** Timer events that came too late to sleep. */
    public long missed() {
        return missed;
    }

    @Override
    public void step(TaskApi task) {
        if (!started) {
            boolean first = !came;
            came = true;
            if (!forked && app.waitForStart(task, first)) {
                return;
            }
            started = true;
            startTime = app.zero() + spec.delayUs() * 1000;
        }
        if (!delayed) {
            delayed = true;
            if (spec.delayUs() > 0) {
                task.sleepUntil(startTime);
                return;
            }
        }
        if (!configured) {
            configured = true;
            if (policy != SchedPolicy.NORMAL || nice != 0 || sliceNs != 0) {
                task.setScheduler(policy, nice, sliceNs);
                return;
            }
        }
        int idleRounds = 0;
        while (true) {
            if (app.stopping() || spec.loop() >= 0 && round >= spec.loop()) {
                task.exit();
                return;
            }
            List<Phase> phases = spec.phases();
            Phase current = phases.get(phase);
            if (!prepared && prepare(task, current)) {
                return;
            }
            if (roundStart < 0) {
                roundStart = task.now();
            }
            if (event < current.events().size()) {
                if (issue(task, current.events().get(event))) {
                    return;
                }
                continue;
            }
            event = 0;
            logRound(task.now(), current);
            if (++phaseLoop == current.loop()) {
                phaseLoop = 0;
                prepared = false;
                step = 0;
                if (++phase == phases.size()) {
                    phase = 0;
                    round++;
                }
            }
            if (++idleRounds > MOST_IDLE_ROUNDS) {
                task.nop();
                return;
            }
        }
    }

    private void logRound(long now, Phase current) {
        if (log.size() == LONGEST_LOG || !app.roomForLine()) {
            logDropped++;
        } else {
            log.add(new RtLogLine(
                    current.name(),
                    perf,
                    ran / 1000,
                    (now - roundStart) / 1000,
                    (roundStart - Simulation.START) / 1000,
                    (now - Simulation.START) / 1000,
                    (roundStart - app.startedAt()) / 1000,
                    lastSlack / 1000,
                    configuredRun,
                    configuredPeriod,
                    latencySum / 1000));
        }
        roundStart = -1;
        perf = 0;
        ran = 0;
        lastSlack = 0;
        configuredRun = 0;
        configuredPeriod = 0;
        latencySum = 0;
    }

    private boolean prepare(TaskApi task, Phase current) {
        if (step == 0) {
            step = 1;
            CpuMask wanted = current.cpus() != null ? current.cpus() : spec.cpus();
            wanted = wanted == null ? app.everywhere() : wanted;
            if (!wanted.equals(affinity)) {
                affinity = wanted;
                task.setAffinity(wanted);
                return true;
            }
        }
        if (step == 1) {
            step = 2;
            if (current.schedules() && current != scheduledBy) {
                scheduledBy = current;
                parameters(current);
                if (current.policy() == null && current.sliceNs() == null) {
                    task.setNice(nice);
                } else {
                    task.setScheduler(policy, nice, sliceNs);
                }
                return true;
            }
        }
        step = 0;
        prepared = true;
        return false;
    }

    /** What a phase does not say stays as it is. */
    private void parameters(Phase current) {
        policy = current.policy() == null ? policy : current.policy();
        nice = current.nice() == null ? nice : current.nice();
        sliceNs = current.sliceNs() == null ? sliceNs : current.sliceNs();
    }

    /** Issues the next operation of the event, or ends the event and returns false. */
    private boolean issue(TaskApi task, Event e) {
        switch (e.kind) {
            case RUN -> {
                long loops = app.loops(e.micros);
                if (step == 1) {
                    ran += task.now() - workStart;
                    return done();
                }
                workStart = task.now();
                perf += loops / LOOPS;
                configuredRun += e.micros;
                return once(() -> task.compute(loops * app.loopNs()));
            }
            case RUNTIME -> {
                return runtime(task, e);
            }
            case SLEEP -> {
                return once(() -> task.sleep(e.micros * 1000));
            }
            case TIMER -> {
                return timer(task, e);
            }
            case LOCK -> {
                return once(() -> task.lock(e.mutex));
            }
            case UNLOCK -> {
                return once(() -> task.unlock(e.mutex));
            }
            case WAIT -> {
                return once(() -> task.conditionWait(e.futex, e.mutex));
            }
            case SIGNAL -> {
                return once(() -> wake(task, e.futex, 1));
            }
            case BROAD -> {
                return once(() -> wake(task, e.futex, Integer.MAX_VALUE));
            }
            case SYNC -> {
                return sync(task, e);
            }
            case BARRIER -> {
                return barrier(task, e.barrier);
            }
            case SUSPEND -> {
                return once(() -> task.futexWait(e.futex, e.futex.value));
            }
            case RESUME -> {
                return once(() -> {
                    // all instances wait under one name
                    e.futex.value++;
                    wake(task, e.futex, Integer.MAX_VALUE);
                });
            }
            case SEM_POST -> {
                return once(() -> {
                    e.futex.value++;
                    wake(task, e.futex, 1);
                });
            }
            case SEM_WAIT -> {
                if (e.futex.value > 0) {
                    e.futex.value--;
                    return done();
                }
                task.futexWait(e.futex, 0);
                return true;
            }
            case FORK -> {
                return once(() -> task.createThread(app.thread(e.name)));
            }
            default -> {
                return once(task::yield);
            }
        }
    }

    private boolean once(Runnable operation) {
        if (step == 0) {
            step = 1;
            operation.run();
            return true;
        }
        return done();
    }

    private boolean done() {
        step = 0;
        event++;
        return false;
    }

    /** A futex is only called if somebody sleeps on it. */
    private void wake(TaskApi task, Futex futex, int count) {
        if (futex.hasWaiters()) {
            task.futexWake(futex, count);
        } else {
            task.compute(app.userLockNs());
        }
    }

    /** Signals and waits; takes the mutex before and gives it back after if the file does not. */
    private boolean sync(TaskApi task, Event e) {
        switch (step) {
            case 0 -> {
                step = 1;
                locked = e.mutex.owner() != task.self();
                if (locked) {
                    task.lock(e.mutex);
                    return true;
                }
                return sync(task, e);
            }
            case 1 -> {
                step = 2;
                wake(task, e.futex, 1);
                return true;
            }
            case 2 -> {
                step = 3;
                task.conditionWait(e.futex, e.mutex);
                return true;
            }
            case 3 -> {
                step = 4;
                if (locked) {
                    task.unlock(e.mutex);
                    return true;
                }
                return done();
            }
            default -> {
                return done();
            }
        }
    }

    /** Pieces of 32 us of work until the clock says that it is enough: at least one. */
    private boolean runtime(TaskApi task, Event e) {
        if (step == 0) {
            step = 1;
            mark = task.now();
            configuredRun += e.micros;
        } else if ((task.now() - mark) / 1000 >= e.micros) {
            ran += task.now() - mark;
            return done();
        }
        perf += app.loops(CHUNK_US) / LOOPS;
        task.compute(Math.max(SHORTEST_CHUNK, app.loops(CHUNK_US) * app.loopNs()));
        return true;
    }

    private boolean timer(TaskApi task, Event e) {
        if (step == 1) {
            wakeupLatency.recordValue(Math.min(Math.max(0, task.now() - mark), LONGEST));
            latencySum += Math.max(0, task.now() - mark);
            return done();
        }
        Event.Timer timer = e.timer;
        if (timer == null) {
            timer = uniqueTimers.computeIfAbsent(e.name, n -> new Event.Timer());
        }
        periods++;
        long before = timer.next < 0 ? startTime : timer.next;
        timer.next = before + e.micros * 1000;
        long now = task.now();
        configuredPeriod += e.micros;
        lastSlack = (app.cumulativeSlack() ? lastSlack : 0) + timer.next - now;
        if (timer.next > now) {
            slack.recordValue(Math.min(timer.next - now, LONGEST));
            step = 1;
            mark = timer.next;
            task.sleepUntil(timer.next);
            return true;
        }
        missed++;
        latencySum = 0;
        if (!e.absolute) {
            timer.next = now;
        }
        return done();
    }

    private boolean barrier(TaskApi task, Event.Barrier barrier) {
        switch (step) {
            case 0 -> {
                step = 1;
                task.lock(barrier.mutex);
                return true;
            }
            case 1 -> {
                if (barrier.waiting == 0) {
                    step = 3;
                    wake(task, barrier.condition, Integer.MAX_VALUE);
                } else {
                    barrier.waiting--;
                    step = 2;
                    task.conditionWait(barrier.condition, barrier.mutex);
                }
                return true;
            }
            case 2, 3 -> {
                barrier.waiting += step == 2 ? 1 : 0;
                step = 4;
                task.unlock(barrier.mutex);
                return true;
            }
            default -> {
                return done();
            }
        }
    }
}
