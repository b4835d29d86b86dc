// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_SYNC;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.wakeup.WakerContext;

/** System calls on stream sockets. */
final class SocketOps {

    private static final int ALL = Integer.MAX_VALUE;

    static final Operation SEND = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            StreamSocket socket = (StreamSocket) t.object;
            CostModel costs = k.costs();
            switch (t.phase) {
                case 0, 1 -> {
                    if (!socket.writable()) {
                        if (t.phase == 0) {
                            t.phase = 1;
                            k.work(costs.of(Cost.SYSCALL_ENTRY));
                            return;
                        }
                        socket.senders.add(t, false);
                        k.sleep(costs.of(Cost.PREPARE_SLEEP), costs.of(Cost.FINISH_SLEEP));
                        return;
                    }
                    long entry = t.phase == 0 ? costs.of(Cost.SYSCALL_ENTRY) : 0;
                    t.phase = 2;
                    long work = entry
                            + (socket.tcp
                                    ? costs.of(Cost.TCP_SEND) + costs.of(Cost.TCP_SOFTIRQ)
                                    : costs.of(Cost.UNIX_SEND));
                    k.stall(lines(k, socket));
                    k.work(work + (t.a * costs.of(Cost.COPY_KIB) >> 10));
                }
                default -> {
                    socket.queue((int) t.a);
                    socket.lastSender = k.thisCpu();
                    socket.lastCpu = k.thisCpu();
                    int flags = k.config().socketsPassSync() ? WF_SYNC : 0;
                    socket.receivers.wake(k, ALL, flags, socket.tcp ? WakerContext.SOFTIRQ : WakerContext.TASK);
                    t.result = t.a;
                    k.complete(costs.of(Cost.SYSCALL_EXIT));
                }
            }
        }

        @Override
        public String name() {
            return "send";
        }
    };

    /** Operand b: 1 = do not sleep. */
    static final Operation RECEIVE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            StreamSocket socket = (StreamSocket) t.object;
            CostModel costs = k.costs();
            if (t.phase == 0) {
                t.phase = 1;
                long work = costs.of(Cost.SYSCALL_ENTRY);
                k.stall(lines(k, socket));
                if (socket.available() > 0) {
                    t.phase = 2;
                    work += receive(k, socket, t);
                }
                k.work(work);
                return;
            }
            if (socket.available() == 0) {
                if (t.b == 1) {
                    t.result = 0;
                    k.complete(costs.of(Cost.SYSCALL_EXIT));
                    return;
                }
                t.phase = 1;
                socket.receivers.add(t, false);
                k.sleep(costs.of(Cost.PREPARE_SLEEP), costs.of(Cost.FINISH_SLEEP));
                return;
            }
            if (t.phase == 1) {
                t.phase = 2;
                k.work(receive(k, socket, t));
                return;
            }
            boolean wasBlocking = !socket.roomForSenders() || !socket.senders.isEmpty();
            t.result = socket.take((int) t.a);
            socket.lastCpu = k.thisCpu();
            if (wasBlocking && socket.roomForSenders()) {
                socket.senders.wake(k, ALL, socket.tcp ? 0 : WF_SYNC, WakerContext.TASK);
            }
            k.complete(costs.of(Cost.SYSCALL_EXIT));
        }

        private long receive(Kernel k, StreamSocket socket, SimTask t) {
            CostModel costs = k.costs();
            long bytes = Math.min(t.a, socket.available());
            k.stall(k.lines().data(socket.lastSender, k.thisCpu(), bytes));
            return costs.of(socket.tcp ? Cost.TCP_RECEIVE : Cost.UNIX_RECEIVE)
                    + (bytes * costs.of(Cost.COPY_KIB) >> 10);
        }

        @Override
        public String name() {
            return "receive";
        }
    };

    static final Operation POLL = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            StreamSocket socket = (StreamSocket) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.EPOLL_WAIT));
            } else if (socket.available() == 0) {
                socket.receivers.add(t, false);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
            } else {
                k.complete(k.costs().of(Cost.SYSCALL_EXIT));
            }
        }

        @Override
        public String name() {
            return "poll(socket)";
        }
    };

    private static long lines(Kernel k, StreamSocket socket) {
        int cpu = k.thisCpu();
        return socket.tcp
                ? k.lines().connection(socket.lastCpu, cpu)
                : k.lines().object(socket.lastCpu, cpu);
    }

    private SocketOps() {}
}
