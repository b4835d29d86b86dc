// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.idle.MenuGovernor;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.RunQueue;

/** One CPU of a running simulation: what it executes and what is pending. A plain structure. */
final class SimCpu {

    /** In the idle loop, in an idle state or on the way there. */
    static final int IDLE = 0;
    /** On the way out of an idle state; interrupts wait. */
    static final int IDLE_EXIT = 1;
    /** Between two tasks; interrupts are off and wait. */
    static final int SWITCH = 2;
    /** Executes {@link #current}. */
    static final int RUN = 3;

    /** Pending interrupts. */
    static final int IRQ_CALL = 1;

    static final int IRQ_RESCHED = 2;
    static final int IRQ_HRTICK = 4;
    static final int IRQ_HRTICK_ARM = 8;
    static final int IRQ_TICK = 16;
    static final int IRQ_TIMER = 32;
    static final int IRQ_NOHZ = 64;
    static final int IRQ_DEVICE = 128;
    /** Not an interrupt: the idle task saw its flag. */
    static final int FLAG = 256;

    final int cpu;
    final RunQueue rq;
    final MenuGovernor governor;
    /** Other threads of the core. */
    SimCpu[] siblings = {};

    int mode = IDLE;
    /** The task executing, or switched to; null: the idle task. */
    SimTask current;
    /** During a switch: the task switched away from; null: the idle task. */
    SimTask previous;

    /** When the present segment began to do work, and when it ends. */
    long segmentStart;

    long segmentEnd;
    /** Work done in 1024 ns. */
    int speed;
    /** When {@link #current} was switched in. */
    long switchedIn;
    /** Speed when the core is its own, and when it is shared. */
    int fullSpeed;

    int sharedSpeed;
    /** Time to be added to what the CPU does next, in ns. */
    long charge;

    /** Interrupts that came while they were off, and those on their way. */
    int pending;

    int inFlight;
    /** A balance softirq was raised. */
    boolean softirq;

    /** Woken tasks that this CPU is to enqueue, oldest first. */
    SimTask wakeHead;

    SimTask wakeTail;
    /** Tasks with a timer here. */
    SimTask timers;
    /** Device interrupts that arrived. */
    int devices;

    /** Idle: since when, when the state is reached, which one; tick. */
    long idleSince;

    long idleReady;
    int idleState;
    boolean tickStopped;
    boolean tickedWhileIdle;
    /** Time it was idle, up to the end of its last idle period. */
    long idleTime;

    /** Operations started without time passing. */
    int stalled;

    long stalledAt;

    SimCpu(int cpu, RunQueue rq, MenuGovernor governor) {
        this.cpu = cpu;
        this.rq = rq;
        this.governor = governor;
    }

    /** Whether it executes, or switches between, tasks rather than idles. */
    boolean busy() {
        return current != null;
    }
}
