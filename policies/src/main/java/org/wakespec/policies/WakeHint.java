// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * The 2022 wakeup hints (K Prateek Nayak, PATCH 3/5 of 2022-09-10, 20220910105326.1797-4-kprateek.nayak@amd.com), rebased by
 * hand onto 7.2, as if every task carried the hint. If waker and previous CPU are in different LLCs and the hinted CPU's LLC
 * advertises an idle core, the hinted CPU is the target and wake_affine() is not asked.
 */
abstract class WakeHint extends FairPlacement {

    /** The question the hints add. */
    public static final Rung WAKE_HINT = new Rung("wake_hint", 1, "does the hinted CPU's LLC advertise an idle core?");

    /** The CPU the hint points to. */
    protected abstract int hintedCpu(Selection s, int prevCpu);

    @Override
    protected final int hintedTarget(Selection s, Task p, int prevCpu) {
        if (s.topology.cpusShareCache(s.thisCpu, prevCpu)) {
            return NONE;
        }
        s.ask(WAKE_HINT);
        int hinted = hintedCpu(s, prevCpu);
        s.saw("hinted CPU", hinted);
        boolean follow = testIdleCores(s, hinted);
        s.answer(follow ? "yes: it is the target" : "no: mainline decides");
        return follow ? hinted : NONE;
    }
}
