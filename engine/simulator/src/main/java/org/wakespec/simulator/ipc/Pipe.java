// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.wakeup.WakerContext;

/**
 * A pipe: 16 slots of one page, small writes merged into the last page, one mutex (kernel 7.2: fs/pipe.c). The mutex is held
 * for the length of a transfer. Whoever comes meanwhile spins as long as its owner runs, in the order of arrival, and sleeps if
 * the owner was scheduled away (kernel 7.2: mutex_optimistic_spin()). A spinner is the owner from the release on.
 */
public final class Pipe {

    /** Bytes of a slot. */
    public static final int PAGE = 4096;

    private static final int SLOTS = 16;
    private static final int BEGIN = 1 << 16;

    final WaitQueue readers;
    final WaitQueue writers;
    /** Whether poll or epoll was ever used on it: then every write wakes. */
    boolean pollUsage;

    private final String name;
    /** Of each slot where its bytes begin in the page, in units of {@link #BEGIN}, and how many they are. */
    private final int[] slots = new int[SLOTS];

    private int head;
    private int tail;
    /** Tasks that sleep for the mutex, and whether there may be any: mostly there are none, and nobody has to look. */
    private final WaitQueue mutexWaiters;

    private boolean mutexSleepers;
    /** Who holds the mutex; null: nobody. */
    private SimTask owner;
    /** Who spins for it, in order; linked by {@link SimTask#spinNext}. */
    private SimTask firstSpinner;

    private SimTask lastSpinner;

    private long freeAt;
    /** Since when the owner has it in hand: later than now if it is on its way there. */
    private long heldFrom;

    private int lastCpu = -1;
    private int lastWriter = -1;
    /** Where the references to the open files of the ends were counted last; -1: nowhere. */
    private int readFileCpu = -1;

    private int writeFileCpu = -1;
    private int readEnds;
    private int writeEnds;

    public Pipe(String name) {
        this.name = name;
        readers = new WaitQueue(name + " (read end)");
        writers = new WaitQueue(name + " (write end)");
        mutexWaiters = new WaitQueue(name + " (mutex)");
    }

    /** Name in messages. */
    public String name() {
        return name;
    }

    /** Declares one more task that will read. */
    public Pipe openRead() {
        readEnds++;
        return this;
    }

    /** Declares one more task that will write. */
    public Pipe openWrite() {
        writeEnds++;
        return this;
    }

    /** A reader is done: without readers a write fails. */
    public void closeRead() {
        readEnds--;
    }

    /** A writer is done: without writers an empty pipe reads as the end of file. */
    public void closeWrite() {
        writeEnds--;
    }

    boolean hasReader() {
        return readEnds > 0;
    }

    boolean hasWriter() {
        return writeEnds > 0;
    }

    /** Who holds the mutex; null: nobody. */
    SimTask owner() {
        return owner;
    }

    /**
     * Takes the mutex if nobody has it, or who has it only gets there later.
     *
     * @param when the attempt takes place
     */
    boolean tryLock(SimTask task, long when) {
        if (owner != null) {
            if (when >= heldFrom) {
                return false;
            }
            owner.spinNext = firstSpinner;
            firstSpinner = owner;
            if (owner.spinNext == null) {
                lastSpinner = owner;
            }
        }
        owner = task;
        heldFrom = when;
        return true;
    }

    /** The owner will hold the mutex for {@code hold} ns. Returns until when. */
    long holdUntil(long hold) {
        freeAt = firstSpinner == null ? heldFrom + hold : Math.max(freeAt, heldFrom) + hold;
        return heldFrom + hold;
    }

    /**
     * The task gets in line for the mutex at {@code from}.
     *
     * @param hold for how long it will hold it
     * @return until when it will, if those before it keep running
     */
    long spinUntil(SimTask task, long from, long hold) {
        task.spinNext = null;
        if (firstSpinner == null) {
            firstSpinner = task;
        } else {
            lastSpinner.spinNext = task;
        }
        lastSpinner = task;
        freeAt = Math.max(freeAt, from) + hold;
        return freeAt;
    }

