// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * What the versions of "prefer the waker's CPU for reciprocal sync wakeups" (Shubhang Kaushik, 2026) have in common: the
 * test itself. The versions differ in where they ask it.
 */
abstract class SyncPair extends FairPlacement {

    /** The question this series adds. */
    public static final Rung PREFER_SYNC_PAIR_CPU =
            new Rung("prefer_sync_pair_cpu", 1, "is this a reciprocal sync pair whose waker runs alone?");

    /**
     * Patch: prefer_sync_pair_cpu() and the conditions in front of it. The wakee's last wakee is the waker, the waker is
     * the only task of its CPU that is not delayed, the CPU is allowed if {@code testAffinity}, and the wakee fits there if
     * CPUs differ in capacity.
     */
    protected final int preferSyncPairCpu(Selection s, Task p, boolean testAffinity) {
        s.ask(PREFER_SYNC_PAIR_CPU);
        int cpu = s.thisCpu;
        if (p.lastWakee != s.current) {
            s.answer("no: the wakee did not wake the waker last");
            return NONE;
        }
        if (!runsAlone(s, cpu)) {
            s.answer("no: the waker is not alone on its CPU");
            return NONE;
        }
        if (testAffinity && !p.cpusPtr.test(cpu)) {
            s.answer("no: the wakee may not run on the waker's CPU");
            return NONE;
        }
        if (s.topology.asymCpucapActive) {
            syncEntityLoadAvg(s, p);
            if (!taskFitsCpu(s, p, cpu)) {
                s.answer("no: the wakee does not fit the waker's CPU");
                return NONE;
            }
        }
        return s.decide(FairRules.SYNC_PAIR, cpu);
    }
}
