// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.record;

import org.wakespec.simulator.task.Task;

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
}
