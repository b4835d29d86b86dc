// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import org.wakespec.simulator.ipc.InterruptLine;
import org.wakespec.simulator.ipc.Kernel;
import org.wakespec.simulator.ipc.Operation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;

/** The programs that steps can give a task. */
final class Behaviours {

    /** How often a task that computes for ever looks whether it is to end, in ns of work; nothing else depends on it. */
    private static final long LOOK = 10_000_000;

    private Behaviours() {}

    /** One stretch of user mode that never enters the kernel. */
    private static final Operation SPIN = new Operation() {
        @Override
        public void advance(Kernel k, SimTask t) {
            if (((Behaviour) t.object).ending) {
                k.complete(0);
            } else {
                k.compute(LOOK);
            }
        }

        @Override
        public String name() {
            return "computation without end";
        }
    };

    /** Computes for ever. */
    static final class Endless extends Behaviour {

        @Override
        void round(TaskApi task) {
            task.issue(SPIN, this, 0, 0);
        }
    }

    /** Computes once and ends. */
    static final class Once extends Behaviour {

        private final long workNs;

        Once(long workNs) {
            this.workNs = workNs;
        }

        @Override
        void round(TaskApi task) {
            ending = true;
            rounds++;
            task.compute(workNs);
        }
    }

    /** Computes at the beginning of every period, and sleeps until the next one. */
    static final class Periodic extends Behaviour {

        private final long workNs;
        private final long periodNs;
        private long next = -1;
        private boolean asleep;

        Periodic(long workNs, long periodNs) {
            this.workNs = workNs;
            this.periodNs = periodNs;
        }

        @Override
        void round(TaskApi task) {
            if (asleep || next < 0) {
                next = next < 0 ? task.now() : next;
                asleep = false;
                task.compute(workNs);
                return;
            }
            rounds++;
            next += periodNs;
            if (next < task.now()) {
                // missed: the next period begins now, as rt-app's relative timers do
                next = task.now();
            }
            asleep = true;
            task.sleepUntil(next);
        }
    }

    /** Computes and sleeps in turn. */
    static final class ComputeAndSleep extends Behaviour {

        private final long workNs;
        private final long sleepNs;
        private boolean computed;

        ComputeAndSleep(long workNs, long sleepNs) {
            this.workNs = workNs;
            this.sleepNs = sleepNs;
        }

        @Override
        void round(TaskApi task) {
            computed = !computed;
            if (computed) {
                task.compute(workNs);
            } else {
                rounds++;
                task.sleep(sleepNs);
            }
        }
    }

    /** Computes and yields in turn. */
    static final class ComputeAndYield extends Behaviour {

        private final long workNs;
        private boolean computed;

        ComputeAndYield(long workNs) {
            this.workNs = workNs;
        }

        @Override
        void round(TaskApi task) {
            computed = !computed;
            if (computed) {
                task.compute(workNs);
            } else {
                rounds++;
                task.yield();
            }
        }
    }

    /** Computes and wakes another task in turn. */
    static final class ComputeAndWake extends Behaviour {

        private final long workNs;
        private final Signal signal;
        private final int flags;
        private boolean computed;

        ComputeAndWake(long workNs, Signal signal, int flags) {
            this.workNs = workNs;
            this.signal = signal;
            this.flags = flags;
        }

        @Override
        void round(TaskApi task) {
            computed = !computed;
            if (computed) {
                task.compute(workNs);
            } else {
                rounds++;
                task.issue(Signal.GIVE, signal, flags, 0);
            }
        }
    }

    /** Waits to be woken by another task, and then computes. */
    static final class Woken extends Behaviour {

        private final long workNs;
        private final Signal signal = new Signal();
        private boolean waited;

        Woken(long workNs) {
            this.workNs = workNs;
        }

        @Override
        Signal signal() {
            return signal;
        }

        @Override
        void round(TaskApi task) {
            waited = !waited;
            if (waited) {
                task.issue(Signal.WAIT, signal, 0, 0);
            } else {
                rounds++;
                task.compute(workNs);
            }
        }
    }

    /** Waits for an interrupt, and then computes. */
    static final class Interrupted extends Behaviour {

        final InterruptLine line;
        final long periodNs;
        private final long workNs;
        private boolean waited;

        Interrupted(long workNs, InterruptLine line, long periodNs) {
            this.workNs = workNs;
            this.line = line;
            this.periodNs = periodNs;
        }

        @Override
        void round(TaskApi task) {
            waited = !waited;
            if (waited) {
                task.waitInterrupt(line);
            } else {
                rounds++;
                task.compute(workNs);
            }
        }
    }
}
