// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

/** Where a wakeup comes from. */
public enum WakerContext {
    /** A task makes a system call (kernel: in_task()). */
    TASK("task context"),
    /** Hard interrupt; the CPU may be running a task or be idle. */
    INTERRUPT("interrupt"),
    /** Softirq, as network wakeups are. */
    SOFTIRQ("softirq");

    private final String words;

    WakerContext(String words) {
        this.words = words;
    }

    /** Kernel: in_task(). */
    public boolean inTask() {
        return this == TASK;
    }

    @Override
    public String toString() {
        return words;
    }
}
