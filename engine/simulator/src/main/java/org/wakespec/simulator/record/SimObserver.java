// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Decision;

/**
 * Hears of every event of a simulation, in order (kernel: the trace events of the scheduler). Times are virtual, in ns. Free
 * when absent; must not change what it is shown.
 */
public interface SimObserver {

    /** A CPU goes over from one task to another; the idle task is one of them (kernel: sched_switch). */
    default void onSwitch(long now, int cpu, Task prev, Task next) {}

    /** A wakeup starts (kernel: sched_waking). */
    default void onWaking(long now, int cpu, Task task) {}

    /**
     * A woken or new task is runnable (kernel: sched_wakeup, sched_wakeup_new).
     *
     * @param cpu the CPU whose queue it is on
     */
    default void onWakeup(long now, int cpu, Task task) {}

    /** A task changes CPU (kernel: sched_migrate_task). */
    default void onMigrate(long now, Task task, int from, int to) {}

    /**
     * A CPU enters an idle state, or leaves it (kernel: cpu_idle).
     *
     * @param state index of the state; -1: left
     */
    default void onIdle(long now, int cpu, int state) {}

    /** The tick of a CPU. */
    default void onTick(long now, int cpu) {}

    /**
     * A pass of the load balancer.
     *
     * @param moved tasks moved
     */
    default void onBalance(long now, int cpu, int moved) {}

    /** The affinity of a task is about to change (kernel: set_cpus_allowed_ptr(), which has no trace event). */
    default void onAffinity(long now, Task task) {}

    /** Whether {@link #onDecision} is to be called; asked once, before time passes. Decisions are only made up if so. */
    default boolean wantsDecisions() {
        return false;
    }

    /** Whether the next decision about the task is to carry its ladder; asked only if decisions are wanted. */
    default boolean wantsLadder(Task task) {
        return false;
    }

    /**
     * A task was placed by a wakeup, fork or exec: by whom, where it goes, by which rule, and how many CPUs were examined. Comes
     * before the enqueue.
     *
     * @param decision its ladder is null unless {@link #wantsLadder} asked for it
     */
    default void onDecision(long now, Decision decision) {}
}
