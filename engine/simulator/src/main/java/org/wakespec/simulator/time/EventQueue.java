// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import java.util.Arrays;

/**
 * The pending events of a simulation, each in a slot of its own: a slot has at most one pending event, which can be moved or
 * cancelled in place. Events of the same instant fire in the order in which they were scheduled. Allocates only when it is
 * created or {@linkplain #grow grown}.
 *
 * <p>A heap with four children a node over primitive arrays, and in front of it one register: an event that is scheduled
 * and fires next, as most do, never touches the heap.
 */
public final class EventQueue {

    /** Answer of {@link #peekTime} when nothing is pending. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int ABSENT = -1;
    private static final int IN_FRONT = -2;

    private long[] time;
    private long[] order;
    private int[] position;
    private int[] heap;
    private int size;
    private int front = ABSENT;
    private long nextOrder;

    /** A queue with {@code slots} slots, all empty. */
    public EventQueue(int slots) {
        time = new long[slots];
        order = new long[slots];
        position = new int[slots];
        heap = new int[slots];
        Arrays.fill(position, ABSENT);
    }

    /** Makes sure there are at least {@code slots} slots. */
    public void grow(int slots) {
        int old = time.length;
        if (slots <= old) {
            return;
        }
        int length = Math.max(slots, old + (old >> 1));
        time = Arrays.copyOf(time, length);
        order = Arrays.copyOf(order, length);
        position = Arrays.copyOf(position, length);
        heap = Arrays.copyOf(heap, length);
        Arrays.fill(position, old, length, ABSENT);
    }

    /** Whether the slot has a pending event. */
    public boolean isPending(int slot) {
        return position[slot] != ABSENT;
    }

    /** When the slot's event is due; meaningful only while it is pending. */
    public long timeOf(int slot) {
        return time[slot];
    }

    /** Number of pending events. */
    public int size() {
        return front == ABSENT ? size : size + 1;
    }

    /**
     * Sets the slot's event, moving it if it is pending.
     *
     * @param when virtual time in ns, not negative
     */
    public void schedule(int slot, long when) {
        time[slot] = when;
        order[slot] = nextOrder++;
        int at = position[slot];
        if (at >= 0) {
            // its order is now the latest: whichever way the time moved, one of the two does nothing
            siftDown(siftUp(at));
        } else if (at == ABSENT) {
            insert(slot);
        }
    }

    private void insert(int slot) {
        if (front == ABSENT) {
            front = slot;
            position[slot] = IN_FRONT;
        } else if (before(slot, front)) {
            push(front);
            front = slot;
            position[slot] = IN_FRONT;
        } else {
            push(slot);
        }
    }

    private void push(int slot) {
        heap[size] = slot;
        position[slot] = size;
        siftUp(size++);
    }

    /** Forgets the slot's event, if any. */
    public void cancel(int slot) {
        int at = position[slot];
        if (at == IN_FRONT) {
            front = ABSENT;
        } else if (at >= 0) {
            removeAt(at);
        }
        position[slot] = ABSENT;
    }

    /** Time of the next event, or {@link #NEVER}. */
    public long peekTime() {
        int slot = peekSlot();
        return slot < 0 ? NEVER : time[slot];
    }

    /** Slot of the next event, or -1. */
    public int peekSlot() {
        if (size == 0) {
            return front;
        }
        return front != ABSENT && before(front, heap[0]) ? front : heap[0];
    }

    /** Takes the next event off if it is due by {@code limit}; returns its slot, or -1 if there is none. */
    public int popDue(long limit) {
        int slot = peekSlot();
        if (slot < 0 || time[slot] > limit) {
            return -1;
        }
        cancel(slot);
        return slot;
    }

    /** Takes the next event off; returns its slot, or -1 if there is none. */
    public int pop() {
        int slot = peekSlot();
        if (slot >= 0) {
            cancel(slot);
        }
        return slot;
    }

    private boolean before(int a, int b) {
        return time[a] < time[b] || time[a] == time[b] && order[a] < order[b];
    }

    private void removeAt(int at) {
        int last = heap[--size];
        if (at != size) {
            heap[at] = last;
            position[last] = at;
            siftDown(siftUp(at));
        }
    }

    private int siftUp(int from) {
        int at = from;
        int slot = heap[at];
        while (at > 0) {
            int up = (at - 1) >> 2;
            int other = heap[up];
            if (!before(slot, other)) {
                break;
            }
            heap[at] = other;
            position[other] = at;
            at = up;
        }
        heap[at] = slot;
        position[slot] = at;
        return at;
    }

    private void siftDown(int from) {
        int at = from;
        int slot = heap[at];
        while (true) {
            int child = (at << 2) + 1;
            if (child >= size) {
                break;
            }
            int end = Math.min(child + 4, size);
            int best = child;
            for (int c = child + 1; c < end; c++) {
                if (before(heap[c], heap[best])) {
                    best = c;
                }
            }
            int other = heap[best];
            if (!before(other, slot)) {
                break;
            }
            heap[at] = other;
            position[other] = at;
            at = best;
        }
        heap[at] = slot;
        position[slot] = at;
    }
}
