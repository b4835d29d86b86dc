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

    /** Does one thing and another in turn; a round is both. */
    private abstract static class InTurn extends Behaviour {

        private boolean done;

        @Override
        final void round(TaskApi task) {
            done = !done;
            if (done) {
                first(task);
            } else {
                rounds++;
                second(task);
            }
        }

        abstract void first(TaskApi task);

        abstract void second(TaskApi task);
    }

    /** Computes and sleeps in turn. */
    static final class ComputeAndSleep extends InTurn {

        private final long workNs;
        private final long sleepNs;

        ComputeAndSleep(long workNs, long sleepNs) {
            this.workNs = workNs;
            this.sleepNs = sleepNs;
        }

        @Override
        void first(TaskApi task) {
            task.compute(workNs);
        }

        @Override
        void second(TaskApi task) {
            task.sleep(sleepNs);
        }
    }

    /** Computes and yields in turn. */
    static final class ComputeAndYield extends InTurn {

        private final long workNs;

        ComputeAndYield(long workNs) {
            this.workNs = workNs;
        }

        @Override
        void first(TaskApi task) {
            task.compute(workNs);
        }

        @Override
        void second(TaskApi task) {
            task.yield();
        }
    }

    /** Computes and wakes another task in turn. */
    static final class ComputeAndWake extends InTurn {

        private final long workNs;
        private final Signal signal;
        private final int flags;

        ComputeAndWake(long workNs, Signal signal, int flags) {
            this.workNs = workNs;
            this.signal = signal;
            this.flags = flags;
        }

        @Override
        void first(TaskApi task) {
            task.compute(workNs);
        }

        @Override
        void second(TaskApi task) {
            task.issue(Signal.GIVE, signal, flags, 0);
        }
    }

    /** Waits to be woken by another task, and then computes. */
    static final class Woken extends InTurn {

        private final long workNs;
        private final Signal signal = new Signal();

        Woken(long workNs) {
            this.workNs = workNs;
        }

        @Override
        Signal signal() {
            return signal;
        }

        @Override
        void first(TaskApi task) {
            task.issue(Signal.WAIT, signal, 0, 0);
        }

        @Override
        void second(TaskApi task) {
            task.compute(workNs);
        }
    }

    /** Waits for an interrupt, and then computes. */
    static final class Interrupted extends InTurn {

        final InterruptLine line;
        final long periodNs;
        private final long workNs;

        Interrupted(long workNs, InterruptLine line, long periodNs) {
            this.workNs = workNs;
            this.line = line;
            this.periodNs = periodNs;
        }

        @Override
        void first(TaskApi task) {
            task.waitInterrupt(line);
        }

        @Override
        void second(TaskApi task) {
            task.compute(workNs);
        }
    }
}
