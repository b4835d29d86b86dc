// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.NohzBalance;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.SchedDomain;

/** The nohz decision of a tick, alone or through the tick's trigger. */
final class KickReplay extends Replay {

    private final boolean trigger;

    KickReplay(Json input, Machines machines, boolean trigger) {
        super(
                input,
                machines,
                "idle_balance",
                "tick_stopped",
                "nohz_idle",
                "nr_busy_cpus",
                "nohz",
                "nohz_flags",
                trigger ? "next_balance" : "idle_balance");
        this.trigger = trigger;
    }

    @Override
    void replay() {
        RunQueue rq = machine.sched.rq[cpu];
        NohzBalance nohz = machine.balancer.nohz;
        NohzFields.load(input, nohz, machine.nrCpus());
        rq.idleBalance = input.flag("idle_balance");
        loadTick(input, machine, rq);
        int pending = NohzFields.flags(input, input.elements("nohz_flags"));
        for (RunQueue each : machine.sched.rq) {
            each.nohzFlags = pending;
        }
        if (trigger) {
            rq.nextBalance = MachineState.JIFFIES + input.number("next_balance");
            machine.balancer.periodic.schedBalanceTrigger(rq);
            out.put("softirq", flag(machine.host.softirq));
        } else {
            nohz.nohzBalancerKick(rq);
        }
        out.putNull("target");
        out.putNull("target_flags");
        for (RunQueue each : machine.sched.rq) {
            if (each.nohzFlags != pending) {
                out.put("target", each.cpu);
                out.set("target_flags", NohzFields.names(each.nohzFlags));
            }
        }
        out.put("ipi", flag(machine.host.ipi));
        out.put("nohz_next_balance", nohz.nextBalance - MachineState.JIFFIES);
        putTick(rq);
    }

    /** State of the CPU's own tick. */
    static void loadTick(Json input, MachineState machine, RunQueue rq) {
        rq.nohzTickStopped = input.flag("tick_stopped");
        SchedDomain llc = machine.topology.sdLlc[rq.cpu];
        if (llc != null) {
            llc.nohzIdle = input.has("nohz_idle") ? input.flag("nohz_idle") : rq.nohzTickStopped;
            if (llc.shared != null) {
                llc.shared.nrBusyCpus = input.integer("nr_busy_cpus");
            }
        }
    }

    private void putTick(RunQueue rq) {
        out.put("tick_stopped", flag(rq.nohzTickStopped));
        out.put("in_mask", flag(machine.balancer.nohz.idleCpusMask.test(cpu)));
        SchedDomain llc = machine.topology.sdLlc[cpu];
        out.put("nr_busy_cpus", llc == null || llc.shared == null ? -1 : llc.shared.nrBusyCpus);
    }

    @Override
    public void kick(RunQueue rq, BalanceObserver.Kick why) {
        out.put("why", why.label());
    }
}
