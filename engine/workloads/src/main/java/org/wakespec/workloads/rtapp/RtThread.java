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
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.task.SchedPolicy;

/** One thread of an rt-app workload, and what it measured. */
public final class RtThread implements Program {

    /** Length in ns of one piece of a runtime event. */
    private static final long CHUNK = 32_000;

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

    private boolean started;
    private boolean delayed;
    private boolean prepared;
    private long startTime;
    private int round;
    private int phase;
    private int phaseLoop;
    private int event;
    private int step;
    private long mark;
    private long periods;
    private long missed;

    private SchedPolicy policy;
    private int nice;
    private long sliceNs;

    private final List<RtLogLine> log = new ArrayList<>();
    private long logDropped;
    private long roundStart = -1;
    private long firstRound = -1;
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
            if (!forked && app.waitForStart(task)) {
                return;
            }
            started = true;
            startTime = task.now();
        }
        if (!delayed) {
            delayed = true;
            if (spec.delayUs() > 0) {
                task.sleep(spec.delayUs() * 1000);
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
                firstRound = firstRound < 0 ? roundStart : firstRound;
            }
            if (event < current.events().size()) {
                if (issue(task, current.events().get(event))) {
                    return;
                }
                continue;
            }
            event = 0;
            logRound(task.now(), current);
            if (++phaseLoop == current.loop() || current.loop() == 0) {
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
                    (roundStart - firstRound) / 1000,
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
            if (current.cpus() != null) {
                task.setAffinity(current.cpus());
                return true;
            }
        }
        if (step == 1) {
            step = 2;
            if (current.policy() != null || current.sliceNs() != null) {
                parameters(current);
                task.setScheduler(policy, nice, sliceNs);
                return true;
            }
            if (current.nice() != null) {
                parameters(current);
                task.setNice(nice);
                return true;
            }
        }
        step = 0;
        prepared = true;
        if (current.events().isEmpty()) {
            task.nop();
            return true;
        }
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
                long loops = e.micros * 1000 / app.loopNs();
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
                return once(() -> task.futexWake(e.futex, 1));
            }
            case BROAD -> {
                return once(() -> task.futexWake(e.futex, Integer.MAX_VALUE));
            }
            case SYNC -> {
                if (step == 0) {
                    step = 1;
                    task.futexWake(e.futex, 1);
                    return true;
                }
                if (step == 1) {
                    step = 2;
                    task.conditionWait(e.futex, e.mutex);
                    return true;
                }
                return done();
            }
            case BARRIER -> {
                return barrier(task, e.barrier);
            }
            case SUSPEND -> {
                return once(() -> task.futexWait(e.futex, e.futex.value));
            }
            case RESUME -> {
                return once(() -> {
                    e.futex.value++;
                    task.futexWake(e.futex, 1);
                });
            }
            case SEM_POST -> {
                return once(() -> {
                    e.futex.value++;
                    task.futexWake(e.futex, 1);
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

    private boolean runtime(TaskApi task, Event e) {
        if (step == 0) {
            step = 1;
            mark = task.now();
            configuredRun += e.micros;
        }
        long left = mark + e.micros * 1000 - task.now();
        if (left <= 0) {
            ran += task.now() - mark;
            return done();
        }
        perf += CHUNK / app.loopNs() / LOOPS;
        task.compute(Math.min(left, CHUNK));
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
        lastSlack = timer.next - now;
        if (timer.next > now) {
            slack.recordValue(Math.min(timer.next - now, LONGEST));
            step = 1;
            mark = timer.next;
            task.sleepUntil(timer.next);
            return true;
        }
        missed++;
        if (!e.absolute) {
            timer.next = now;
        }
        return done();
    }

    private boolean barrier(TaskApi task, Event.Barrier barrier) {
        if (step == 0) {
            step = 1;
            if (++barrier.arrived == barrier.users) {
                barrier.arrived = 0;
                barrier.futex.value++;
                task.futexWake(barrier.futex, Integer.MAX_VALUE);
                mark = barrier.futex.value - 1;
            } else {
                mark = barrier.futex.value;
                task.futexWait(barrier.futex, mark);
            }
            return true;
        }
        if (barrier.futex.value == mark) {
            task.futexWait(barrier.futex, mark);
            return true;
        }
        return done();
    }
}
