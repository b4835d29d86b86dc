// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_SYNC;

import org.wakespec.simulator.wakeup.WakerContext;

/**
 * An epoll instance watching stream sockets for data, level-triggered (kernel 7.2: ep_poll_callback(), ep_send_events()). One
 * exclusive waiter is woken for an event, or none if nobody sleeps.
 */
public final class Epoll {

    static final class Item {

        final Epoll epoll;
        final StreamSocket socket;
        final int tag;
        Item nextOnQueue;
        Item nextReady;
        boolean ready;

        Item(Epoll epoll, StreamSocket socket, int tag) {
            this.epoll = epoll;
            this.socket = socket;
            this.tag = tag;
        }
    }

    final WaitQueue waiters;
    private final String name;
    private final int[] events;
    private Item readyHead;
    private Item readyTail;
    private int readyCount;
    /** The CPU that last used the ready list; -1: none did. */
    private int lastCpu = -1;

    /**
     * An instance.
     *
     * @param maxEvents events one wait returns at most
     */
    public Epoll(String name, int maxEvents) {
        this.name = name;
        waiters = new WaitQueue(name);
        events = new int[maxEvents];
    }

    /** Watches a socket for data; {@code tag} is reported by {@link #event}. */
    public void add(StreamSocket socket, int tag) {
        Item item = new Item(this, socket, tag);
        socket.receivers.attach(item);
        if (socket.available() > 0) {
            ready(item);
        }
    }

    /** Tag of the i-th event of the last wait. */
    public int event(int i) {
        return events[i];
    }

    private void ready(Item item) {
        item.ready = true;
        item.nextReady = null;
        if (readyTail == null) {
            readyHead = item;
        } else {
            readyTail.nextReady = item;
        }
        readyTail = item;
        readyCount++;
    }

    int pollCallback(Kernel kernel, Item item, int wakeFlags, WakerContext context) {
        kernel.charge(use(kernel));
        if (!item.ready) {
            ready(item);
        }
        // the source's sync flag is passed on from 6.13 on (900bbaae67e9)
        int flags = kernel.config().epollPassesSync() ? wakeFlags & WF_SYNC : 0;
        return waiters.wake(kernel, 1, flags, context);
    }

    /** The ready list and its lock come to the CPU that executes; what their lines take, in ns. */
    long use(Kernel kernel) {
        long ns = kernel.lines().object(lastCpu, kernel.thisCpu());
        lastCpu = kernel.thisCpu();
        return ns;
    }

    boolean hasReady() {
        return readyHead != null;
    }

    /** Moves events to the caller; sockets that still have data stay on the list, at its end. Returns how many. */
    int collect() {
        int n = 0;
        for (int left = readyCount; left > 0 && n < events.length; left--) {
            Item item = readyHead;
            readyHead = item.nextReady;
            if (readyHead == null) {
                readyTail = null;
            }
            readyCount--;
            item.ready = false;
            if (item.socket.available() > 0) {
                events[n++] = item.tag;
                ready(item);
            }
        }
        return n;
    }

    @Override
    public String toString() {
        return name;
    }
}
