// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.wakeup.WakerContext;

/** User-space mutexes and condition variables; the kernel sees futex calls only where there is contention. */
final class MutexOps {

    static final Operation LOCK = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase == 0) {
                t.phase = 1;
                k.compute(k.costs().of(Cost.USER_LOCK));
                return;
            }
            acquire(k, t, (UserMutex) t.object, 1);
        }

        @Override
        public String name() {
            return "lock";
        }
    };

    static final Operation UNLOCK = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            UserMutex mutex = (UserMutex) t.object;
            switch (t.phase) {
                case 0 -> {
                    checkOwner(k, t, mutex);
                    t.phase = 1;
                    k.compute(k.costs().of(Cost.USER_LOCK));
                }
                case 1 -> {
                    mutex.owner = null;
                    if (mutex.waiters.isEmpty()) {
                        k.complete(0);
                        return;
                    }
                    t.phase = 2;
                    k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAKE));
                }
                default -> {
                    mutex.waiters.wake(k, 1, 0, WakerContext.TASK);
                    k.complete(k.costs().of(Cost.SYSCALL_EXIT));
                }
            }
        }

        @Override
        public String name() {
            return "unlock";
        }
    };

    static final Operation CONDITION_WAIT = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            Futex condition = (Futex) t.object;
            UserMutex mutex = (UserMutex) t.object2;
            switch (t.phase) {
                case 0 -> {
                    checkOwner(k, t, mutex);
                    t.phase = 1;
                    k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAIT));
                }
                case 1 -> {
                    mutex.owner = null;
                    t.phase = 2;
                    condition.waiters.add(t, true);
                    mutex.waiters.wake(k, 1, 0, WakerContext.TASK);
                    k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                }
                default -> acquire(k, t, mutex, 2);
            }
        }

        @Override
        public String name() {
            return "condition wait";
        }
    };

    /** Takes the mutex or sleeps for it; continues in the phases {@code phase} and {@code phase + 1}. */
    private static void acquire(Kernel k, SimTask t, UserMutex mutex, int phase) {
        boolean contended = t.c != 0;
        if (mutex.owner == null) {
            mutex.owner = t;
            t.result = contended ? 1 : 0;
            k.complete(contended ? k.costs().of(Cost.SYSCALL_EXIT) : 0);
        } else if (t.phase == phase) {
            t.phase = phase + 1;
            t.c = 1;
            k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAIT));
        } else {
            t.phase = phase;
            mutex.waiters.add(t, true);
            k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
        }
    }

    private static void checkOwner(Kernel k, SimTask t, UserMutex mutex) {
        if (mutex.owner != t) {
            throw k.failure(
                    SimulationFailure.Kind.BAD_PROGRAM,
                    t + " gives up " + mutex + ", which "
                            + (mutex.owner == null ? "nobody holds" : mutex.owner + " holds"));
        }
    }

    private MutexOps() {}
}
