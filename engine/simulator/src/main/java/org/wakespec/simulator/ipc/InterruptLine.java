// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.wakeup.WakerContext;

/** A device interrupt that wakes a waiting task on the CPU it arrives at; not synchronous. */
public final class InterruptLine {

    final WaitQueue waiters;
    private final int cpu;
    private long pending;

    public InterruptLine(String name, int cpu) {
        this.cpu = cpu;
        waiters = new WaitQueue(name);
    }

    /** The CPU it arrives at. */
    public int cpu() {
        return cpu;
    }

    /** The handler: runs in hard interrupt on {@link #cpu}. */
    public void raise(Kernel kernel) {
        pending++;
        waiters.wake(kernel, 1, 0, WakerContext.INTERRUPT);
    }

    long takePending() {
        long count = pending;
        pending = 0;
        return count;
    }

    @Override
    public String toString() {
        return waiters.name();
    }
}
