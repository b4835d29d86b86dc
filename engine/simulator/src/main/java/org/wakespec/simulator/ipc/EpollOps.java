// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;

/** epoll_wait(). */
final class EpollOps {

    /** Operand a: 1 = do not sleep. */
    static final Operation WAIT = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Epoll epoll = (Epoll) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.EPOLL_WAIT) + epoll.use(k));
                return;
            }
            int n = epoll.collect();
            if (n == 0 && t.a == 0) {
                epoll.waiters.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            t.result = n;
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "epoll_wait";
        }
    };

    private EpollOps() {}
}
