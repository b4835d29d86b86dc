// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;

/** What happens in user mode alone. */
final class UserOps {

    /** How long a spinning task spins before it looks at the lock again, in ns. */
    private static final long SPIN = 1_000;

    static final Operation COMPUTE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0 && t.a > 0) {
                k.compute(t.a);
            } else {
                k.complete(0);
            }
        }

        @Override
        public String name() {
            return "computation";
        }
    };

    static final Operation NOP = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            k.complete(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "system call";
        }
    };

    static final Operation LOCK_CPU = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            CpuLocks locks = (CpuLocks) t.object;
            int cpu = k.thisCpu();
            if (t.phase == 0) {
                t.phase = 1;
                k.compute(k.costs().of(Cost.USER_LOCK));
            } else if (locks.take(cpu, t)) {
                t.result = cpu;
                k.complete(0);
            } else {
                k.compute(SPIN);
            }
        }

        @Override
        public String name() {
            return "spinning on the lock of its CPU";
        }
    };

    static final Operation UNLOCK_CPU = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                k.compute(k.costs().of(Cost.USER_LOCK));
            } else {
                ((CpuLocks) t.object).release(t);
                k.complete(0);
            }
        }

        @Override
        public String name() {
            return "unlock";
        }
    };

    private UserOps() {}
}
