// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.RunQueue;

/**
 * What a CPU executes. Read and written on every event, and therefore apart from the rest of {@link SimCpu}: a superclass's
 * fields lie together, before those of the subclass.
 */
abstract class CpuActivity {

    /** In the idle loop, in an idle state or on the way there. */
    static final int IDLE = 0;
    /** On the way out of an idle state; interrupts wait. */
    static final int IDLE_EXIT = 1;
    /** Between two tasks; interrupts are off and wait. */
    static final int SWITCH = 2;
    /** Executes {@link #current}. */
    static final int RUN = 3;

    final int cpu;
    final RunQueue rq;

    int mode = IDLE;
    /** The task executing, or switched to; null: the idle task. */
    SimTask current;

    /** When the present segment began to do work, and when it ends. */
    long segmentStart;

    long segmentEnd;
    /** Work done in 1024 ns. */
    int speed;
    /** Time to be added to what the CPU does next, in ns. */
    long charge;
    /** Time for which it waits for cache lines or spins before that, in ns: the core's other threads do not lengthen it. */
    long stall;
    /** Operations started without time passing. */
    int stalled;

    CpuActivity(int cpu, RunQueue rq) {
        this.cpu = cpu;
        this.rq = rq;
    }
}
