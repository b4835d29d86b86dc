// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.example.patch;

import java.util.List;
import org.wakespec.policies.FairPlacement;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Rule;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * The patch: edit here. {@code FairPlacement} is mainline 7.2; its methods bear the names of the kernel's functions, and the
 * steps between them are named. This example keeps a task that is woken with WF_SYNC by the task it woke last on the waker's
 * CPU, where mainline looks for an idle one.
 */
public final class MyPatch extends FairPlacement {

    /** The question the patch asks; it appears in the ladder of every decision. */
    private static final Rung PREFER_HANDOFF =
            new Rung("prefer_handoff", 1, "do the two take turns, and is the waker alone?");

    /** The answer that decides. */
    private static final Rule HANDOFF = new Rule("handoff", "they take turns: the waker's CPU");

    /** For the service loader. */
    public MyPatch() {}

    @Override
    public PolicyInfo info() {
        return new PolicyInfo(
                "my-patch",
                List.of(),
                "handoffs stay on the waker's CPU",
                "after wake_affine() chose the waker's CPU: stay there if waker and wakee take turns, without SMT",
                "nowhere yet",
                PolicyInfo.Standing.RECONSTRUCTED,
                PolicyInfo.Scope.FULL);
    }

    /** Asked once wake_affine() has chosen the target, before select_idle_sibling(). */
    @Override
    protected int afterWakeAffine(Selection s, Task p, int prevCpu, int target, boolean sync) {
        if (!sync || s.topology.smtActive || target != s.thisCpu) {
            return NONE;
        }
        s.ask(PREFER_HANDOFF);
        if (p.lastWakee != s.current || !runsAlone(s, target)) {
            s.answer("no");
            return NONE;
        }
        return s.decide(HANDOFF, target);
    }
}
