// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Version 4 (2026-08-03): only once wake_affine() has selected or kept the waker's CPU, and only while SMT is not active. With
 * the default features it always agrees with {@link SyncPairV3}: a waker that is alone is never idle, so the affine step has
 * already answered "waker" for a sync wakeup.
 */
public class SyncPairV4 extends SyncPair {

    private static final PolicyInfo INFO = new PolicyInfo(
            "sync-pair-v4",
            List.of(),
            "waker's CPU for reciprocal sync pairs, v4",
            "after wake_affine(), only if it chose or kept the waker's CPU, only without SMT",
            "20260803-b4-sched-sync-wakeup-v4-1-52333b0cfb79@gentwo.org",
            Standing.EXACT,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int afterWakeAffine(Selection s, Task p, int prevCpu, int target, boolean sync) {
        return sync && !s.topology.smtActive && target == s.thisCpu ? preferSyncPairCpu(s, p, false) : NONE;
    }
}
