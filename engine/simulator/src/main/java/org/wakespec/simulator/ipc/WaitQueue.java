// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.wakeup.WakerContext;

/**
 * Tasks waiting for something (kernel: wait_queue_head). Non-exclusive waiters are at the front, newest first; exclusive
 * ones at the end, oldest first. A woken task is taken off (kernel: autoremove_wake_function). Beside tasks a queue may have
 * epoll instances, which are told first.
 */
public final class WaitQueue {

    private final String name;
    private SimTask head;
    private SimTask tail;
    private Epoll.Item items;

    public WaitQueue(String name) {
        this.name = name;
    }

    /** Name in messages. */
    public String name() {
        return name;
    }

    public boolean isEmpty() {
        return head == null && items == null;
    }

    void attach(Epoll.Item item) {
        item.nextOnQueue = items;
        items = item;
    }

    /** Kernel: prepare_to_wait() or prepare_to_wait_exclusive(). */
    public void add(SimTask task, boolean exclusive) {
        if (task.waitQueue != null) {
            throw new IllegalStateException(task + " waits on " + task.waitQueue.name + " already");
        }
        task.waitQueue = this;
        task.waitExclusive = exclusive;
        if (exclusive) {
            task.waitPrev = tail;
            task.waitNext = null;
            if (tail == null) {
                head = task;
            } else {
                tail.waitNext = task;
            }
            tail = task;
        } else {
            task.waitNext = head;
            task.waitPrev = null;
            if (head == null) {
                tail = task;
            } else {
                head.waitPrev = task;
            }
            head = task;
        }
    }

    /** Kernel: finish_wait(). Does nothing if the task does not wait here. */
    public void remove(SimTask task) {
        if (task.waitQueue != this) {
            return;
        }
        if (task.waitPrev == null) {
            head = task.waitNext;
        } else {
            task.waitPrev.waitNext = task.waitNext;
        }
        if (task.waitNext == null) {
            tail = task.waitPrev;
        } else {
            task.waitNext.waitPrev = task.waitPrev;
        }
        task.waitQueue = null;
        task.waitNext = null;
        task.waitPrev = null;
    }

    /**
     * Wakes all non-exclusive waiters and {@code exclusive} exclusive ones (kernel: __wake_up_common()).
     *
     * @return how many tasks were woken
     */
    public int wake(Kernel kernel, int exclusive, int wakeFlags, WakerContext context) {
        int woken = 0;
        for (Epoll.Item item = items; item != null; item = item.nextOnQueue) {
            woken += item.epoll.pollCallback(kernel, item, wakeFlags, context);
        }
        int left = exclusive;
        SimTask task = head;
        while (task != null) {
            SimTask next = task.waitNext;
            boolean alone = task.waitExclusive;
            if (alone && left == 0) {
                break;
            }
            remove(task);
            if (kernel.wake(task, wakeFlags, context)) {
                woken++;
                if (alone) {
                    left--;
                }
            }
            task = next;
        }
        return woken;
    }
}
