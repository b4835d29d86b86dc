// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;

/** The run queue of one CPU (kernel: struct rq). Fields carry the kernel's names. */
public final class RunQueue {

    public final int cpu;
    public final Task idle;
    /** The running task; {@link #idle} when there is none. */
    public Task curr;
    /** All queued tasks of any class, delayed ones included. */
    public int nrRunning;
    /** A remote wakeup waits to be enqueued here (kernel: ttwu_pending). */
    public boolean ttwuPending;

    public final FairQueue cfs = new FairQueue();

    /** Capacity left for fair tasks: 1024 = all of the biggest kind of CPU. Never 0. */
    public long cpuCapacity;
    /** Run-queue clock in ns at which newly-idle balancing last started and pulled nothing; 0: none. */
    public long idleStamp;
    /** Exit latency of the idle state the CPU is in, in the driver's unit; -1: not inside the idle driver. */
    public long idleExitLatency = -1;

    public RunQueue(int cpu, Task idle, long cpuCapacity) {
        this.cpu = cpu;
        this.idle = idle;
        this.curr = idle;
        this.cpuCapacity = cpuCapacity;
    }

    /** Kernel 7.2: idle_cpu(). */
    public boolean idleCpu() {
        return curr == idle && nrRunning == 0 && !ttwuPending;
    }

    /** Kernel 7.2: sched_idle_rq(): something is queued, and all of it is SCHED_IDLE. */
    public boolean schedIdleRq() {
        return nrRunning != 0 && nrRunning == cfs.hNrIdle;
    }
}
