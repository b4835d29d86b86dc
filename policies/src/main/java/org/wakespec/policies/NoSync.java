// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Mainline without WF_SYNC: every sync wakeup is made a plain one. An experiment of K Prateek Nayak's mail of 2026-08-04 in
 * the thread of {@link SyncPairV4}, not a proposal.
 */
public final class NoSync extends FairPlacement {

    private static final PolicyInfo INFO = new PolicyInfo(
            "no-sync",
            List.of(),
            "mainline without WF_SYNC",
            "WF_SYNC is removed from the wake flags",
            "experiment in the thread of 20260803-b4-sched-sync-wakeup-v4-1-52333b0cfb79@gentwo.org",
            Standing.EXACT,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected boolean honoursSync(Selection s, int wakeFlags) {
        return false;
    }
}
