// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.LbEnv;
import org.wakespec.simulator.balance.SdLbStats;
import org.wakespec.simulator.balance.Verdict;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;

/** One complete pass. */
final class PassReplay extends Replay {

    private final ArrayNode moved = NODES.arrayNode();
    private final ArrayNode attached = NODES.arrayNode();
    private final ArrayNode tested = NODES.arrayNode();
    private final ArrayNode path = NODES.arrayNode();
    private int groupSearches;

    PassReplay(Json input, Machines machines) {
        super(
                input,
                machines,
                "domain",
                "idle",
                "sd",
                "imbalanced_groups",
                "parent_imbalance",
                "serialize_busy",
                "active_balance",
                "nr_migrate",
                "tasks");
    }

    @Override
    void replay() {
        SchedDomain sd = domain();
        loadDomain(sd);
        StepReplay.markGroups(input, sd, machine);
        if (sd.parent != null) {
            sd.parent.groups.sgc.imbalance = input.integer("parent_imbalance", 0);
        }
        machine.balancer.schedBalanceRunning(input.flag("serialize_busy"));
        machine.balancer.tunables.nrMigrate = input.integer("nr_migrate", 32);
        if (input.has("active_balance")) {
            CpuMask under = input.maskField("active_balance", machine.nrCpus());
            for (int c = under.first(); c >= 0; c = under.next(c + 1)) {
                machine.sched.rq[c].activeBalance = true;
            }
        }
        int ret = machine.balancer.schedBalanceRq(machine.sched.rq[cpu], sd, idle());
        out.put("ret", ret);
        out.put("continue_balancing", flag(machine.balancer.continueBalancing()));
        out.set("moved", moved);
        out.set("attached", attached);
        out.put("nr_balance_failed", sd.nrBalanceFailed);
        out.put("balance_interval", sd.balanceInterval);
        out.set("path", path);
        out.put("group_searches", groupSearches);
        if (sd.parent != null) {
            out.put("parent_imbalance", sd.parent.groups.sgc.imbalance);
        } else if (groupSearches > 0) {
            out.put("rd_overloaded", flag(machine.sched.rq[cpu].rd.overloaded));
        }
        out.set("tested", tested);
    }

    @Override
    public void searched(LbEnv env, SdLbStats stats, BalanceObserver.Exit exit) {
        groupSearches++;
    }

    @Override
    public void idleScan(SchedDomain sd, int nrIdleScan) {
        out.put("nr_idle_scan", nrIdleScan);
    }

    @Override
    public void tested(LbEnv env, Task p, Verdict verdict) {
        tested.add(NODES.arrayNode().add(p.pid).add(verdict.label()));
    }

    @Override
    public void step(LbEnv env, BalanceObserver.Step step) {
        path.add(step.label());
    }

    @Override
    public void detached(LbEnv env, Task p) {
        moved.add(pair(p.pid, env.dstCpu));
    }

    @Override
    public void attached(RunQueue rq, Task p) {
        attached.add(pair(p.pid, rq.cpu));
    }

    @Override
    public void activeBalance(RunQueue source) {
        out.putObject("active_balance").put("src_cpu", source.cpu).put("push_cpu", source.pushCpu);
    }
}