    /** Since when the owner has the mutex in hand: later than now if it is on its way there. */
    long heldFrom() {
        return heldFrom;
    }

    /** The task spins no more. */
    void stopSpinning(SimTask task) {
        SimTask before = null;
        for (SimTask t = firstSpinner; t != null; before = t, t = t.spinNext) {
            if (t != task) {
                continue;
            }
            if (before == null) {
                firstSpinner = task.spinNext;
            } else {
                before.spinNext = task.spinNext;
            }
            if (lastSpinner == task) {
                lastSpinner = before;
            }
            return;
        }
    }

    /** The task is about to sleep for the mutex. */
    void addMutexWaiter(SimTask task) {
        mutexSleepers = true;
        mutexWaiters.add(task, true);
    }

    /** The owner releases the mutex: to who spins first, and one sleeper may try again (kernel 7.2: mutex_unlock()). */
    void unlock(Kernel k) {
        owner = firstSpinner;
        heldFrom = k.now();
        if (owner != null) {
            firstSpinner = owner.spinNext;
        }
        if (mutexSleepers) {
            mutexSleepers = !mutexWaiters.isEmpty();
            mutexWaiters.wake(k, 1, 0, WakerContext.TASK);
        }
    }

    /** References to the open file of an end are counted on the CPU; returns where they were before. */
    int fileUsed(int cpu, boolean write) {
        int before = write ? writeFileCpu : readFileCpu;
        if (write) {
            writeFileCpu = cpu;
        } else {
            readFileCpu = cpu;
        }
        return before;
    }

    /** Where who has the mutex before a task that gets in line now runs. */
    int cpuBefore() {
        SimTask before = firstSpinner == null ? owner : lastSpinner;
        return before.task.cpu;
    }

    int lastWriter() {
        return lastWriter;
    }

    /** Where the last transfer took place; -1: nowhere. */
    int lastCpu() {
        return lastCpu;
    }

    /** A transfer took place on the CPU. */
    void used(int cpu, boolean write) {
        lastCpu = cpu;
        if (write) {
            lastWriter = cpu;
        }
    }

    /** Nothing to read (kernel: pipe_empty()). */
    public boolean isEmpty() {
        return head == tail;
    }

    /** All slots are in use (kernel: pipe_full()). */
    public boolean isFull() {
        return head - tail >= SLOTS;
    }

    /** Adds as much of {@code bytes} as fits; {@code merge} lets the start go into the last page. Returns how much. */
    int put(int bytes, boolean merge) {
        int left = bytes;
        int start = left & (PAGE - 1);
        if (merge && start != 0 && !isEmpty()) {
            int last = head - 1 & SLOTS - 1;
            int slot = slots[last];
            if (begin(slot) + length(slot) + start <= PAGE) {
                slots[last] = slot + start;
                left -= start;
            }
        }
        while (left > 0 && !isFull()) {
            int part = Math.min(left, PAGE);
            slots[head++ & SLOTS - 1] = part;
            left -= part;
        }
        return bytes - left;
    }

    /** Takes at most {@code bytes}; returns how much. */
    int take(int bytes) {
        int left = bytes;
        while (left > 0 && !isEmpty()) {
            int slot = slots[tail & SLOTS - 1];
            int length = length(slot);
            int part = Math.min(left, length);
            slots[tail & SLOTS - 1] = slot + part * BEGIN - part;
            left -= part;
            if (part == length) {
                tail++;
            }
        }
        return bytes - left;
    }

    private static int begin(int slot) {
        return slot / BEGIN;
    }

    private static int length(int slot) {
        return slot % BEGIN;
    }

    /** Bytes in the pipe. */
    public int available() {
        int sum = 0;
        for (int i = tail; i != head; i++) {
            sum += length(slots[i & SLOTS - 1]);
        }
        return sum;
    }

    @Override
    public String toString() {
        return name;
    }
}
