// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.topology.CpuMask;

/** Jiffies and the periodic ticks of all CPUs, which fire at the same instants (kernel 7.2: tick-sched.c). */
final class Ticks {

    private final SimKernel k;
    private final int slot;
    private final long phase;
    private final long startJiffies;
    /** CPUs whose tick runs. */
    private final CpuMask running;

    private int count;
    /** When the next tick is due while some run; to ask for it takes a division. */
    private long dueNext;

    private final int[] scratch;

    Ticks(SimKernel k, int slot, long phase) {
        this.k = k;
        this.slot = slot;
        this.phase = phase;
        startJiffies = k.sched.jiffies;
        running = new CpuMask(k.sched.nrCpus());
        scratch = new int[k.sched.nrCpus()];
    }

    private long ticksUntil(long time) {
        return Math.floorDiv(time - phase, k.tickNsec) + 1;
    }

    /** When the next tick is due. */
    long next() {
        return count > 0 && dueNext > k.now ? dueNext : compute();
    }

    private long compute() {
        return phase + ticksUntil(k.now) * k.tickNsec;
    }

    /** Brings jiffies up to date after all ticks were stopped. */
    void catchUp() {
        if (count == 0) {
            k.sched.jiffies = startJiffies + ticksUntil(k.now);
        }
    }

    private void schedule() {
        dueNext = compute();
        k.queue.schedule(slot, dueNext);
    }

    void start(int cpu) {
        if (running.test(cpu)) {
            return;
        }
        if (count == 0) {
            schedule();
        }
        running.set(cpu);
        count++;
    }

    void stop(int cpu) {
        if (running.test(cpu)) {
            running.clear(cpu);
            count--;
            if (count == 0) {
                k.queue.cancel(slot);
            }
        }
    }

    boolean isRunning(int cpu) {
        return running.test(cpu);
    }

    /** The tick: jiffies move on, then every CPU with a running tick is interrupted, in ascending order. */
    void fire() {
        k.sched.jiffies = startJiffies + ticksUntil(k.now);
        schedule();
        int n = 0;
        for (int cpu = running.first(); cpu >= 0; cpu = running.next(cpu + 1)) {
            scratch[n++] = cpu;
        }
        for (int i = 0; i < n; i++) {
            k.interrupts.arrive(k.cpus[scratch[i]], SimCpu.IRQ_TICK);
        }
        if (k.monitor != null) {
            k.monitor.tick(k.now);
        }
    }
}
