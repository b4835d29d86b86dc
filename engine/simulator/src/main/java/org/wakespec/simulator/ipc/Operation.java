// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/**
 * A system call, or another thing a task does that takes time. One instance serves all tasks; what a call needs to remember
 * is in the task's operands and in {@link SimTask#phase}.
 */
public interface Operation {

    /**
     * Continues the call on its task's CPU: at its start with {@link SimTask#phase} 0, later whenever what it asked for is
     * over. Ends with exactly one of {@link Kernel#work}, {@link Kernel#compute}, {@link Kernel#sleep}, {@link
     * Kernel#yield}, {@link Kernel#exit} and {@link Kernel#complete}.
     */
    void advance(Kernel kernel, SimTask task);

    /** Name in messages, for example {@code write(pipe)}. */
    String name();
}
