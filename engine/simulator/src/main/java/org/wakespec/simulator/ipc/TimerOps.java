// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;

/** Sleeping for a time (kernel: hrtimer_nanosleep()). */
final class TimerOps {

    static final Operation SLEEP = new Sleep(false);
    static final Operation SLEEP_UNTIL = new Sleep(true);

    private static final class Sleep implements Operation {

        private final boolean absolute;

        Sleep(boolean absolute) {
            this.absolute = absolute;
        }

        @Override
        public void advance(Kernel k, SimTask t) {
            switch (t.phase) {
                case 0 -> {
                    t.phase = 1;
                    k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.TIMER_ARM));
                }
                case 1 -> {
                    long soft = absolute ? t.a : k.now() + t.a;
                    if (soft <= k.now()) {
                        t.result = 0;
                        k.complete(k.costs().of(Cost.SYSCALL_EXIT));
                        return;
                    }
                    t.phase = 2;
                    t.timerFired = false;
                    k.armTimer(t, soft, soft + t.timerSlack);
                    k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                }
                default -> {
                    if (!t.timerFired) {
                        k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                        return;
                    }
                    t.result = 1;
                    k.complete(k.costs().of(Cost.SYSCALL_EXIT));
                }
            }
        }

        @Override
        public String name() {
            return "sleep";
        }
    }

    private TimerOps() {}
}
