// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Rule;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * Andrei Vagin, 2022-10-27 (20221027202603.670616-1-avagin@google.com): a sync wakeup whose target is the waker's CPU, where
 * the waker is the only task, stays there; no idle CPU is searched. Not merged: gains for pipes, large losses for netperf UDP.
 * Reconstructed from the description.
 */
public final class VaginSync extends FairPlacement {

    /** The question the patch adds. */
    public static final Rung SYNC_STACK =
            new Rung("sync_stack", 1, "sync, target is the waker's CPU, and nothing else runs there?");

    static final Rule STACK =
            new Rule("sync-stack", "sync, and the waker is the only task of the target: the waker's CPU");

    private static final PolicyInfo INFO = new PolicyInfo(
            "vagin-sync",
            List.of(),
            "no idle search for a lone sync waker",
            "sync, target is the waker's CPU and nr_running there is 1: select_idle_sibling() is not asked",
            "20221027202603.670616-1-avagin@google.com",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int afterWakeAffine(Selection s, Task p, int prevCpu, int target, boolean sync) {
        s.ask(SYNC_STACK);
        s.saw("nr_running", s.rq[s.thisCpu].nrRunning);
        if (sync && target == s.thisCpu && s.rq[s.thisCpu].nrRunning == 1) {
            return s.decide(STACK, s.thisCpu);
        }
        s.answer("no");
        return NONE;
    }
}
