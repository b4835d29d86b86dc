// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.wakespec.simulator.balance.LbEnv;
import org.wakespec.simulator.balance.Verdict;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;

/** One round of detaching. */
final class DetachReplay extends Replay {

    private final ArrayNode moved = NODES.arrayNode();
    private final ArrayNode tested = NODES.arrayNode();

    DetachReplay(Json input, Machines machines) {
        super(
                input,
                machines,
                "domain",
                "idle",
                "exclude",
                "sd",
                "src_cpu",
                "migration_type",
                "imbalance",
                "loop",
                "loop_max",
                "loop_break",
                "flags",
                "tasks");
    }

    @Override
    void replay() {
        SchedDomain sd = domain();
        loadDomain(sd);
        LbEnv env = StepReplay.environment(input, machine, sd, cpu, idle());
        env.srcCpu = input.cpu("src_cpu", machine.nrCpus());
        env.srcRq = machine.sched.rq[env.srcCpu];
        env.migrationType = migrationType();
        env.imbalance = input.number("imbalance");
        env.loopMax = input.integer("loop_max");
        env.loop = input.integer("loop", 0);
        env.loopBreak = input.integer("loop_break", LbEnv.SCHED_NR_MIGRATE_BREAK);
        env.flags = StepReplay.flags(input, "flags");
        machine.balancer.detachTasks(env);
        out.set("moved", moved);
        ArrayNode left = out.putArray("left");
        for (Task p = env.srcRq.cfsTasksHead; p != null; p = p.groupNext) {
            left.add(p.pid);
        }
        out.put("imbalance", env.imbalance);
        ArrayNode flags = out.putArray("flags");
        for (int i = 0; i < StepReplay.LBF.length; i++) {
            if (env.has(StepReplay.LBF_BITS[i])) {
                flags.add(StepReplay.LBF[i]);
            }
        }
        out.put("loop", env.loop);
        out.put("loop_break", env.loopBreak);
        if (env.newDstCpu >= 0) {
            out.put("new_dst_cpu", env.newDstCpu);
        }
        out.set("tested", tested);
    }

    @Override
    public void tested(LbEnv env, Task p, Verdict verdict) {
        tested.add(NODES.arrayNode().add(p.pid).add(verdict.label()));
    }

    @Override
    public void detached(LbEnv env, Task p) {
        moved.add(p.pid);
    }
}
