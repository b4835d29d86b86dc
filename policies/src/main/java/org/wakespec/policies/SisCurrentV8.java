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
 * SIS_CURRENT version 8 (Chen Yu, 2023-04, cover.1682661027.git.yu.c.chen@intel.com): if waker and wakee both run only briefly,
 * are each other's last wakee and the waker is alone, the wakee goes to the waker's CPU. "Briefly" is an average run below the
 * migration cost of 500 us; a task without a history is not brief. WF_SYNC plays no part. Not merged. Reconstructed from the
 * description.
 */
public final class SisCurrentV8 extends FairPlacement {

    /** The question the series adds. */
    public static final Rung SIS_CURRENT =
            new Rung("sis_current", 2, "do waker and wakee wake each other, both running only briefly?");

    static final Rule CURRENT = new Rule("sis:current", "brief mutual wakers, and the waker is alone: the waker's CPU");

    /** sysctl_sched_migration_cost in ns. */
    private static final long MIGRATION_COST = 500_000;

    private static final PolicyInfo INFO = new PolicyInfo(
            "sis-current-v8",
            List.of(),
            "brief mutual wakers share the waker's CPU",
            "target is the waker's CPU, waker alone, each the other's last wakee, both averaging less than the migration cost:"
                    + " the waker's CPU",
            "cover.1682661027.git.yu.c.chen@intel.com",
            Standing.RECONSTRUCTED,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected int beforeSelectIdleSibling(Selection s, Task p, int prevCpu, int target) {
        s.ask(SIS_CURRENT);
        Task waker = s.current;
        s.saw("waker's average run", waker.durAvg);
        s.saw("wakee's average run", p.durAvg);
        if (target == s.thisCpu
                && s.rq[target].nrRunning == 1
                && waker.lastWakee == p
                && p.lastWakee == waker
                && isShortTask(waker)
                && isShortTask(p)) {
            return s.decide(CURRENT, target);
        }
        s.answer("no");
        return NONE;
    }

    private static boolean isShortTask(Task task) {
        return task.durAvg > 0 && task.durAvg < MIGRATION_COST;
    }
}
