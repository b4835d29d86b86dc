// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.idle.IdleState;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomainShared;

/** What a CPU does without a task (kernel 7.2: do_idle(), tick_nohz_idle_stop_tick(), __update_idle_core()). */
final class IdleLoop {

    private final SimKernel k;
    private final IdleState[] states;
    private final long entryNs;
    private final long exitNs;
    private final long tickStopNs;
    private final long tickRestartNs;
    private final long irqNs;
    /** Of each last-level cache: how many CPUs it has, how many are in an idle state, and since when all are. */
    private final int[] sharers;

    private final int[] sleepers;
    private final long[] asleepSince;

    IdleLoop(SimKernel k, CostModel costs) {
        this.k = k;
        states = costs.idleStates().toArray(new IdleState[0]);
        entryNs = costs.of(Cost.IDLE_ENTRY);
        exitNs = costs.of(Cost.IDLE_EXIT);
        tickStopNs = costs.of(Cost.TICK_STOP);
        tickRestartNs = costs.of(Cost.TICK_RESTART);
        irqNs = costs.of(Cost.IRQ);
        int n = k.cpus.length;
        sharers = new int[n];
        sleepers = new int[n];
        asleepSince = new long[n];
        for (int cpu = 0; cpu < n; cpu++) {
            sharers[k.sched.topology.machine.coregroupIndex(cpu)]++;
        }
    }

    private void fallsAsleep(SimCpu c) {
        int llc = k.sched.topology.machine.coregroupIndex(c.cpu);
        if (++sleepers[llc] == sharers[llc]) {
            asleepSince[llc] = k.now;
        }
    }

    /** For how long no CPU of the cache had been awake when this one wakes, in ns. */
    private long wakesUp(SimCpu c) {
        int llc = k.sched.topology.machine.coregroupIndex(c.cpu);
        return sleepers[llc]-- == sharers[llc] ? k.now - asleepSince[llc] : 0;
    }

    /**
     * One round of the idle loop: chooses a state and goes there.
     *
     * @param newPeriod the CPU was not idle before
     */
    void enter(SimCpu c, boolean newPeriod) {
        c.mode = SimCpu.IDLE;
        k.sched.thisCpu = c.cpu;
        if (newPeriod) {
            c.tickedWhileIdle = false;
        }
        k.balancing.beforeIdle(c);
        long cost = entryNs + c.charge + c.stall;
        c.charge = 0;
        c.stall = 0;
        long toTimer = k.timers.next(c) - k.now;
        long toTick = k.ticks.next() - k.now;
        int state = c.governor.select(toTimer, toTick, c.tickStopped, c.tickedWhileIdle);
        if (!c.tickStopped && c.governor.stopTick() && toTimer > k.tickNsec) {
            c.tickStopped = true;
            k.ticks.stop(c.cpu);
            k.counters.tickStops++;
            k.balancing.tickStopped(c);
            cost += tickStopNs;
        }
        c.idleState = state;
        c.idleSince = k.now;
        fallsAsleep(c);
        c.idleReady = k.now + cost;
        c.rq.polling = states[state].flagWake();
        c.rq.idleExitLatency = states[state].exitLatency() / 1000;
        k.counters.idleEntries++;
        if (k.observer != null) {
            k.observer.onIdle(k.now, c.cpu, state);
        }
        if (c.rq.resched != 0 && c.inFlight == 0) {
            // asked for while the switch to idle was under way
            wake(c, SimCpu.FLAG, 0);
        }
    }

    /**
     * The CPU leaves its idle state because of interrupts or a flag.
     *
     * @param latency time until the CPU notices, in ns
     */
    void wake(SimCpu c, int why, long latency) {
        c.pending |= why;
        if (c.mode != SimCpu.IDLE) {
            return;
        }
        c.mode = SimCpu.IDLE_EXIT;
        c.idleTime += k.now - c.idleSince;
        long allAsleep = wakesUp(c);
        c.rq.polling = false;
        c.rq.idleExitLatency = -1;
        IdleState state = states[c.idleState];
        boolean reached = k.now >= c.idleReady;
        long time = latency + exitNs;
        if (reached) {
            time += state.wakeNs(Math.min(k.now - c.idleReady, allAsleep));
        } else {
            time += c.idleReady - k.now;
        }
        if ((why & ~SimCpu.FLAG) != 0) {
            time += irqNs;
        }
        c.governor.reflect(reached ? k.now - c.idleReady : 0);
        if (k.observer != null) {
            k.observer.onIdle(k.now, c.cpu, -1);
        }
        k.queue.schedule(c.cpu, k.now + time);
    }

    /** Out of the idle state: handles what came, and schedules if there is something to run. */
    void exitDone(SimCpu c) {
        k.sched.thisCpu = c.cpu;
        k.ticks.catchUp();
        int pending = c.pending;
        c.pending = 0;
        k.interrupts.handle(c, pending & ~SimCpu.FLAG);
        k.wakeups.flush(c);
        if (c.rq.resched == 0) {
            enter(c, false);
            return;
        }
        if (c.tickStopped) {
            c.tickStopped = false;
            k.ticks.start(c.cpu);
            c.charge += tickRestartNs;
        }
        k.execution.scheduleFromIdle(c);
    }

    /** The CPU switches to idle: its core may be idle now (kernel 7.2: __update_idle_core()). */
    void updateIdleCore(SimCpu c) {
        if (!k.sched.topology.smtActive) {
            return;
        }
        SchedDomainShared shared = k.sched.topology.sdBalanceShared[c.cpu];
        if (shared == null || shared.hasIdleCores) {
            return;
        }
        CpuMask core = k.sched.topology.smtMask[c.cpu];
        for (int cpu = core.first(); cpu >= 0; cpu = core.next(cpu + 1)) {
            if (cpu != c.cpu && !k.sched.rq[cpu].idleCpu()) {
                return;
            }
        }
        shared.hasIdleCores = true;
    }
}
