// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.SchedAvg;

/** The fair part of a run queue (kernel: struct cfs_rq of the root group; of a task group only where a recording tells of one). */
public final class FairQueue {

    /** Fair tasks queued, delayed ones included. */
    public int hNrQueued;
    /** Fair tasks queued and runnable: without the delayed ones. */
    public int hNrRunnable;
    /** SCHED_IDLE tasks queued. */
    public int hNrIdle;

    public final SchedAvg avg = new SchedAvg();

    /** Load of the root queue as of {@link #lastHLoadUpdate}; used only with group scheduling (kernel: h_load). */
    public long hLoad;

    public long lastHLoadUpdate = -1;

    public FairQueue() {}

    /** Kernel 7.2: cfs_h_nr_delayed(). */
    public int hNrDelayed() {
        return hNrQueued - hNrRunnable;
    }
}
