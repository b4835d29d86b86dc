// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/** PR_SCHED_HINT_WAKE_HOLD: towards the CPU the task last ran on. */
public final class WakeHintHold extends WakeHint {

    private static final PolicyInfo INFO = new PolicyInfo(
            "wake-hint-hold",
            List.of(),
            "hint: wake near the previous CPU",
            "different LLCs and an idle core in prev's: the previous CPU is the target",
            "20220910105326.1797-4-kprateek.nayak@amd.com",
            Standing.REBASED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int hintedCpu(Selection s, int prevCpu) {
        return prevCpu;
    }
}
