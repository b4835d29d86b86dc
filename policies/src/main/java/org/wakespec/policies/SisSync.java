// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Rule;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * K Prateek Nayak's prototype of 2026-07-30: sync is passed into select_idle_sibling() and decided there, once it is known
 * whether the LLC has an idle core. If none is advertised, a sync wakee whose target is the lone waker's CPU takes an idle
 * sibling of the waker that is big enough, else the waker's CPU itself. Reconstructed from a description; the exact order of the
 * tests is not known.
 */
public final class SisSync extends FairPlacement {

    /** The question the prototype adds. */
    public static final Rung SIS_SYNC =
            new Rung("sis_sync", 2, "sync from the lone task of the target, and no idle core advertised?");

    static final Rule SIBLING = new Rule("sis:sync-sibling", "sync and no idle core: an idle sibling of the waker");
    static final Rule WAKER = new Rule("sis:sync-waker", "sync and no idle core: the waker's CPU");

    private static final PolicyInfo INFO = new PolicyInfo(
            "sis-sync",
            List.of(),
            "sync decided inside select_idle_sibling()",
            "no idle core advertised, sync, target is the lone waker's CPU: its idle sibling, else its CPU",
            "prototype of 2026-07-30 in the thread of 20260727-b4-sched-sync-wakeup-v3-1-90cf481dbd85@gentwo.org",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int beforeIdleSearch(
            Selection s, Task p, SchedDomain llc, boolean hasIdleCore, int target, long taskUtil) {
        s.ask(SIS_SYNC);
        if (hasIdleCore || !s.sync || target != s.thisCpu || !runsAlone(s, target) || !p.cpusPtr.test(target)) {
            s.answer("no");
            return NONE;
        }
        CpuMask siblings = s.topology.smtMask[target];
        for (int cpu = siblings.first(); cpu >= 0; cpu = siblings.next(cpu + 1)) {
            if (cpu != target
                    && p.cpusPtr.test(cpu)
                    && s.topology.active.test(cpu)
                    && chooseIdleCpu(s, cpu, p)
                    && asymFitsCpu(s, taskUtil, cpu)) {
                return s.decide(SIBLING, cpu);
            }
        }
        return s.decide(WAKER, target);
    }
}
