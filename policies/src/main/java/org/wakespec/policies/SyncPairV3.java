// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Version 3 (2026-07-27): as {@link SyncPairV2}, but only while SMT is not active, and without the affinity test, which the
 * wake-affine block implies. Reconstructed from the changelog.
 */
public final class SyncPairV3 extends SyncPair {

    private static final PolicyInfo INFO = new PolicyInfo(
            "sync-pair-v3",
            List.of(),
            "waker's CPU for reciprocal sync pairs, v3",
            "as v2, only without SMT, and without the affinity test",
            "20260727-b4-sched-sync-wakeup-v3-1-90cf481dbd85@gentwo.org",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int beforeWakeAffine(Selection s, SchedDomain sd, Task p, int prevCpu, boolean sync) {
        return sync && !s.topology.smtActive ? preferSyncPairCpu(s, p, false) : NONE;
    }
}
