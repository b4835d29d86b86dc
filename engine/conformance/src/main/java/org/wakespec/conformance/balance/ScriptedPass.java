// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.balance.BalancePass;
import org.wakespec.simulator.balance.CpuIdleType;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.SchedDomain;

/** Passes whose outcome a record states; notes which were made. */
final class ScriptedPass implements BalancePass {

    /** One pass that was made. */
    record Made(int cpu, int level, CpuIdleType idle) {}

    private MachineState machine;
    private List<Json> outcomes = List.of();
    private boolean continueBalancing;
    final List<Made> made = new ArrayList<>();

    /** Outcomes of the passes to come, in order; an empty list lets every pass return 0. */
    void start(MachineState state, List<Json> passes) {
        machine = state;
        outcomes = passes;
        made.clear();
        continueBalancing = true;
    }

    @Override
    public int schedBalanceRq(RunQueue rq, SchedDomain sd, CpuIdleType idle) {
        int index = made.size();
        made.add(new Made(rq.cpu, sd.level, idle));
        continueBalancing = true;
        if (outcomes.isEmpty()) {
            return 0;
        }
        if (index >= outcomes.size()) {
            throw new UnstatedException("the record states " + outcomes.size() + " passes, more were made");
        }
        Json outcome = outcomes.get(index);
        continueBalancing = outcome.number("continue", 1) != 0;
        if (outcome.has("cpu_after")) {
            machine.loadCpu(rq, outcome.object("cpu_after"));
        }
        return outcome.integer("ret", 0);
    }

    @Override
    public boolean continueBalancing() {
        return continueBalancing;
    }
}
