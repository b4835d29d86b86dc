// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/** Bytes a thread allocates while a policy decides every tenth vector. */
final class AllocationProbe {

    private static final int ASKED = 20;
    private static final int TRIES = 3;

    private AllocationProbe() {}

    /**
     * Bytes in all. A decision that allocates does so every time; what is seen once only was the virtual machine's own
     * (loading a class, throwing compiled code away).
     */
    static long bytes(DecisionConformance conformance, PlacementPolicy policy) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        try (RecordReader reader = RecordReader.open(Samples.DECISIONS)) {
            int n = 0;
            for (DecisionRecord r = DecisionConformance.read(reader); r != null; r = DecisionConformance.read(reader)) {
                if (n++ % 10 == 0) {
                    bytes += least(threads, conformance.load(r), policy);
                }
            }
        }
        return bytes;
    }

    private static long least(ThreadMXBean threads, LoadedDecision decision, PlacementPolicy policy) {
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < TRIES && least > 0; attempt++) {
            threads.getCurrentThreadAllocatedBytes();
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < ASKED; i++) {
                decision.ask(policy, null);
                decision.undo();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }
}
