// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;

/** System calls on tasks. */
final class TaskOps {

    private static final int EINVAL = 22;

    static final Operation YIELD = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            k.yield(k.costs().of(Cost.SYSCALL_ENTRY));
        }

        @Override
        public String name() {
            return "sched_yield";
        }
    };

    static final Operation FORK = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                k.work(k.costs().of(Cost.FORK));
                return;
            }
            k.wakeUpNewTask((SimTask) t.object, t.a != 0);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "fork";
        }
    };

    static final Operation EXEC = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY));
            } else if (t.phase == 1) {
                t.phase = 2;
                k.exec();
                k.work(k.costs().of(Cost.EXEC));
            } else {
                k.complete(k.costs().of(Cost.SYSCALL_EXIT));
            }
        }

        @Override
        public String name() {
            return "exec";
        }
    };

    static final Operation WAIT_CHILD = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY));
            } else if (t.zombies > 0) {
                t.zombies--;
                t.waitsForChild = false;
                k.complete(k.costs().of(Cost.SYSCALL_EXIT));
            } else {
                t.waitsForChild = true;
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
            }
        }

        @Override
        public String name() {
            return "waiting for a child";
        }
    };

    /** The end of a thread is a futex wake of who joins it: never sync (kernel: CLONE_CHILD_CLEARTID, mm_release()). */
    static final Operation JOIN = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            SimTask joined = (SimTask) t.object;
            if (joined.state == SimTask.DEAD) {
                joined.joiner = null;
                k.complete(t.phase == 0 ? 0 : k.costs().of(Cost.SYSCALL_EXIT));
            } else if (t.phase == 0) {
                t.phase = 1;
                k.work(k.costs().of(Cost.SYSCALL_ENTRY) + k.costs().of(Cost.FUTEX_WAIT));
            } else {
                joined.joiner = t;
                k.sleep(k.costs().of(Cost.PREPARE_SLEEP), k.costs().of(Cost.FINISH_SLEEP));
            }
        }

        @Override
        public String name() {
            return "joining a thread";
        }
    };

    static final Operation EXIT = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                t.task.exiting = true;
                k.work(k.costs().of(Cost.EXIT));
            } else {
                k.exit();
            }
        }

        @Override
        public String name() {
            return "exit";
        }
    };

    static final Operation SET_AFFINITY = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                k.work(k.costs().of(Cost.SET_PARAMETERS));
                return;
            }
            t.result = k.setAffinity(t, (CpuMask) t.object) ? 0 : -EINVAL;
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "sched_setaffinity";
        }
    };

    static final Operation SET_SCHEDULER = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                k.work(k.costs().of(Cost.SET_PARAMETERS));
                return;
            }
            k.setScheduler(t, (SchedPolicy) t.object, (int) t.a, t.b);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "sched_setattr";
        }
    };

    static final Operation SET_NICE = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (t.phase++ == 0) {
                k.work(k.costs().of(Cost.SET_PARAMETERS));
                return;
            }
            k.setNice(t, (int) t.a);
            k.complete(k.costs().of(Cost.SYSCALL_EXIT));
        }

        @Override
        public String name() {
            return "setpriority";
        }
    };

    private TaskOps() {}
}
