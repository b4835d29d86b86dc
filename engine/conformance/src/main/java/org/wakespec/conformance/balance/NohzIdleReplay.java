// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wakespec.simulator.balance.NohzBalance;
import org.wakespec.simulator.runqueue.RunQueue;

/** Balancing on behalf of stopped CPUs: called directly, from the idle loop, or in the softirq. */
final class NohzIdleReplay extends Replay {

    private final String kind;

    NohzIdleReplay(Json input, Machines machines, String kind) {
        super(
                input,
                machines,
                "flags",
                "rqs",
                "nohz",
                "next_balance",
                "need_resched",
                kind.equals("softirq") ? "idle" : "flags",
                kind.equals("softirq") ? "idle_balance" : "flags",
                kind.equals("run_newilb") ? "nohz_flags" : "flags");
        this.kind = kind;
    }

    @Override
    void replay() {
        RunQueue rq = machine.sched.rq[cpu];
        NohzBalance nohz = machine.scriptedBalancer.nohz;
        NohzFields.load(input, nohz, machine.nrCpus());
        for (Map.Entry<String, Json> entry : input.object("rqs").members()) {
            RunQueue each = machine.sched.rq[input.checkedCpu(input.key(entry.getKey()), machine.nrCpus())];
            Json from = entry.getValue();
            from.onlyFields(Set.of("next_balance", "has_blocked_load", "last_blocked_update"));
            each.nextBalance = MachineState.JIFFIES + from.number("next_balance");
            each.hasBlockedLoad = from.flag("has_blocked_load");
            each.lastBlockedLoadUpdateTick = MachineState.JIFFIES + from.number("last_blocked_update");
        }
        rq.nextBalance = MachineState.JIFFIES + input.number("next_balance");
        machine.host.needResched = input.flag("need_resched");
        machine.host.blockedStays = true;
        machine.script.start(machine, List.of());
        int flags = NohzFields.flags(input, input.elements("flags"));
        switch (kind) {
            case "softirq":
                rq.nohzIdleBalance = flags;
                rq.idleBalance = input.flag("idle_balance");
                machine.scriptedBalancer.periodic.schedBalanceSoftirq(rq);
                break;
            case "run_newilb":
                rq.nohzFlags = NohzFields.flags(input, input.elements("nohz_flags"));
                nohz.nohzRunIdleBalance(rq);
                out.set("flags_left", NohzFields.names(rq.nohzFlags));
                break;
            default:
                nohz.nohzIdleBalance(rq, flags);
                break;
        }
        ArrayNode balanced = out.putArray("balanced_cpus");
        ObjectNode next = out.putObject("next_balance");
        int last = -1;
        for (ScriptedPass.Made made : machine.script.made) {
            if (made.cpu() != last) {
                balanced.add(made.cpu());
                next.put(Integer.toString(made.cpu()), machine.sched.rq[made.cpu()].nextBalance - MachineState.JIFFIES);
            }
            last = made.cpu();
        }
        out.put("passes", machine.script.made.size());
        out.set("blocked_updated", numbers(machine.host.blockedUpdated));
        out.put("nohz_next_balance", nohz.nextBalance - MachineState.JIFFIES);
        out.put("next_blocked", nohz.nextBlocked - MachineState.JIFFIES);
        out.put("has_blocked_load", flag(nohz.hasBlockedLoad));
        out.put("needs_update", flag(nohz.needsUpdate));
    }
}
