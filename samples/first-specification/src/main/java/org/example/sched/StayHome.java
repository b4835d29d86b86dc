// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.example.sched;

import java.util.List;
import org.wakespec.policies.FairPlacement;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Rule;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * An idle previous CPU is kept, in whatever LLC it is: sync then pulls nobody out of a warm cache. An invented patch; replace
 * it by yours. The rest is mainline.
 */
public final class StayHome extends FairPlacement {

    /** The question the patch adds; it shows up in the ladder. */
    private static final Rung STAY_HOME = new Rung("stay_home", 1, "is the previous CPU idle, wherever it is?");

    private static final Rule PREV = new Rule("stay-home:prev", "the previous CPU is idle: it is kept");

    private static final PolicyInfo INFO = new PolicyInfo(
            "stay-home",
            List.of(),
            "an idle previous CPU is kept",
            "after wake_affine(): previous CPU idle and allowed, so select_idle_sibling() is not asked",
            "this project",
            Standing.EXACT,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int afterWakeAffine(Selection s, Task p, int prevCpu, int target, boolean sync) {
        s.ask(STAY_HOME);
        if (p.cpusPtr.test(prevCpu) && s.availableIdleCpu(prevCpu)) {
            return s.decide(PREV, prevCpu);
        }
        s.answer("no");
        return NONE;
    }
}
