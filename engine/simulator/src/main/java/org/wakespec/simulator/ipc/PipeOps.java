// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_SYNC;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.wakeup.WakerContext;

/** System calls on pipes (kernel 7.2: pipe_write(), pipe_read(), pipe_poll()). */
final class PipeOps {

    /** Operand c: bytes done; the sign bit: the task has slept in this call. */
    private static final long SLEPT = Long.MIN_VALUE;

    /** Phases of a transfer after its first. */
    private static final int TRANSFER = 1;

    private static final int SLEPT_FOR_DATA = 2;
    private static final int SLEPT_FOR_MUTEX = 3;
    private static final int SPIN = 4;
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
                lock(k, pipe, t, k.costs().of(Cost.SYSCALL_ENTRY), true);
            } else if (mayTransfer(k, pipe, t, true)) {
                transfer(k, pipe, t);
            }
        }

        private void transfer(Kernel k, Pipe pipe, SimTask t) {
            boolean slept = (t.c & SLEPT) != 0;
            long done = t.c & ~SLEPT;
            boolean wasEmpty = pipe.isEmpty();
            done += pipe.put((int) (t.a - done), done == 0);
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
            if (t.phase == TRANSFER) {
                return true;
            }
            // it spun for longer than it had thought: its own time begins now
            t.phase = TRANSFER;
            k.work(hold(k, pipe, t, write));
            return false;
        }
        if (pipe.owner().task.onCpu) {
            // an interrupt holds the owner up
            t.phase = SPIN;
            k.work(SPIN_NS);
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
        SimTask owner = pipe.owner();
        if (owner != null && !owner.task.onCpu) {
            sleepForMutex(k, pipe, t, entry);
            return;
        }
        t.phase = TRANSFER;
        k.work(pipe.lockUntil(t, k.now() + entry, hold(k, pipe, t, write)) - k.now());
    }

    /** For how long a transfer of the task holds the mutex. */
    private static long hold(Kernel k, Pipe pipe, SimTask t, boolean write) {
        CostModel costs = k.costs();
        int cpu = k.thisCpu();
        long hold = costs.of(write ? Cost.PIPE_WRITE : Cost.PIPE_READ)
                + (t.a * costs.of(Cost.COPY_KIB) >> 10)
                + k.lines().object(pipe.lastCpu(), cpu);
        return write ? hold : hold + k.lines().data(pipe.lastWriter(), cpu, (int) t.a);
    }

    private PipeOps() {}
}
