// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Version 1 (2026-07-21): the test stands before the domain walk, so it neither asks whether a wake-affine domain covers the
 * two CPUs nor whether the previous CPU is isolated. Review (Christian Loehle): it must move below the SD_WAKE_AFFINE check,
 * otherwise it ignores isolcpus.
 */
public final class SyncPairV1 extends SyncPair {

    private static final PolicyInfo INFO = new PolicyInfo(
            "sync-pair-v1",
            List.of(),
            "waker's CPU for reciprocal sync pairs, v1",
            "before any domain is looked at: sync, not wide, reciprocal, waker alone, CPU allowed and big enough",
            "20260721-b4-sched-sync-wakeup-v1-1-dc94f184e27f@gentwo.org",
            Standing.EXACT,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int beforeDomains(Selection s, Task p, boolean sync, boolean wide) {
        return sync && !wide ? preferSyncPairCpu(s, p, true) : NONE;
    }
}
