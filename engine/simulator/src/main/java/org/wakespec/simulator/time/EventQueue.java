// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import java.util.Arrays;

/**
 * The pending events of a simulation, each in a slot of its own: a slot has at most one pending event, which can be moved or
 * cancelled in place. Events of the same instant fire in the order in which they were scheduled. Allocates only when it is
 * created or {@linkplain #grow grown}.
 *
 * <p>Pending events of the first slots, those of the CPUs, are the leaves of a tournament: nearly all events are theirs, and
 * one that fired is mostly followed by another of the same slot, which then takes its place in one walk to the root that
 * branches on nothing but ties. The other slots are in a heap. The next event is the earlier of the two heads.
 */
public final class EventQueue {

    /** Answer of {@link #peekTime} when nothing is pending. */
    public static final long NEVER = Long.MAX_VALUE;

    private static final int ABSENT = -1;

    /** A node of the tournament is a time, and in the lowest bits the slot. */
    private static final int SLOT_BITS = 12;

    private static final int MOST_LEAVES = 1 << SLOT_BITS;
    private static final int LEAST_LEAVES = 2;
    private static final long SLOT_MASK = MOST_LEAVES - 1;
    /** Times from here on, after 26 days, have no room in a node; the nodes of empty leaves are of such times, all different. */
    private static final long FAR = (1L << Long.SIZE - 1 - SLOT_BITS) - MOST_LEAVES;

    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final int MOST_HOPE = 16;

    private long[] time;
    /** When it was scheduled, of which events of the same instant fire in order. */
    private long[] order;

    private long nextOrder;

    /** Slots that may take part in the tournament. */
    private final int players;
    /** Node 1 is the root, those below node i are 2i and 2i + 1: each the earlier of them. */
    private final long[] tree;
    /** Leaves there are at present, a power of two, and how many are taken: the first ones. */
    private int leaves = LEAST_LEAVES;

    private int taken;
    /** The leaf of each player, or {@link #ABSENT}. */
    private final int[] leafOf;
    /** The player whose event fired and whose leaf has not been replaced yet, or {@link #ABSENT}. */
    private int fired = ABSENT;
    /** Nothing but the fired slot's event is pending before it; {@link #UNKNOWN} not looked for yet. */
    private long quietUntil = UNKNOWN;
    /** How often it is worth looking for, given how long it was quiet before. */
    private int hope = MOST_HOPE;

    /** The player whose event fired last. */
    private int lastFired = ABSENT;

    private int[] heap;
    /** Where the slot is in the heap, or {@link #ABSENT}. */
    private int[] position;
    /** Time of the first event of the heap, or {@link #NEVER}. */
    private long heapTime = NEVER;

    private int heapSize;

    /** A queue with {@code slots} slots, all empty, which are used alike. */
    public EventQueue(int slots) {
        this(slots, 0);
    }

    /**
     * A queue with {@code slots} slots, all empty.
     *
     * @param frequent how many of them, from the first on, have most of the events
     */
    public EventQueue(int slots, int frequent) {
        time = new long[slots];
        order = new long[slots];
        heap = new int[slots];
        position = new int[slots];
        Arrays.fill(position, ABSENT);
        players = Math.min(frequent, MOST_LEAVES);
        leafOf = new int[players];
        Arrays.fill(leafOf, ABSENT);
        int most = LEAST_LEAVES;
        while (most < players) {
            most *= 2;
        }
        tree = new long[2 * most];
        for (int leaf = 0; leaf < leaves; leaf++) {
            tree[leaves + leaf] = absent(leaf);
        }
        decideAll();
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
        heap = Arrays.copyOf(heap, length);
        position = Arrays.copyOf(position, length);
        Arrays.fill(position, old, length, ABSENT);
    }

    /** Whether the slot has a pending event. */
    public boolean isPending(int slot) {
        return plays(slot) || position[slot] >= 0;
    }

    /** When the slot's event is due; meaningful only while it is pending, and after it fired until it is set again. */
    public long timeOf(int slot) {
        return time[slot];
    }

    /** Number of pending events. */
    public int size() {
        return heapSize + taken - (fired < 0 ? 0 : 1);
    }

    /**
     * Sets the slot's event, moving it if it is pending.
     *
     * @param when virtual time in ns, not before that of the last event that fired
     */
    public void schedule(int slot, long when) {
        if (slot < players && when < FAR && position[slot] < 0) {
            if (slot == fired) {
                fired = ABSENT;
            }
            int leaf = leafOf[slot];
            if (leaf < 0) {
                leaf = takeLeaf(slot);
            }
            if (when < quietUntil) {
                quietUntil = when;
            }
            time[slot] = when;
            order[slot] = nextOrder++;
            replace(leaf, when << SLOT_BITS | slot);
            return;
        }
        cancel(slot);
        time[slot] = when;
        if (slot < players && when < FAR) {
            schedule(slot, when);
        } else {
            push(slot);
        }
    }

