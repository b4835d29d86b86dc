// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;

/** A main task that sleeps for a while, creates its children as threads or processes and waits for them all. */
final class ForkAll implements Program {

    private final SimTask[] children;
    private final long delayNs;
    private final boolean threads;
    private boolean slept;
    private int forked;
    private int reaped;

    ForkAll(SimTask[] children) {
        this(children, 0, false);
    }

    ForkAll(SimTask[] children, long delayNs, boolean threads) {
        this.children = children;
        this.threads = threads;
        this.delayNs = delayNs;
    }

    @Override
    public void step(TaskApi task) {
        if (!slept && delayNs > 0) {
            slept = true;
            task.sleep(delayNs);
        } else if (forked < children.length) {
            SimTask child = children[forked++];
            if (threads) {
                task.createThread(child);
            } else {
                task.fork(child);
            }
        } else if (reaped < children.length) {
            SimTask child = children[reaped++];
            if (threads) {
                task.join(child);
            } else {
                task.waitChild();
            }
        } else {
            task.exit();
        }
    }
}
