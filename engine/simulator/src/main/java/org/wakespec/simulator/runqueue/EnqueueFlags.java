// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/** Why a task is put on or taken off its run queue (kernel 7.2: ENQUEUE_* and DEQUEUE_* of sched.h). */
public final class EnqueueFlags {

    /** The task was asleep. */
    public static final int ENQUEUE_WAKEUP = 0x01;
    /** First time on any queue. */
    public static final int ENQUEUE_INITIAL = 0x02;
    /** Comes from another CPU. */
    public static final int ENQUEUE_MIGRATED = 0x04;
    /** A delayed task is woken in place. */
    public static final int ENQUEUE_DELAYED = 0x08;

    /** The task goes to sleep. */
    public static final int DEQUEUE_SLEEP = 0x01;
    /** Stopped, traced, parked, dying: never delayed. */
    public static final int DEQUEUE_SPECIAL = 0x02;
    /** Completes an earlier, delayed dequeue. */
    public static final int DEQUEUE_DELAYED = 0x04;

    private EnqueueFlags() {}
}
