// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.ipc.SimTask;

/** Interrupts: sending them to CPUs, their handlers, and what follows at their exit. */
final class Interrupts {

    private final SimKernel k;
    private final long ipiNs;
    private final long ipiSendNs;
    private final long irqNs;
    private final long tickNs;

    Interrupts(SimKernel k, CostModel costs) {
        this.k = k;
        ipiNs = costs.of(Cost.IPI);
        ipiSendNs = costs.of(Cost.IPI_SEND);
        irqNs = costs.of(Cost.IRQ);
        tickNs = costs.of(Cost.TICK);
    }

    /**
     * Sends an interrupt from the CPU that executes, when it has got that far. One that finds another on its way to the same
     * CPU arrives together with it.
     */
    void send(SimCpu target, int why) {
        k.charge(ipiSendNs);
        k.counters.ipis++;
        if (target.inFlight == 0) {
            k.queue.schedule(k.ipiSlot(target), k.ready() + ipiNs);
        }
        target.inFlight |= why;
    }

    /** What was sent arrives. */
    void sent(SimCpu c) {
        int why = c.inFlight;
        c.inFlight = 0;
        arrive(c, why);
    }

    /** Interrupts reach a CPU. */
    void arrive(SimCpu c, int why) {
        switch (c.mode) {
            case SimCpu.IDLE -> k.idle.wake(c, why, 0);
            case SimCpu.RUN -> {
                SimCpu acting = k.acting;
                k.acting = c;
                k.sched.thisCpu = c.cpu;
                c.charge += irqNs;
                handle(c, why);
                SimTask t = c.current;
                if (t.segment == SimTask.USER ? c.rq.resched != 0 : c.rq.needResched()) {
                    k.execution.preempt(c);
                } else {
                    k.execution.extend(c);
                }
                k.acting = acting;
            }
            default -> c.pending |= why;
        }
    }

    /** The handlers, then the softirq. Charges the CPU. */
    void handle(SimCpu c, int why) {
        k.acting = c;
        k.counters.interrupts++;
        if ((why & SimCpu.IRQ_TICK) != 0) {
            tick(c);
        }
        if ((why & SimCpu.IRQ_TIMER) != 0) {
            k.timers.expire(c);
        }
        if ((why & SimCpu.IRQ_HRTICK) != 0 && c.rq.hrtickExpires != 0 && c.rq.hrtickExpires <= k.now) {
            k.counters.hrticks++;
            c.rq.hrtick();
        }
        if ((why & SimCpu.IRQ_DEVICE) != 0) {
            k.devices.handle(c);
        }
        if ((why & SimCpu.IRQ_CALL) != 0) {
            k.wakeups.flush(c);
        }
        if ((why & SimCpu.IRQ_NOHZ) != 0) {
            k.balancing.kicked(c);
        }
        if (c.softirq) {
            c.softirq = false;
            k.balancing.softirq(c);
        }
    }

    private void tick(SimCpu c) {
        c.charge += tickNs;
        k.counters.ticks++;
        if (c.current == null) {
            c.tickedWhileIdle = true;
        }
        if (k.observer != null) {
            k.observer.onTick(k.now, c.cpu);
        }
        c.rq.tick();
        if (c.timers != null) {
            k.timers.expire(c);
        }
        k.balancing.tick(c);
    }
}
