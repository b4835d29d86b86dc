// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.time.EventQueue;
import org.wakespec.simulator.wakeup.WakerContext;

/**
 * Timers of sleeping tasks (kernel 7.2: hrtimers with slack). A timer is bound to the CPU it was started on. An interrupt is
 * programmed for its latest time; any timer interrupt of the CPU from its earliest time on expires it, too.
 */
final class Timers {

    private final SimKernel k;

    Timers(SimKernel k) {
        this.k = k;
    }

    void arm(SimCpu c, SimTask t, long soft, long hard) {
        cancel(t);
        t.timerArmed = true;
        t.timerSoft = soft;
        t.timerHard = hard;
        t.timerCpu = c.cpu;
        t.timerPrev = null;
        t.timerNext = c.timers;
        if (c.timers != null) {
            c.timers.timerPrev = t;
        }
        c.timers = t;
        k.armedTimers++;
        k.queue.schedule(k.timerSlot(t), hard);
    }

    void cancel(SimTask t) {
        if (t.timerArmed) {
            unlink(t);
            k.queue.cancel(k.timerSlot(t));
        }
    }

    private void unlink(SimTask t) {
        t.timerArmed = false;
        k.armedTimers--;
        if (t.timerPrev == null) {
            k.cpus[t.timerCpu].timers = t.timerNext;
        } else {
            t.timerPrev.timerNext = t.timerNext;
        }
        if (t.timerNext != null) {
            t.timerNext.timerPrev = t.timerPrev;
        }
        t.timerNext = null;
        t.timerPrev = null;
    }

    /** Latest time of the CPU's next timer, or {@link EventQueue#NEVER}. */
    long next(SimCpu c) {
        long next = EventQueue.NEVER;
        for (SimTask t = c.timers; t != null; t = t.timerNext) {
            next = Math.min(next, t.timerHard);
        }
        return next;
    }

    /** A timer interrupt of the CPU: expires what may be expired, in order of the latest times. */
    void expire(SimCpu c) {
        while (true) {
            SimTask due = null;
            for (SimTask t = c.timers; t != null; t = t.timerNext) {
                if (t.timerSoft <= k.now && (due == null || earlier(t, due))) {
                    due = t;
                }
            }
            if (due == null) {
                return;
            }
            cancel(due);
            due.timerFired = true;
            k.counters.timers++;
            k.wakeFrom(c, due, 0, WakerContext.INTERRUPT);
        }
    }

    private static boolean earlier(SimTask a, SimTask b) {
        return a.timerHard < b.timerHard || a.timerHard == b.timerHard && a.index < b.index;
    }
}
