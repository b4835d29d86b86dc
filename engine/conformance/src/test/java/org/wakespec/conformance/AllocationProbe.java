// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/** Bytes a thread allocates while a policy decides every tenth vector. */
final class AllocationProbe {

    private static final int ASKED = 100;

    private AllocationProbe() {}

    static long bytesPerDecision(DecisionConformance conformance, PlacementPolicy policy) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long bytes = 0;
        long decisions = 0;
        try (RecordReader reader = RecordReader.open(Samples.DECISIONS)) {
            int n = 0;
            for (DecisionRecord r = DecisionConformance.read(reader); r != null; r = DecisionConformance.read(reader)) {
                if (n++ % 10 != 0) {
                    continue;
                }
                LoadedDecision decision = conformance.load(r);
                decision.ask(policy, null);
                decision.undo();
                threads.getCurrentThreadAllocatedBytes();
                long before = threads.getCurrentThreadAllocatedBytes();
                for (int i = 0; i < ASKED; i++) {
                    decision.ask(policy, null);
                    decision.undo();
                }
                bytes += threads.getCurrentThreadAllocatedBytes() - before;
                decisions += ASKED;
            }
        }
        return bytes / decisions;
    }
}
