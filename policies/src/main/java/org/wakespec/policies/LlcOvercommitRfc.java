// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;

/**
 * RFC of 2026-08-04 (Vinicius Costa Gomes): the sync shortcuts of wake_affine() are declined when the waker's LLC is full and
 * the previous CPU's LLC is relatively less busy. nr_busy_cpus lags: it changes only when a tick stops or next fires.
 */
public final class LlcOvercommitRfc extends FairPlacement {

    /** The question the RFC adds; the name is the patch's. */
    public static final Rung SCHED_LLC_OVER_COMMITED =
            new Rung("sched_llc_over_commited", 3, "is the waker's LLC full while prev's is less busy?");

    private static final int HEADROOM = 1;

    private static final PolicyInfo INFO = new PolicyInfo(
            "llc-overcommit-rfc",
            List.of(),
            "decline sync stacking when the waker's LLC is the busier share",
            "waker and prev in different LLCs, at most one CPU of the waker's LLC not counted busy, and its busy share"
                    + " exceeds prev's: sync is ignored by both wake_affine() tests",
            "RFC of 2026-08-04 in llc-overcommit-rfc, change-id 20260723-epoll-wasync-fix-v1-28d2531033c7",
            Standing.EXACT,
            Scope.FULL);

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    @Override
    protected boolean acceptsSyncShortcut(Selection s, int thisCpu, int prevCpu) {
        return !schedLlcOverCommited(s, thisCpu, prevCpu);
    }

    /** Patch: sched_llc_over_commited(). */
    boolean schedLlcOverCommited(Selection s, int thisCpu, int prevCpu) {
        if (s.topology.cpusShareCache(thisCpu, prevCpu)) {
            return false;
        }
        s.ask(SCHED_LLC_OVER_COMMITED);
        SchedDomainShared shared = s.topology.sdLlcShared[thisCpu];
        if (shared == null) {
            s.answer("no: the waker has no LLC domain");
            return false;
        }
        int thisBusy = shared.nrBusyCpus;
        int thisSize = s.topology.sdLlcSize[thisCpu];
        s.saw("waker's LLC busy", thisBusy);
        s.saw("waker's LLC size", thisSize);
        if (thisSize - thisBusy > HEADROOM) {
            s.answer("no: headroom left");
            return false;
        }
        shared = s.topology.sdLlcShared[prevCpu];
        if (shared == null) {
            s.answer("no: prev has no LLC domain");
            return false;
        }
        int prevBusy = shared.nrBusyCpus;
        int prevSize = s.topology.sdLlcSize[prevCpu];
        s.saw("prev's LLC busy", prevBusy);
        s.saw("prev's LLC size", prevSize);
        boolean over = (long) thisBusy * prevSize > (long) prevBusy * thisSize;
        s.answer(over ? "yes: sync is declined" : "no: prev's LLC is as busy");
        return over;
    }
}
