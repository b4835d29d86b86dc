// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Notification;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;

/** {@code perf bench sched seccomp-notify}: a task whose system calls its parent answers. */
public final class SeccompNotify implements Workload {

    private final int loops;
    private final boolean sync;
    private long started;
    private long finished;

    /**
     * A run.
     *
     * @param loops option {@code -l}; the program's default is 1 000 000
     * @param sync option {@code -s}: both wakeups ask for the waker's CPU
     */
    public SeccompNotify(int loops, boolean sync) {
        if (loops < 1) {
            throw new IllegalArgumentException("perf bench sched seccomp-notify: -l expects at least 1, not " + loops);
        }
        this.loops = loops;
        this.sync = sync;
    }

    /** The same program, for another run. */
    SeccompNotify copy() {
        return new SeccompNotify(loops, sync);
    }

    @Override
    public SimTask start(Simulation sim) {
        Notification notification = new Notification("notification", sync);
        int[] called = new int[1];
        SimTask child = sim.task("seccomp-notify", task -> {
            if (called[0]++ == loops) {
                task.exit();
            } else {
                task.notifySupervisor(notification);
            }
        });
        SimTask main = sim.task("seccomp-notify", new Supervisor(notification, child));
        sim.start(main);
        return main;
    }

    /** Microseconds for one call with its answer. */
    public double usecsPerOp() {
        return (finished - started) / 1000.0 / loops;
    }

    private final class Supervisor implements Program {

        private final Notification notification;
        private final SimTask child;
        private int step = -1;

        Supervisor(Notification notification, SimTask child) {
            this.notification = notification;
            this.child = child;
        }

        @Override
        public void step(TaskApi task) {
            if (step < 0) {
                started = task.now();
                step = 0;
                task.fork(child);
            } else if (step < 2 * loops) {
                if ((step++ & 1) == 0) {
                    task.receiveNotification(notification);
                } else {
                    task.answerNotification(notification);
                }
            } else if (step == 2 * loops) {
                step++;
                task.waitChild();
            } else {
                finished = task.now();
                task.exit();
            }
        }
    }
}
