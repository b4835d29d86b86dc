// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.wakespec.simulator.balance.LbEnv;
import org.wakespec.simulator.balance.Verdict;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;

/** The stopper pushes one task. */
final class StopReplay extends Replay {

    private final ArrayNode tested = NODES.arrayNode();

    StopReplay(Json input, Machines machines) {
        super(input, machines, "sd", "src_cpu", "tasks");
    }

    @Override
    void replay() {
        RunQueue src = machine.sched.rq[input.cpu("src_cpu", machine.nrCpus())];
        SchedDomain sd = machine.balancer.lowestCommonDomain(cpu, src.cpu);
        int failed = input.objectOrEmpty("sd").integer("nr_balance_failed", 0);
        if (sd != null) {
            sd.nrBalanceFailed = failed;
        }
        src.activeBalance = true;
        src.pushCpu = cpu;
        Task moved = machine.balancer.activeLoadBalanceCpuStop(src);
        out.put("domain", sd == null ? null : (Integer) sd.level);
        out.put("moved", moved == null ? null : (Integer) moved.pid);
        out.put("nr_balance_failed", sd == null ? failed : sd.nrBalanceFailed);
        out.set("tested", tested);
    }

    @Override
    public void tested(LbEnv env, Task p, Verdict verdict) {
        tested.add(NODES.arrayNode().add(p.pid).add(verdict.label()));
    }
}
