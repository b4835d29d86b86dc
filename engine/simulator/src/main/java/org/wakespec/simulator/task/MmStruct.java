// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

import java.util.Arrays;

/** What cache-aware balancing knows of a process (kernel 7.2: the sc_stat part of struct mm_struct). */
public final class MmStruct {

    /** CPU in whose last-level cache the process does most of its work; -1: none. */
    public int schedCpu = -1;
    /** Pages of memory in use, as NUMA balancing sees them. */
    public long footprint;
    /** Threads running at a time, smoothed. */
    public long nrRunningAvg;
    /** Epoch of the last look at where the process runs (kernel: mm_sched_epoch). */
    public long schedEpoch;
    /** By CPU: run time of the process in ns, halved each epoch, and the epoch it belongs to; null: not kept. */
    public long[] runtime;

    public long[] epoch;

    public MmStruct() {}

    /** Starts to keep where the process runs (kernel 7.2: mm_init_sched()). */
    public void keepOccupancy(int nrCpus, long now) {
        runtime = new long[nrCpus];
        epoch = new long[nrCpus];
        Arrays.fill(epoch, now);
        schedEpoch = now;
    }
}
