// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;

/**
 * Version 5 (2026-10-08): {@link SyncPairV4} rebased, with WF_SYNC described as advice. Known from a digest of the list, not
 * from the mail.
 */
public final class SyncPairV5 extends SyncPairV4 {

    private static final PolicyInfo INFO = new PolicyInfo(
            "sync-pair-v5",
            List.of(),
            "waker's CPU for reciprocal sync pairs, v5",
            "v4 rebased",
            "digest of the posting of 2026-10-08",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }
}
