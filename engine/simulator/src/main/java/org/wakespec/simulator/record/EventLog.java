// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.task.Task;

/**
 * The last events of a simulation, and how many of each kind there were (kernel: the trace buffer). Holds a stated number of
 * events; older ones are overwritten, and still counted. Recording allocates nothing.
 */
public final class EventLog implements SimObserver {

    /** Kinds of events, named as the kernel's trace events. */
    public enum Kind {
        SCHED_SWITCH,
        SCHED_WAKING,
        SCHED_WAKEUP,
        SCHED_MIGRATE_TASK,
        CPU_IDLE,
        TICK,
        BALANCE
    }

    private static final Kind[] KINDS = Kind.values();

    private final long[] counts = new long[KINDS.length];
    private final byte[] kind;
    private final long[] time;
    private final int[] cpu;
    private final int[] value;
    private final Task[] first;
    private final Task[] second;
    private long total;

    /**
     * A log.
     *
     * @param capacity events it holds, at least 1
     */
    public EventLog(int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException("a log holds at least 1 event, not " + capacity);
        }
        kind = new byte[capacity];
        time = new long[capacity];
        cpu = new int[capacity];
        value = new int[capacity];
        first = new Task[capacity];
        second = new Task[capacity];
    }

    private void add(Kind what, long now, int where, int number, Task a, Task b) {
        int i = (int) (total++ % kind.length);
        counts[what.ordinal()]++;
        kind[i] = (byte) what.ordinal();
        time[i] = now;
        cpu[i] = where;
        value[i] = number;
        first[i] = a;
        second[i] = b;
    }

    @Override
    public void onSwitch(long now, int on, Task prev, Task next) {
        add(Kind.SCHED_SWITCH, now, on, 0, prev, next);
    }

    @Override
    public void onWaking(long now, int on, Task task) {
        add(Kind.SCHED_WAKING, now, on, task.cpu, task, null);
    }

    @Override
    public void onWakeup(long now, int on, Task task) {
        add(Kind.SCHED_WAKEUP, now, on, 0, task, null);
    }

    @Override
    public void onMigrate(long now, Task task, int from, int to) {
        add(Kind.SCHED_MIGRATE_TASK, now, from, to, task, null);
    }

    @Override
    public void onIdle(long now, int on, int state) {
        add(Kind.CPU_IDLE, now, on, state, null, null);
    }

    @Override
    public void onTick(long now, int on) {
        add(Kind.TICK, now, on, 0, null, null);
    }

    @Override
    public void onBalance(long now, int on, int moved) {
        add(Kind.BALANCE, now, on, moved, null, null);
    }

    /** Events of the kind since the start. */
    public long count(Kind what) {
        return counts[what.ordinal()];
    }

    /** Events of all kinds since the start. */
    public long total() {
        return total;
    }

    /** The events held, oldest first, one line each: CPU, virtual time in s, kind and what it was about. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (long n = Math.max(0, total - kind.length); n < total; n++) {
            lines.add(line((int) (n % kind.length)));
        }
        return lines;
    }

    private String line(int i) {
        Kind what = KINDS[kind[i]];
        String about =
                switch (what) {
                    case SCHED_SWITCH -> first[i] + " ==> " + second[i];
                    case SCHED_WAKING -> first[i] + " last on CPU " + value[i];
                    case SCHED_WAKEUP -> first[i] + " on CPU " + cpu[i];
                    case SCHED_MIGRATE_TASK -> first[i] + " from CPU " + cpu[i] + " to CPU " + value[i];
                    case CPU_IDLE -> value[i] < 0 ? "left" : "state " + value[i];
                    case TICK -> "";
                    case BALANCE -> value[i] + " moved";
                };
        return String.format(
                        Locale.ROOT,
                        "[%03d] %s: %s: %s",
                        cpu[i],
                        SimulationFailure.formatTime(time[i]),
                        what.name().toLowerCase(Locale.ROOT),
                        about)
                .stripTrailing();
    }
}
