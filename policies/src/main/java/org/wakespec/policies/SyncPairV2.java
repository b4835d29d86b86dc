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
 * Version 2 (2026-07-22): the same test, moved under the domain that covers both CPUs and has SD_WAKE_AFFINE, before and
 * independent of the affine result. Reconstructed from the changelog.
 */
public final class SyncPairV2 extends SyncPair {

    private static final PolicyInfo INFO = new PolicyInfo(
            "sync-pair-v2",
            List.of(),
            "waker's CPU for reciprocal sync pairs, v2",
            "the test of v1, moved under the wake-affine domain, before wake_affine() is asked",
            "20260722-b4-sched-sync-wakeup-v2-1-f1164560b24b@gentwo.org",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int beforeWakeAffine(Selection s, SchedDomain sd, Task p, int prevCpu, boolean sync) {
        return sync ? preferSyncPairCpu(s, p, true) : NONE;
    }
}
