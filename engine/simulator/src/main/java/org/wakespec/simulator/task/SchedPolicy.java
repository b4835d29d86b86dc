// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

/** Scheduling policy of a task (kernel: SCHED_*). Real-time policies exist only as occupants of a CPU. */
public enum SchedPolicy {
    NORMAL,
    BATCH,
    IDLE,
    FIFO;

    /** Whether the fair class schedules it. */
    public boolean isFair() {
        return this != FIFO;
    }
}
