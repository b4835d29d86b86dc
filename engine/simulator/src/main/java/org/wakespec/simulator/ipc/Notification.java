// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/**
 * A seccomp user notification: a task calls, its supervisor answers. In synchronous mode both wakeups ask for the waker's CPU
 * (kernel 7.2: WF_CURRENT_CPU, SECCOMP_USER_NOTIF_FD_SYNC_WAKE_UP).
 */
public final class Notification {

    final WaitQueue supervisors;
    final WaitQueue callers;
    final boolean currentCpu;
    int requests;
    int answers;

    public Notification(String name, boolean currentCpu) {
        this.currentCpu = currentCpu;
        supervisors = new WaitQueue(name + " (supervisor)");
        callers = new WaitQueue(name + " (caller)");
    }
}
