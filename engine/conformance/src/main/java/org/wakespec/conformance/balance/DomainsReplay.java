// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.wakespec.simulator.runqueue.RunQueue;

/** Periodic balancing of all domains around passes of stated outcome. */
final class DomainsReplay extends Replay {

    DomainsReplay(Json input, Machines machines) {
        super(input, machines, "idle", "domains", "passes", "max_idle_balance_cost", "next_balance");
    }

    @Override
    void replay() {
        RunQueue rq = machine.sched.rq[cpu];
        DomainStates domains = new DomainStates(input, machine.topology.sd[cpu]);
        machine.script.start(machine, input.elements("passes"));
        rq.maxIdleBalanceCost = input.number("max_idle_balance_cost");
        rq.nextBalance = MachineState.JIFFIES + input.number("next_balance");
        machine.scriptedBalancer.periodic.schedBalanceDomains(rq, idle());
        ArrayNode passes = out.putArray("passes_run");
        machine.script.made.forEach(made ->
                passes.add(NODES.arrayNode().add(made.level()).add(made.idle().label())));
        out.put("next_balance", rq.nextBalance - MachineState.JIFFIES);
        out.put("max_idle_balance_cost", rq.maxIdleBalanceCost);
        out.set("domains", domains.changed());
    }
}
