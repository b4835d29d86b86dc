// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/** A word in user memory that tasks wait on (kernel: futex). Wakeups are never synchronous. */
public final class Futex {

    final WaitQueue waiters;
    /** The word; programs of the process change it freely. */
    public long value;
    /** The CPU that used it last; -1: none. */
    int lastCpu = -1;

    public Futex(String name) {
        waiters = new WaitQueue(name);
    }

    /** Whether somebody sleeps on it. */
    public boolean hasWaiters() {
        return !waiters.isEmpty();
    }

    @Override
    public String toString() {
        return waiters.name();
    }
}
