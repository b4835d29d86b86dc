// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;

/** A main task that sleeps for a while, forks its children and waits for them all. */
final class ForkAll implements Program {

    private final SimTask[] children;
    private final long delayNs;
    private boolean slept;
    private int forked;
    private int reaped;

    ForkAll(SimTask[] children) {
        this(children, 0);
    }

    ForkAll(SimTask[] children, long delayNs) {
        this.children = children;
        this.delayNs = delayNs;
    }

    @Override
    public void step(TaskApi task) {
        if (!slept && delayNs > 0) {
            slept = true;
            task.sleep(delayNs);
        } else if (forked < children.length) {
            task.fork(children[forked++]);
        } else if (reaped < children.length) {
            reaped++;
            task.waitChild();
        } else {
            task.exit();
        }
    }
}
