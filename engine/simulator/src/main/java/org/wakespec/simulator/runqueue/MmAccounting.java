// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;

/** Told of run time as it is accounted, for what depends on the process (kernel 7.2: account_mm_sched()). */
@FunctionalInterface
public interface MmAccounting {

    /**
     * The running task of {@code rq} has run.
     *
     * @param deltaNs run time in ns
     */
    void accountMmSched(RunQueue rq, Task p, long deltaNs);
}