    /** Forgets the slot's event, if any. */
    public void cancel(int slot) {
        if (plays(slot)) {
            leave(slot);
        } else if (position[slot] >= 0) {
            removeAt(position[slot]);
        }
    }

    // ---- the tournament ----

    private static long absent(int leaf) {
        return FAR + leaf << SLOT_BITS;
    }

    private boolean plays(int slot) {
        return slot < players && slot != fired && leafOf[slot] >= 0;
    }

    private int takeLeaf(int slot) {
        if (taken == leaves) {
            resize(leaves * 2);
        }
        leafOf[slot] = taken;
        return taken++;
    }

    /** The slot's leaf goes to the player of the last one, so that no more than needed are decided between. */
    private void leave(int slot) {
        int leaf = leafOf[slot];
        leafOf[slot] = ABSENT;
        int last = --taken;
        long moved = tree[leaves + last];
        replace(last, absent(last));
        if (leaf != last) {
            leafOf[(int) (moved & SLOT_MASK)] = leaf;
            replace(leaf, moved);
        }
        if (taken < leaves / 4 && leaves > LEAST_LEAVES) {
            resize(leaves / 2);
        }
    }

    private void resize(int newLeaves) {
        System.arraycopy(tree, leaves, tree, newLeaves, taken);
        leaves = newLeaves;
        for (int leaf = taken; leaf < leaves; leaf++) {
            tree[leaves + leaf] = absent(leaf);
        }
        decideAll();
    }

    private void decideAll() {
        for (int i = leaves - 1; i > 0; i--) {
            tree[i] = earlier(tree[2 * i], tree[2 * i + 1]);
        }
    }

    private void replace(int leaf, long node) {
        long[] nodes = tree;
        int i = leaves + leaf;
        long winner = node;
        nodes[i] = winner;
        while (i > 1) {
            winner = earlier(winner, nodes[i ^ 1]);
            i >>= 1;
            nodes[i] = winner;
        }
    }

    private long earlier(long a, long b) {
        if ((a ^ b) >>> SLOT_BITS == 0) {
            return scheduledFirst(a, b);
        }
        // the smaller one without a branch, which nobody could foresee
        long difference = b - a;
        return a + (difference & difference >> Long.SIZE - 1);
    }

    private long scheduledFirst(long a, long b) {
        return order[(int) (a & SLOT_MASK)] < order[(int) (b & SLOT_MASK)] ? a : b;
    }

    private void forgetFired() {
        if (fired >= 0) {
            int slot = fired;
            fired = ABSENT;
            leave(slot);
        }
    }

    // ---- both ----

    /** Time of the next event, or {@link #NEVER}. */
    public long peekTime() {
        forgetFired();
        long first = tree[1] >>> SLOT_BITS;
        return first < FAR ? Math.min(first, heapTime) : heapTime;
    }

    /**
     * Whether an event of the slot that fired last would be the next one, so that time may pass without it. May be in doubt,
     * and then says no.
     */
    public boolean wouldBeNext(int slot, long when) {
        if (slot != fired) {
            return false;
        }
        if (quietUntil == UNKNOWN) {
            if (hope == 0) {
                return false;
            }
            quietUntil = timeOfOthers();
        }
        if (when < quietUntil) {
            hope = MOST_HOPE;
            return true;
        }
        hope--;
        return false;
    }

    private long timeOfOthers() {
        long first = Long.MAX_VALUE;
        for (int i = leaves + leafOf[fired]; i > 1; i >>= 1) {
            first = Math.min(first, tree[i ^ 1]);
        }
        return Math.min(first >>> SLOT_BITS, heapTime);
    }

    /**
     * Takes the next event off the queue.
     *
     * @param limit time in ns
     * @return its slot, or -1 if nothing is pending up to the limit
     */
    public int popDue(long limit) {
        forgetFired();
        long first = tree[1];
        long when = first >>> SLOT_BITS;
        int slot = (int) (first & SLOT_MASK);
        if (heapTime <= when && (heapTime < when || order[heap[0]] < order[slot])) {
            return popHeap(limit);
        }
        if (when > limit) {
            return ABSENT;
        }
        if (when >= FAR) {
            return popHeap(limit);
        }
        if (slot == lastFired) {
            hope = MOST_HOPE;
        }
        lastFired = slot;
        fired = slot;
        quietUntil = UNKNOWN;
        return slot;
    }

    private int popHeap(long limit) {
        if (heapTime > limit || heapSize == 0) {
            return ABSENT;
        }
        int slot = heap[0];
        removeAt(0);
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
        quietUntil = Math.min(quietUntil, heapTime);
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
