// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/** PR_SCHED_HINT_WAKE_AFFINE: towards the waker's CPU. */
public final class WakeHintAffine extends WakeHint {

    private static final PolicyInfo INFO = new PolicyInfo(
            "wake-hint-affine",
            List.of(),
            "hint: wake near the waker",
            "different LLCs and an idle core in the waker's: the waker's CPU is the target",
            "20220910105326.1797-4-kprateek.nayak@amd.com",
            Standing.REBASED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int hintedCpu(Selection s, int prevCpu) {
        return s.thisCpu;
    }
}
