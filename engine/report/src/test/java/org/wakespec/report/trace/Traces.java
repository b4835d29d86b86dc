// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;
import org.wakespec.simulator.wakeup.WakeFlags;
import org.wakespec.simulator.wakeup.WakerContext;

/** Traces of made-up events. */
final class Traces {

    static final TraceInfo INFO = new TraceInfo("made up", "linux-7.2", "box");

    private Traces() {}

    static Task task(int pid, String name) {
        return new Task(pid, name, CpuMask.all(4));
    }

    static Decision decision(Task task, Task waker, int cpu, int from, int to, int flags, Queued queued, String by) {
        Path path = by.contains(":") || by.equals("slow-path") ? Path.SELECTED : Path.STILL_QUEUED;
        return new Decision(
                "linux-7.2", task, waker, cpu, WakerContext.TASK, from, flags, path, to, to, by, 3, queued, null);
    }

    /** A forks B onto CPU 1; B sleeps, and A wakes it there by wake list; then B is pulled over by CPU 2 and ends. */
    static Trace story() {
        TraceRecorder r = new TraceRecorder(4, 1_000, false, true);
        Task idle0 = Task.idle(0, CpuMask.of(4, 0));
        Task idle1 = Task.idle(1, CpuMask.of(4, 1));
        Task a = task(7, "A");
        Task b = task(8, "a task with a long name");
        a.onRq = true;
        r.onSwitch(1_000, 0, idle0, a);
        r.onDecision(1_100, decision(b, a, 0, 0, 1, WakeFlags.WF_FORK, Queued.DIRECT, "slow-path"));
        r.onWakeup(1_100, 1, b);
        r.onIdle(1_100, 1, -1);
        b.onRq = true;
        r.onSwitch(1_200, 1, idle1, b);
        b.onRq = false;
        r.onSwitch(2_000, 1, b, idle1);
        r.onIdle(2_000, 1, 2);
        b.cpu = 1;
        r.onWaking(500_000_000, 0, b);
        int flags = WakeFlags.WF_TTWU | WakeFlags.WF_SYNC;
        r.onDecision(500_000_000, decision(b, a, 0, 1, 1, flags, Queued.WAKELIST, "sis:prev-idle"));
        r.onWakeup(500_000_900, 1, b);
        b.onRq = true;
        a.nice = 5;
        r.onMigrate(500_001_000, b, 1, 2);
        r.onSwitch(500_001_000, 0, a, idle0);
        b.exiting = true;
        b.onRq = false;
        r.onSwitch(12_345_678_901L, 2, b, Task.idle(2, CpuMask.of(4, 2)));
        return r.trace();
    }

    /** So many events of all kinds, some at the same time, some long after each other. */
    static Trace random(int events, long seed) {
        Random random = new Random(seed);
        int cpus = 4;
        TraceRecorder r = new TraceRecorder(cpus, events, false, true);
        Task[] tasks = new Task[40];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = task(100 + 7 * i, "task-" + i);
        }
        Task[] idle = new Task[cpus];
        for (int cpu = 0; cpu < cpus; cpu++) {
            idle[cpu] = Task.idle(cpu, CpuMask.of(cpus, cpu));
        }
        long now = 1_000_000_000L;
        while (r.trace().size() + r.trace().dropped() < events) {
            int step = random.nextInt(100);
            now += step < 30 ? 0 : step < 99 ? random.nextInt(5_000) : random.nextLong(1L << 31);
            int cpu = random.nextInt(cpus);
            Task t = tasks[random.nextInt(tasks.length)];
            Task u = tasks[random.nextInt(tasks.length)];
            t.onRq = random.nextBoolean();
            switch (random.nextInt(8)) {
                case 0 -> r.onSwitch(now, cpu, t, random.nextBoolean() ? idle[cpu] : u);
                case 1 -> r.onWaking(now, cpu, t);
                case 2 -> r.onWakeup(now, cpu, t);
                case 3 -> r.onMigrate(now, t, cpu, random.nextInt(cpus));
                case 4 -> r.onIdle(now, cpu, random.nextInt(4) - 1);
                case 5 -> r.onTick(now, cpu);
                case 6 -> r.onBalance(now, cpu, random.nextInt(3));
                default ->
                    r.onDecision(
                            now,
                            decision(
                                    t,
                                    u,
                                    cpu,
                                    random.nextInt(cpus),
                                    random.nextInt(cpus),
                                    WakeFlags.WF_TTWU | random.nextInt(16) << 4,
                                    random.nextBoolean() ? Queued.DIRECT : Queued.WAKELIST,
                                    "rule:" + "x".repeat(random.nextInt(120))));
            }
        }
        return r.trace();
    }

    static byte[] write(TraceFormat format, Trace trace) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            format.write(trace, INFO, out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    static String text(TraceFormat format, Trace trace) {
        return new String(write(format, trace), StandardCharsets.UTF_8);
    }
}
