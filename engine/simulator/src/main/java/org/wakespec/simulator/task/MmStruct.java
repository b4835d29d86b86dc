// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.task;

/** What cache-aware balancing knows of a process (kernel 7.2: the sc_stat part of struct mm_struct). */
public final class MmStruct {

    /** CPU in whose last-level cache the process does most of its work; -1: none. */
    public int schedCpu = -1;
    /** Pages of memory in use, as NUMA balancing sees them. */
    public long footprint;
    /** Threads running at a time, smoothed. */
    public long nrRunningAvg;

    public MmStruct() {}
}
