// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_SYNC;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.wakeup.WakerContext;

/** System calls on pipes (kernel 7.2: pipe_write(), pipe_read(), pipe_poll()). */
final class PipeOps {

    /** Operand b: for how long it holds the mutex. Operand c: bytes done; the sign bit: the task has slept in this call. */
    private static final long SLEPT = Long.MIN_VALUE;

    /** Phases of a transfer after its first. */
    private static final int TRANSFER = 1;

    private static final int SLEPT_FOR_DATA = 2;
    private static final int SLEPT_FOR_MUTEX = 3;
    /** How often a spinner looks whether a late owner is done, in ns. */
    private static final long SPIN_NS = 100;

    static final Operation WRITE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Pipe pipe = (Pipe) t.object;
            if (t.phase == 0) {
                if (!pipe.hasReader()) {
                    throw k.failure(
                            SimulationFailure.Kind.NO_READER,
                            t + " writes to " + pipe.name() + ", which has no reader");
                }
                reference(k, pipe, t, true);
                lock(k, pipe, t, k.costs().of(Cost.SYSCALL_ENTRY), true);
            } else if (mayTransfer(k, pipe, t, true)) {
                transfer(k, pipe, t);
            }
        }

        private void transfer(Kernel k, Pipe pipe, SimTask t) {
            boolean slept = (t.c & SLEPT) != 0;
            long done = t.c & ~SLEPT;
            boolean wasEmpty = pipe.isEmpty();
            // only the call's first look at the pipe merges: a writer that has slept takes a page of its own
            done += pipe.put((int) (t.a - done), !slept);
            pipe.used(k.thisCpu(), true);
            pipe.unlock(k);
            if (done < t.a) {
                t.c = done | SLEPT;
                pipe.writers.add(t, true);
                if (wasEmpty) {
                    pipe.readers.wake(k, 1, WF_SYNC, WakerContext.TASK);
                }
                t.phase = SLEPT_FOR_DATA;
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            if (wasEmpty || pipe.pollUsage) {
                pipe.readers.wake(k, 1, WF_SYNC, WakerContext.TASK);
            }
            if (slept && !pipe.isFull()) {
                pipe.writers.wake(k, 1, WF_SYNC, WakerContext.TASK);
            }
            t.result = done;
            reference(k, pipe, t, true);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "write(pipe)";
        }
    };

    static final Operation READ = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Pipe pipe = (Pipe) t.object;
            if (t.phase == 0) {
                reference(k, pipe, t, false);
                lock(k, pipe, t, k.costs().of(Cost.SYSCALL_ENTRY), false);
            } else if (mayTransfer(k, pipe, t, false)) {
                transfer(k, pipe, t);
            }
        }

        private void transfer(Kernel k, Pipe pipe, SimTask t) {
            boolean slept = t.c != 0;
            pipe.used(k.thisCpu(), false);
            if (pipe.isEmpty()) {
                pipe.unlock(k);
                if (!pipe.hasWriter()) {
                    t.result = 0;
                    k.complete(k.costs().of(Cost.SYSCALL_EXIT));
                    return;
                }
                t.c = 1;
                t.phase = SLEPT_FOR_DATA;
                pipe.readers.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            boolean wasFull = pipe.isFull();
            t.result = pipe.take((int) t.a);
            pipe.unlock(k);
            if (wasFull && !pipe.isFull()) {
                pipe.writers.wake(k, 1, WF_SYNC, WakerContext.TASK);
            }
            if (slept && !pipe.isEmpty()) {
                pipe.readers.wake(k, 1, WF_SYNC, WakerContext.TASK);
            }
            reference(k, pipe, t, false);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "read(pipe)";
        }
    };

    static final Operation POLL = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Pipe pipe = (Pipe) t.object;
            pipe.pollUsage = true;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.EPOLL_WAIT));
            } else if (pipe.isEmpty()) {
                pipe.readers.add(t, false);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
            } else {
                k.complete(k.costs().of(Cost.SYSCALL_EXIT));
            }
        }

        @Override
        public String name() {
            return "poll(pipe)";
        }
    };

    /** Whether the task holds the mutex after its transfer's time, so that it takes place now; if not, says how it goes on. */
    private static boolean mayTransfer(Kernel k, Pipe pipe, SimTask t, boolean write) {
        if (t.phase == SLEPT_FOR_DATA || t.phase == SLEPT_FOR_MUTEX) {
            lock(k, pipe, t, 0, write);
            return false;
        }
        if (pipe.owner() == t) {
            long left = pipe.heldFrom() + t.b - k.now();
            if (left <= 0) {
                return true;
            }
            // it spun for longer than it had thought
            k.stall(left);
            k.work(0);
            return false;
        }
        if (pipe.owner().task.onCpu) {
            // an interrupt or a busy sibling holds the owner up
            k.stall(SPIN_NS);
            k.work(0);
            return false;
        }
        pipe.stopSpinning(t);
        sleepForMutex(k, pipe, t, 0);
        return false;
    }

    private static void sleepForMutex(Kernel k, Pipe pipe, SimTask t, long entry) {
        k.counters().pipeMutexSleeps++;
        t.phase = SLEPT_FOR_MUTEX;
        pipe.addMutexWaiter(t);
        k.sleep(entry + k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
    }

    /** Works until the mutex was got and the transfer is done; sleeps if its owner is off its CPU. */
    private static void lock(Kernel k, Pipe pipe, SimTask t, long entry, boolean write) {
        long from = k.ready() + entry;
        long work = work(k, t, write);
        if (pipe.tryLock(t, from)) {
            t.b = work + lines(k, pipe, pipe.lastCpu(), t, write);
            k.stall(pipe.holdUntil(t.b) - from - work);
        } else if (pipe.owner().task.onCpu) {
            t.b = work + lines(k, pipe, pipe.cpuBefore(), t, write);
            k.stall(pipe.spinUntil(t, from, t.b) - from - work);
        } else {
            sleepForMutex(k, pipe, t, entry);
            return;
        }
        t.phase = TRANSFER;
        k.work(entry + work);
    }

    /** What a transfer of the task executes under the mutex. */
    private static long work(Kernel k, SimTask t, boolean write) {
        CostModel costs = k.costs();
        return costs.of(write ? Cost.PIPE_WRITE : Cost.PIPE_READ) + (t.a * costs.of(Cost.COPY_KIB) >> 10);
    }

    /** For how long it waits there for what others have in their caches. */
    private static long lines(Kernel k, Pipe pipe, int before, SimTask t, boolean write) {
        int cpu = k.thisCpu();
        long control = k.lines().object(before, cpu);
        return write ? control : control + k.lines().data(pipe.lastWriter(), cpu, (int) t.a);
    }

    /**
     * Threads share their table of open files, so that each call counts a reference to the file at its start and end, in a line
     * that all users of that end of the pipe write (kernel 7.2: fdget(), fdput(); with a table of its own a task does neither).
     */
    private static void reference(Kernel k, Pipe pipe, SimTask t, boolean write) {
        if (t.task.signal.nrThreads > 1) {
            k.stall(k.lines().one(pipe.fileUsed(k.thisCpu(), write), k.thisCpu()));
        }
    }

    private PipeOps() {}
}
