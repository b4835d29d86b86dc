// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import org.wakespec.simulator.task.Task;

/** A 64-bit fingerprint of a simulation's events: equal runs have equal fingerprints, on every machine. */
public final class EventHash implements SimObserver {

    private static final long PRIME = 0x100000001b3L;

    private long hash = 0xcbf29ce484222325L;
    private long events;

    public EventHash() {}

    /** The fingerprint so far. */
    public long value() {
        return hash;
    }

    /** The number of events so far. */
    public long events() {
        return events;
    }

    private void mix(int kind, long now, long a, long b) {
        events++;
        long h = hash;
        h = (h ^ kind) * PRIME;
        h = (h ^ now) * PRIME;
        h = (h ^ (a << 32 | b & 0xffffffffL)) * PRIME;
        hash = h ^ (h >>> 29);
    }

    @Override
    public void onSwitch(long now, int cpu, Task prev, Task next) {
        mix(1, now, cpu, (long) prev.pid << 20 ^ next.pid);
    }

    @Override
    public void onWaking(long now, int cpu, Task task) {
        mix(2, now, cpu, task.pid);
    }

    @Override
    public void onWakeup(long now, int cpu, Task task) {
        mix(3, now, cpu, task.pid);
    }

    @Override
    public void onMigrate(long now, Task task, int from, int to) {
        mix(4, now, task.pid, (long) from << 16 ^ to);
    }

    @Override
    public void onIdle(long now, int cpu, int state) {
        mix(5, now, cpu, state);
    }

    @Override
    public void onTick(long now, int cpu) {
        mix(6, now, cpu, 0);
    }

    @Override
    public void onBalance(long now, int cpu, int moved) {
        mix(7, now, cpu, moved);
    }
}
