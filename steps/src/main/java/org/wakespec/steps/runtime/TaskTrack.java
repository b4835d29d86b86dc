// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

/** What was seen of one task since measuring started. */
final class TaskTrack {

    final Task task;
    final CpuMask cpus;
    /** From the start of a wakeup to the switch to the task, in ns. */
    final Samples latency = new Samples();
    /** From becoming runnable, or being preempted, to the switch to the task, in ns. */
    final Samples waits = new Samples();
    /** From a switch to the task to the switch away from it, in ns. */
    final Samples stretches = new Samples();

    long migrations;
    long wakingAt = -1;
    long waitingSince = -1;
    long runningSince = -1;
    /** CPU it executes on. */
    int cpu = -1;

    TaskTrack(Task task, int nrCpus) {
        this.task = task;
        cpus = new CpuMask(nrCpus);
    }

    void reset() {
        cpus.clear();
        latency.clear();
        waits.clear();
        stretches.clear();
        migrations = 0;
        if (runningSince >= 0) {
            cpus.set(cpu);
        }
    }
}
