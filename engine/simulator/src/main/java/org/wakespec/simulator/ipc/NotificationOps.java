// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_CURRENT_CPU;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.wakeup.WakerContext;

/** The two ends of a {@link Notification}. */
final class NotificationOps {

    static final Operation CALL = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Notification n = (Notification) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAKE));
                return;
            }
            if (t.phase == 1) {
                t.phase = 2;
                n.requests++;
                n.callers.add(t, true);
                wake(k, n, n.supervisors);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            if (n.answers == 0) {
                n.callers.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            n.answers--;
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "notified system call";
        }
    };

    static final Operation RECEIVE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Notification n = (Notification) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAIT));
                return;
            }
            if (n.requests == 0) {
                n.supervisors.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            n.requests--;
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "waiting for a notification";
        }
    };

    static final Operation ANSWER = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Notification n = (Notification) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAKE));
                return;
            }
            n.answers++;
            wake(k, n, n.callers);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "answering a notification";
        }
    };

    private static void wake(Kernel k, Notification n, WaitQueue queue) {
        queue.wake(k, 1, n.currentCpu ? WF_CURRENT_CPU : 0, WakerContext.TASK);
    }

    private NotificationOps() {}
}
