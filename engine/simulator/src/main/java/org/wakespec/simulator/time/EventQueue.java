// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import java.util.Arrays;

/**
 * The pending events of a simulation, each in a slot of its own: a slot has at most one pending event, which can be moved or
 * cancelled in place. Events of the same instant fire in the order in which they were scheduled. Allocates only when it is
 * created or {@linkplain #grow grown}.
 *
 * <p>Events of the next 8 us, which is nearly all of them, hang in a wheel with a bucket for each ns, so that those of a
 * bucket are of one instant and nothing is sorted however many CPUs there are; the others are in a heap. Neither moves to
 * the other: the next event is the earlier of the two heads.
 */
public final class EventQueue {

    /** Answer of {@link #peekTime} when nothing is pending. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int ABSENT = -1;
    private static final long UNKNOWN = Long.MIN_VALUE;

    private static final int BUCKETS = 8192;
    private static final int WORDS = BUCKETS / 64;
    private static final int SUMMARIES = WORDS / 64;

    private long[] time;

    /** The first of each bucket. */
    private final int[] bucket = new int[BUCKETS];
    /** One bit a bucket that is not empty. */
    private final long[] occupied = new long[WORDS];
    /** One bit a word of these that is not 0. */
    private final long[] summary = new long[SUMMARIES];
    /** The one before in the bucket, that before the first being the last; {@link #ABSENT} off the wheel. */
    private int[] prev;
    /** The next in the bucket; {@link #ABSENT} at its end. */
    private int[] next;
    /** Time of the first event of the wheel; {@link #NEVER} none, {@link #UNKNOWN} not looked for yet. */
    private long wheelTime = NEVER;

    private int wheelSize;
    /** Where the wheel begins, in ns: nothing is pending before it. */
    private long current;

    private int[] heap;
    /** Where the slot is in the heap, or {@link #ABSENT}. */
    private int[] position;
    /** When it came there, of which events of the same instant fire in order. */
    private long[] order;
    /** Time of the first event of the heap, or {@link #NEVER}. */
    private long heapTime = NEVER;

    private int heapSize;
    private long nextOrder;

    /** A queue with {@code slots} slots, all empty. */
    public EventQueue(int slots) {
        time = new long[slots];
        prev = new int[slots];
        next = new int[slots];
        heap = new int[slots];
        position = new int[slots];
        order = new long[slots];
        Arrays.fill(prev, ABSENT);
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
        prev = Arrays.copyOf(prev, length);
        next = Arrays.copyOf(next, length);
        heap = Arrays.copyOf(heap, length);
        position = Arrays.copyOf(position, length);
        order = Arrays.copyOf(order, length);
        Arrays.fill(prev, old, length, ABSENT);
        Arrays.fill(position, old, length, ABSENT);
    }

    /** Whether the slot has a pending event. */
    public boolean isPending(int slot) {
        return prev[slot] >= 0 || position[slot] >= 0;
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
     * @param when virtual time in ns, not before that of the last event that fired
     */
    public void schedule(int slot, long when) {
        cancel(slot);
        time[slot] = when;
        if (when >= current && when < current + BUCKETS) {
            hang(slot, when);
        } else {
            push(slot);
        }
    }

    /** Forgets the slot's event, if any. */
    public void cancel(int slot) {
        if (prev[slot] >= 0) {
            unhang(slot);
        } else if (position[slot] >= 0) {
            removeAt(position[slot]);
        }
    }

    // ---- the wheel ----

    private void hang(int slot, long when) {
        int index = (int) when & BUCKETS - 1;
        int first = bucket[index];
        if (first < 0) {
            bucket[index] = slot;
            occupied[index >> 6] |= 1L << index;
            summary[index >> 12] |= 1L << (index >> 6);
            prev[slot] = slot;
            if (when < wheelTime) {
                wheelTime = when;
            }
        } else {
            int last = prev[first];
            next[last] = slot;
            prev[slot] = last;
            prev[first] = slot;
        }
        next[slot] = ABSENT;
        wheelSize++;
    }

    private void unhang(int slot) {
        int index = (int) time[slot] & BUCKETS - 1;
        int first = bucket[index];
        int before = prev[slot];
        int after = next[slot];
        prev[slot] = ABSENT;
        wheelSize--;
        if (slot != first) {
            next[before] = after;
            prev[after < 0 ? first : after] = before;
        } else if (after >= 0) {
            bucket[index] = after;
            prev[after] = before;
        } else {
            bucket[index] = ABSENT;
            occupied[index >> 6] &= ~(1L << index);
            if (occupied[index >> 6] == 0) {
                summary[index >> 12] &= ~(1L << (index >> 6));
            }
            if (wheelSize == 0) {
                wheelTime = NEVER;
            } else if (wheelTime == time[slot]) {
                wheelTime = UNKNOWN;
            }
        }
    }

    private long wheelTime() {
        if (wheelTime == UNKNOWN) {
            int from = (int) current & BUCKETS - 1;
            int word = from >> 6;
            long bits = occupied[word] & -1L << from;
            if (bits == 0) {
                word = nextWord((word + 1) % WORDS);
                bits = occupied[word];
            }
            int index = (word << 6) + Long.numberOfTrailingZeros(bits);
            wheelTime = current + (index - from & BUCKETS - 1);
        }
        return wheelTime;
    }

    private int nextWord(int from) {
        int at = from >> 6;
        long bits = summary[at] & -1L << from;
        while (bits == 0) {
            at = (at + 1) % SUMMARIES;
            bits = summary[at];
        }
        return (at << 6) + Long.numberOfTrailingZeros(bits);
    }

    // ---- both ----

    /** Time of the next event, or {@link #NEVER}. */
    public long peekTime() {
        return Math.min(wheelTime(), heapTime);
    }

    /** Tells that time has come to {@code now} and nothing is pending before it. */
    public void advanceTo(long now) {
        current = Math.max(current, now);
    }

    /**
     * Takes the next event off the queue.
     *
     * @param limit time in ns
     * @return its slot, or -1 if nothing is pending up to the limit
     */
    public int popDue(long limit) {
        long when = peekTime();
        if (when > limit || when == NEVER) {
            return ABSENT;
        }
        current = Math.max(current, when);
        int slot;
        if (when == heapTime) {
            // of the same instant as one in the wheel, it was scheduled earlier: that one had come near already
            slot = heap[0];
            removeAt(0);
        } else {
            slot = bucket[(int) when & BUCKETS - 1];
            unhang(slot);
        }
        return slot;
    }

    /** Takes the next event off the queue and returns its slot, or -1 if there is none. */
    public int pop() {
        return popDue(NEVER);
    }

    // ---- the heap ----

    private boolean before(int a, int b) {
        return time[a] < time[b] || time[a] == time[b] && order[a] < order[b];
    }

    private void push(int slot) {
        order[slot] = nextOrder++;
        heap[heapSize] = slot;
        siftUp(heapSize++);
        heapTime = time[heap[0]];
    }

    private void removeAt(int at) {
        position[heap[at]] = ABSENT;
        int last = heap[--heapSize];
        if (at != heapSize) {
            heap[at] = last;
            siftDown(siftUp(at));
        }
        heapTime = heapSize == 0 ? NEVER : time[heap[0]];
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
