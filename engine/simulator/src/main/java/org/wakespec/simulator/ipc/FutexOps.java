// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.wakeup.WakerContext;

/** FUTEX_WAIT and FUTEX_WAKE. */
final class FutexOps {

    static final Operation WAIT = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Futex futex = (Futex) t.object;
            if (t.phase == 0) {
                if (futex.value != t.a) {
                    t.result = 0;
                    k.complete(0);
                    return;
                }
                t.phase = 1;
                use(k, futex);
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAIT));
            } else if (t.phase == 1 && futex.value == t.a) {
                t.phase = 2;
                futex.waiters.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
            } else {
                futex.waiters.remove(t);
                t.result = t.phase == 2 ? 1 : 0;
                k.complete(k.costs().of(Cost.SYSCALL_EXIT));
            }
        }

        @Override
        public String name() {
            return "futex wait";
        }
    };

    static final Operation WAKE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Futex futex = (Futex) t.object;
            if (t.phase++ == 0) {
                use(k, futex);
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAKE));
                return;
            }
            t.result = futex.waiters.wake(k, (int) t.a, 0, WakerContext.TASK);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "futex wake";
        }
    };

    /** The futex's lines come to this CPU. */
    private static void use(Kernel k, Futex futex) {
        int cpu = k.thisCpu();
        k.stall(k.lines().object(futex.lastCpu, cpu));
        futex.lastCpu = cpu;
    }

    private FutexOps() {}
}
