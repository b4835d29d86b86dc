// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.task.Task;

/** What a scenario says about one CPU, and the tasks on its run queue. */
final class CpuState {

    /** What a scenario says runs on a CPU, besides named tasks. */
    enum Occupation {
        UNSAID,
        IDLE,
        BUSY,
        SCHED_IDLE,
        REAL_TIME
    }

    final int cpu;
    Occupation occupation = Occupation.UNSAID;
    /** Tasks in all, named ones included, of a busy CPU. */
    int tasks;
    /** Unnamed tasks queued behind a named one. */
    int beside;

    int delayed;
    boolean pending;
    /** Stated quantities; -1: unsaid. */
    long load = -1;

    long utilisation = -1;
    long capacity = -1;
    long idleForUs = -1;
    long exitLatencyUs = -1;

    /** Queued tasks, delayed ones included, in the order they came. */
    final List<Task> queue = new ArrayList<>(2);
    /** Woken tasks that wait on the CPU's wake list. */
    final List<Task> wakeList = new ArrayList<>(0);
    /** Tasks asleep whose averages are still part of this CPU's. */
    final List<Task> sleepers = new ArrayList<>(1);
    /** The running task; null: idle. */
    Task current;

    CpuState(int cpu) {
        this.cpu = cpu;
    }

    /** Whether the scenario said what the CPU does, or named a task that runs on it. */
    boolean said() {
        return occupation != Occupation.UNSAID || current != null || delayed > 0 || pending;
    }
}
