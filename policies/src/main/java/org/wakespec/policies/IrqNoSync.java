// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Libo Chen, 2022-07-11 (20220711224704.1672831-1-libo.chen@oracle.com): WF_SYNC counts only in task context, since an
 * interrupt that wakes says nothing about what the interrupted task does next. Held back in August 2022: network wakeups all
 * come from softirq. Reconstructed from the description.
 */
public final class IrqNoSync extends FairPlacement {

    private static final PolicyInfo INFO = new PolicyInfo(
            "irq-nosync",
            List.of(),
            "WF_SYNC only in task context",
            "sync is ignored when the wakeup comes from interrupt or softirq",
            "20220711224704.1672831-1-libo.chen@oracle.com",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected boolean honoursSync(Selection s, int wakeFlags) {
        return s.inTask && super.honoursSync(s, wakeFlags);
    }
}
