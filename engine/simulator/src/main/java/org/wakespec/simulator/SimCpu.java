// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.idle.MenuGovernor;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.RunQueue;

/** One CPU of a running simulation: what it executes and what is pending. A plain structure. */
final class SimCpu extends CpuActivity {

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

    final MenuGovernor governor;
    /** Other threads of the core. */
    SimCpu[] siblings = {};

    /** During a switch: the task switched away from; null: the idle task. */
    SimTask previous;

    /** When {@link #current} was switched in. */
    long switchedIn;
    /** Speed when the core is its own, and when it is shared. */
    int fullSpeed;

    int sharedSpeed;
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

    /** When operations started without time passing were counted last. */
    long stalledAt;

    SimCpu(int cpu, RunQueue rq, MenuGovernor governor) {
        super(cpu, rq);
        this.governor = governor;
    }

    /** Whether it executes, or switches between, tasks rather than idles. */
    boolean busy() {
        return current != null;
    }
}
