// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/**
 * What a task does: a state machine in user land. Asked whenever the task is in user mode with nothing left to do; it looks
 * at the result of its last operation and issues the next one. Must not allocate in steady state, and decides from what it
 * sees alone.
 */
@FunctionalInterface
public interface Program {

    /** Issues exactly one operation on {@code task}. */
    void step(TaskApi task);
}
