// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.ipc.InterruptLine;

/** Devices that interrupt CPUs periodically. */
final class Devices {

    /** Sources a simulation can have. */
    static final int MOST = 256;

    private static final class Source {

        private final InterruptLine line;
        private final long period;
        private boolean pending;

        Source(InterruptLine line, long period) {
            this.line = line;
            this.period = period;
        }
    }

    private final SimKernel k;
    private final int firstSlot;
    private final List<Source> sources = new ArrayList<>();

    Devices(SimKernel k, int firstSlot) {
        this.k = k;
        this.firstSlot = firstSlot;
    }

    /** Raises the line at {@code first} and then every {@code period} ns; 0: once. */
    void add(InterruptLine line, long first, long period) {
        if (sources.size() == MOST) {
            throw new IllegalArgumentException("a simulation has at most " + MOST + " interrupt sources");
        }
        k.queue.schedule(firstSlot + sources.size(), first);
        sources.add(new Source(line, period));
        k.armedTimers++;
    }

    void fire(int slot) {
        Source source = sources.get(slot - firstSlot);
        if (source.period > 0) {
            k.queue.schedule(slot, k.now + source.period);
        }
        source.pending = true;
        k.interrupts.arrive(k.cpus[source.line.cpu()], SimCpu.IRQ_DEVICE);
    }

    /** The handlers of all lines that are pending at the CPU. */
    void handle(SimCpu c) {
        for (int i = 0; i < sources.size(); i++) {
            Source source = sources.get(i);
            if (source.pending && source.line.cpu() == c.cpu) {
                source.pending = false;
                if (source.period == 0) {
                    k.armedTimers--;
                }
                source.line.raise(k);
            }
        }
    }
}
