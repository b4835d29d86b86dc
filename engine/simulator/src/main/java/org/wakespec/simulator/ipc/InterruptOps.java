// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;

/** Waiting for a device. */
final class InterruptOps {

    static final Operation WAIT = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            InterruptLine line = (InterruptLine) t.object;
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY));
                return;
            }
            long count = line.takePending();
            if (count == 0) {
                line.waiters.add(t, true);
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
                return;
            }
            t.result = count;
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "waiting for an interrupt";
        }
    };

    private InterruptOps() {}
}
