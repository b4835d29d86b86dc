// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.ipc.Kernel;
import org.wakespec.simulator.ipc.Operation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.wakeup.WakerContext;

/** What a task waits for that another task wakes: a wakeup with the flags the waker chooses, and nothing around it. */
final class Signal {

    /** Waits for a wakeup; one that came before is not lost. */
    static final Operation WAIT = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Signal signal = (Signal) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAIT));
            } else if (signal.given) {
                signal.given = false;
                k.complete(k.costs().of(Cost.SYSCALL_EXIT));
            } else {
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
            }
        }

        @Override
        public String name() {
            return "waiting to be woken";
        }
    };

    /** Wakes the waiting task. */
    static final Operation GIVE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAKE));
                return;
            }
            Signal signal = (Signal) t.object;
            signal.given = true;
            k.wake(signal.waiter, (int) t.a, WakerContext.TASK);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "waking a task";
        }
    };

    /** Who waits. */
    SimTask waiter;

    private boolean given;
}
