// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/** A mutex in user memory over a futex (pthread_mutex_t): free again before the woken waiter has it. */
public final class UserMutex {

    final WaitQueue waiters;
    SimTask owner;

    public UserMutex(String name) {
        waiters = new WaitQueue(name);
    }

    /** Who holds it, or null. */
    public SimTask owner() {
        return owner;
    }

    @Override
    public String toString() {
        return waiters.name();
    }
}
