// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import java.util.List;
import java.util.Set;
import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.NohzBalance;
import org.wakespec.simulator.runqueue.RunQueue;

/** Newly-idle balancing around passes of stated outcome. */
final class NewidleReplay extends Replay {

    private static final long OLD_STAMP = 7;

    NewidleReplay(Json input, Machines machines) {
        super(
                input,
                machines,
                "domains",
                "clock",
                "avg_idle",
                "rd_overloaded",
                "random",
                "passes",
                "max_idle_balance_cost",
                "next_balance",
                "nohz",
                "higher_class_appeared");
    }

    @Override
    void replay() {
        RunQueue rq = machine.sched.rq[cpu];
        DomainStates domains = new DomainStates(input, machine.topology.sd[cpu]);
        machine.script.start(machine, input.elements("passes"));
        machine.host.clock = values(input.elements("clock"));
        machine.host.random = new int[input.elements("random").size()];
        for (int i = 0; i < machine.host.random.length; i++) {
            machine.host.random[i] = (int) input.elements("random").get(i).value();
        }
        machine.host.higherClass = input.flag("higher_class_appeared");
        rq.avgIdle = input.number("avg_idle");
        rq.rd.overloaded = input.flag("rd_overloaded");
        rq.maxIdleBalanceCost = input.number("max_idle_balance_cost");
        rq.nextBalance = MachineState.JIFFIES + input.number("next_balance");
        rq.idleStamp = OLD_STAMP;
        NohzBalance nohz = machine.scriptedBalancer.nohz;
        Json state = input.object("nohz");
        state.onlyFields(Set.of("has_blocked_load", "next_blocked"));
        nohz.hasBlockedLoad = state.flag("has_blocked_load");
        nohz.nextBlocked = MachineState.JIFFIES + state.number("next_blocked");
        out.put("ret", machine.scriptedBalancer.newidle.schedBalanceNewidle(rq));
        ArrayNode passes = out.putArray("passes_run");
        machine.script.made.forEach(made -> passes.add(made.level()));
        out.put("random_used", machine.host.randomUsed);
        out.put("clock_used", machine.host.clockUsed);
        out.put("idle_stamp", rq.idleStamp == 0 ? "zero" : rq.idleStamp == OLD_STAMP ? "kept" : "now");
        out.put("next_balance", rq.nextBalance - MachineState.JIFFIES);
        out.put("max_idle_balance_cost", rq.maxIdleBalanceCost);
        out.put("newilb", flag((rq.nohzFlags & NohzBalance.NOHZ_NEWILB_KICK) != 0));
        out.set("domains", domains.changed());
        out.put("misfit_task_load", rq.misfitTaskLoad);
        out.put("blocked_updated", flag(machine.host.blockedUpdated.contains(cpu)));
    }

    private static long[] values(List<Json> list) {
        return list.stream().mapToLong(Json::value).toArray();
    }

    @Override
    public void newidle(RunQueue rq, BalanceObserver.Newidle why) {
        out.put("why", why.label());
    }
}
