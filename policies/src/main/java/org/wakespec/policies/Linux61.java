// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Selection;

/**
 * CPU selection of Linux 6.1 as far as recordings of 6.1.192 show it. Differs from {@link Linux612}: there is no delayed
 * dequeue, so the sync test counts every queued task; and there is no search of the cluster before the LLC.
 */
public final class Linux61 extends Linux612 {

    private static final PolicyInfo INFO = new PolicyInfo(
            "linux-6.1",
            List.of(),
            "Linux 6.1 (6.1.192)",
            "as 6.12, but the sync test counts every queued task and clusters are not looked at",
            "recordings of Debian 6.1.192",
            Standing.EXACT,
            Scope.PLACEMENT);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    /** Kernel 6.1: wake_affine_idle() tests nr_running alone. */
    @Override
    protected boolean runsAlone(Selection s, int cpu) {
        s.saw("nr_running", s.rq[cpu].nrRunning);
        return s.rq[cpu].nrRunning == 1;
    }

    /** Kernel 6.1: clusters play no part in select_idle_sibling() and select_idle_cpu() (added in 6.7). */
    @Override
    protected boolean searchesClusters(Selection s) {
        return false;
    }
}
