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

    static final Operation WRITE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Pipe pipe = (Pipe) t.object;
            CostModel costs = k.costs();
            if (t.phase == 0) {
                if (!pipe.hasReader()) {
                    throw k.failure(
                            SimulationFailure.Kind.NO_READER,
                            t + " writes to " + pipe.name() + ", which has no reader");
                }
                t.phase = 1;
                lock(k, pipe, costs.of(Cost.SYSCALL_ENTRY), Cost.PIPE_WRITE, (int) t.a, false);
            } else if (t.phase == 2) {
                t.phase = 1;
                lock(k, pipe, 0, Cost.PIPE_WRITE, (int) t.a, false);
            } else {
                transfer(k, pipe, t);
            }
        }

        private void transfer(Kernel k, Pipe pipe, SimTask t) {
            boolean slept = (t.c & SLEPT) != 0;
            long done = t.c & ~SLEPT;
            boolean wasEmpty = pipe.isEmpty();
            done += pipe.put((int) (t.a - done), done == 0);
            pipe.used(k.thisCpu(), true);
            if (done < t.a) {
                t.c = done | SLEPT;
                pipe.writers.add(t, true);
                if (wasEmpty) {
                    pipe.readers.wake(k, 1, WF_SYNC, WakerContext.TASK);
                }
                t.phase = 2;
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
            CostModel costs = k.costs();
            if (t.phase == 0) {
                t.phase = 1;
                lock(k, pipe, costs.of(Cost.SYSCALL_ENTRY), Cost.PIPE_READ, (int) t.a, true);
            } else if (t.phase == 2) {
                t.phase = 1;
                lock(k, pipe, 0, Cost.PIPE_READ, (int) t.a, true);
            } else {
                transfer(k, pipe, t);
            }
        }

        private void transfer(Kernel k, Pipe pipe, SimTask t) {
            boolean slept = t.c != 0;
            pipe.used(k.thisCpu(), false);
            if (pipe.isEmpty()) {
                if (!pipe.hasWriter()) {
                    t.result = 0;
                    k.complete(k.costs().of(Cost.SYSCALL_EXIT));
                    return;
                }
                t.c = 1;
                t.phase = 2;
                pipe.readers.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            boolean wasFull = pipe.isFull();
            t.result = pipe.take((int) t.a);
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

    /** Works until the mutex was got and the transfer is done. */
    private static void lock(Kernel k, Pipe pipe, long entry, Cost cost, int bytes, boolean read) {
        CostModel costs = k.costs();
        int cpu = k.thisCpu();
        long hold = costs.of(cost)
                + (bytes * costs.of(Cost.COPY_KIB) >> 10)
                + k.lines().object(pipe.lastCpu(), cpu);
        if (read) {
            hold += k.lines().data(pipe.lastWriter(), cpu, bytes);
        }
        k.work(pipe.lockUntil(k.now() + entry, hold) - k.now());
    }

    private PipeOps() {}
}
