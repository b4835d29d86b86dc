// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import org.wakespec.simulator.balance.NohzBalance;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.SchedDomain;

/** The tick of a CPU is stopped. */
final class EnterIdleReplay extends Replay {

    EnterIdleReplay(Json input, Machines machines) {
        super(input, machines, "tick_stopped", "nohz_idle", "nr_busy_cpus", "nohz");
    }

    @Override
    void replay() {
        RunQueue rq = machine.sched.rq[cpu];
        NohzBalance nohz = machine.balancer.nohz;
        NohzFields.load(input, nohz, machine.nrCpus());
        KickReplay.loadTick(input, machine, rq);
        nohz.nohzBalanceEnterIdle(rq);
        out.put("tick_stopped", flag(rq.nohzTickStopped));
        out.put("in_mask", flag(nohz.idleCpusMask.test(cpu)));
        SchedDomain llc = machine.topology.sdLlc[cpu];
        out.put("nr_busy_cpus", llc == null || llc.shared == null ? -1 : llc.shared.nrBusyCpus);
        out.put("has_blocked_load", flag(nohz.hasBlockedLoad));
        out.put("needs_update", flag(nohz.needsUpdate));
    }
}
