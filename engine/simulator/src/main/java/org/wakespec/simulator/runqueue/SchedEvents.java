// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/**
 * What run-queue operations ask the machine to do. Called while the operation is under way: note it, do not schedule.
 */
public interface SchedEvents {

    /** Ignores everything. */
    SchedEvents NONE = new SchedEvents() {};

    /**
     * A reschedule flag was newly set on the running task (kernel 7.2: __resched_curr()).
     *
     * @param immediate false: the lazy flag
     * @param ipi a reschedule IPI goes to that CPU: immediate, from another CPU, and not polling
     */
    default void reschedSet(RunQueue rq, boolean immediate, boolean ipi) {}

    /**
     * The high-resolution tick was armed for {@link RunQueue#hrtickExpires} (kernel 7.2: hrtick_start()).
     *
     * @param ipi another CPU asked for it, by an IPI
     */
    default void hrtickArmed(RunQueue rq, boolean ipi) {}

    /** The high-resolution tick was cancelled because the CPU goes idle. */
    default void hrtickCancelled(RunQueue rq) {}
}
