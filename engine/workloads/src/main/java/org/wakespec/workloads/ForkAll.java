// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;

/** Forks children one after the other, waits for all of them and ends. */
final class ForkAll implements Program {

    private final SimTask[] children;
    private int forked;
    private int reaped;

    ForkAll(SimTask[] children) {
        this.children = children;
    }

    @Override
    public void step(TaskApi task) {
        if (forked < children.length) {
            task.fork(children[forked++]);
        } else if (reaped < children.length) {
            reaped++;
            task.waitChild();
        } else {
            task.exit();
        }
    }
}
