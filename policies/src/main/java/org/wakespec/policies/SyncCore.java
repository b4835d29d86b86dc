// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Madadi Vineeth Reddy, 2026-08-01: while looking for an idle core, the waker's own CPU counts as idle if the wakeup is sync and
 * the waker is alone, so that its core stays a candidate and the wakee lands on the waker's SMT sibling. Since the scan starts
 * behind the target, that works where sibling numbers are adjacent (Zhan Xusheng's remark); where a sibling is cpu+N another
 * idle core is met first. Reconstructed from a description.
 */
public final class SyncCore extends FairPlacement {

    private static final PolicyInfo INFO = new PolicyInfo(
            "sync-core",
            List.of(),
            "a sync waker's core counts as idle",
            "select_idle_core() counts the waker's CPU as idle if the wakeup is sync and the waker is alone there",
            "posting of 2026-08-01, known from a digest of the list",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected boolean threadIsIdle(Selection s, int cpu) {
        boolean idle = super.threadIsIdle(s, cpu);
        if (!idle && cpu == s.thisCpu && s.sync && runsAlone(s, cpu)) {
            s.saw("waker's CPU counted as idle", true);
            return true;
        }
        return idle;
    }
}
