// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import java.util.Arrays;

/**
 * The pending events of a simulation, each in a slot of its own: a slot has at most one pending event, which can be moved or
 * cancelled in place. Events of the same instant fire in the order in which they were scheduled. Allocates only when it is
 * created or {@linkplain #grow grown}.
 *
 * <p>Events of the next 65 us, which is nearly all of them, hang in a wheel of short sorted lists; the others are in a heap.
 * Neither moves to the other: the next event is the earlier of the two heads.
 */
public final class EventQueue {

    /** Answer of {@link #peekTime} when nothing is pending. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int ABSENT = -1;
    private static final int IN_WHEEL = -2;
    private static final int UNKNOWN = -2;

    /** Width of a bucket: 64 ns. */
    private static final int SHIFT = 6;

    private static final int BUCKETS = 1024;
    private static final int WORDS = BUCKETS / 64;

    private long[] time;
    private long[] order;
    private int[] position;
    private int[] heap;
    /** Neighbours in a bucket. */
    private int[] next;

    private int[] prev;
    private final int[] bucket = new int[BUCKETS];
    /** One bit a bucket that is not empty. */
    private final long[] occupied = new long[WORDS];

    private int heapSize;
    private int wheelSize;
    /** First event of the wheel; {@link #ABSENT} none, {@link #UNKNOWN} not looked for yet. */
    private int wheelHead = ABSENT;
    /** Number of the bucket the wheel begins at: that of the last event that fired. */
    private long current;

    private long nextOrder;

    /** A queue with {@code slots} slots, all empty. */
    public EventQueue(int slots) {
        time = new long[slots];
        order = new long[slots];
        position = new int[slots];
        heap = new int[slots];
        next = new int[slots];
        prev = new int[slots];
        Arrays.fill(position, ABSENT);
        Arrays.fill(bucket, ABSENT);
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
        next = Arrays.copyOf(next, length);
        prev = Arrays.copyOf(prev, length);
        Arrays.fill(position, old, length, ABSENT);
    }

    /** Whether the slot has a pending event. */
    public boolean isPending(int slot) {
        return position[slot] != ABSENT;
    }

    /** When the slot's event is due; meaningful only while it is pending, and after it fired until it is set again. */
    public long timeOf(int slot) {
        return time[slot];
    }

    /** Number of pending events. */
    public int size() {
        return heapSize + wheelSize;
    }

    /**
     * Sets the slot's event, moving it if it is pending.
     *
     * @param when virtual time in ns, not negative
     */
    public void schedule(int slot, long when) {
        cancel(slot);
        time[slot] = when;
        order[slot] = nextOrder++;
        long number = when >> SHIFT;
        if (number >= current && number < current + BUCKETS) {
            hang(slot, (int) number & BUCKETS - 1);
        } else {
            heap[heapSize] = slot;
            position[slot] = heapSize;
            siftUp(heapSize++);
        }
    }

    /** Forgets the slot's event, if any. */
    public void cancel(int slot) {
        int at = position[slot];
        if (at >= 0) {
            removeAt(at);
        } else if (at == IN_WHEEL) {
            unhang(slot);
        }
        position[slot] = ABSENT;
    }

    // ---- the wheel ----

    private void hang(int slot, int index) {
        long when = time[slot];
        int before = ABSENT;
        int after = bucket[index];
        while (after >= 0 && time[after] <= when) {
            before = after;
            after = next[after];
        }
        next[slot] = after;
        prev[slot] = before;
        if (after >= 0) {
            prev[after] = slot;
        }
        if (before >= 0) {
            next[before] = slot;
        } else {
            bucket[index] = slot;
            occupied[index >> 6] |= 1L << index;
        }
        position[slot] = IN_WHEEL;
        wheelSize++;
        if (wheelHead != UNKNOWN && (wheelHead == ABSENT || when < time[wheelHead])) {
            wheelHead = slot;
        }
    }

    private void unhang(int slot) {
        int before = prev[slot];
        int after = next[slot];
        if (after >= 0) {
            prev[after] = before;
        }
        if (before >= 0) {
            next[before] = after;
        } else {
            int index = (int) (time[slot] >> SHIFT) & BUCKETS - 1;
            bucket[index] = after;
            if (after < 0) {
                occupied[index >> 6] &= ~(1L << index);
            }
        }
        wheelSize--;
        if (wheelSize == 0) {
            wheelHead = ABSENT;
        } else if (wheelHead == slot) {
            // the rest of the bucket is earlier than any other bucket
            wheelHead = after >= 0 ? after : UNKNOWN;
        }
    }

    private int wheelHead() {
        if (wheelHead == UNKNOWN) {
            int from = (int) current & BUCKETS - 1;
            int word = from >> 6;
            long bits = occupied[word] & -1L << from;
            while (bits == 0) {
                word = (word + 1) % WORDS;
                bits = occupied[word];
            }
            wheelHead = bucket[(word << 6) + Long.numberOfTrailingZeros(bits)];
        }
        return wheelHead;
    }

    // ---- both ----

    /** Time of the next event, or {@link #NEVER}. */
    public long peekTime() {
        int slot = peekSlot();
        return slot < 0 ? NEVER : time[slot];
    }

    /** Slot of the next event, or -1. */
    public int peekSlot() {
        int near = wheelHead();
        if (heapSize == 0) {
            return near;
        }
        int far = heap[0];
        return near >= 0 && before(near, far) ? near : far;
    }

    /** Takes the next event off if it is due by {@code limit}; returns its slot, or -1 if there is none. */
    public int popDue(long limit) {
        int slot = peekSlot();
        if (slot < 0 || time[slot] > limit) {
            return -1;
        }
        cancel(slot);
        current = Math.max(current, time[slot] >> SHIFT);
        return slot;
    }

    /** Takes the next event off; returns its slot, or -1 if there is none. */
    public int pop() {
        return popDue(NEVER);
    }

    private boolean before(int a, int b) {
        return time[a] < time[b] || time[a] == time[b] && order[a] < order[b];
    }

    // ---- the heap ----

    private void removeAt(int at) {
        int last = heap[--heapSize];
        if (at != heapSize) {
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
            if (child >= heapSize) {
                break;
            }
            int end = Math.min(child + 4, heapSize);
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
