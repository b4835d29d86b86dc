// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.GroupType;
import org.wakespec.simulator.balance.LbEnv;
import org.wakespec.simulator.balance.SdLbStats;
import org.wakespec.simulator.balance.SgLbStats;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;

/** The search for the busiest group and, if there is one, for the queue. */
final class GroupReplay extends Replay {

    private final ArrayNode groups = NODES.arrayNode();

    GroupReplay(Json input, Machines machines) {
        super(
                input,
                machines,
                "domain",
                "idle",
                "exclude",
                "imbalanced_groups",
                "sd",
                "fresh_capacity",
                "capacity_due");
    }

    @Override
    void replay() {
        SchedDomain sd = domain();
        loadDomain(sd);
        StepReplay.markGroups(input, sd, machine);
        if (input.has("fresh_capacity")) {
            machine.host.freshCpu = cpu;
            machine.host.freshCapacity = input.number("fresh_capacity");
            sd.groups.sgc.nextUpdate = MachineState.JIFFIES + (input.flag("capacity_due") ? 0 : 1);
        }
        LbEnv env = StepReplay.environment(input, machine, sd, cpu, idle());
        Map<Integer, long[]> before = llcStats();
        SchedGroup busiest = machine.balancer.schedBalanceFindSrcGroup(env, machine.balancer.newStats());
        out.set("groups", groups);
        out.put("busiest", busiest == null ? null : busiest.span.toString());
        if (busiest != null) {
            out.put("migration_type", env.migrationType.label());
            out.put("imbalance", env.imbalance);
            RunQueue src = machine.balancer.schedBalanceFindSrcRq(env, busiest);
            StepReplay.putCpu(out, "src_cpu", src);
        }
        if (sd.parent == null) {
            out.put("rd_overloaded", flag(machine.sched.rq[cpu].rd.overloaded));
        }
        if (input.has("fresh_capacity")) {
            out.put("cpu_capacity_after", machine.sched.rq[cpu].cpuCapacity);
        }
        if (input.has("cache")) {
            ObjectNode changed = out.putObject("llc_stats_changed");
            llcStats().forEach((first, now) -> {
                long[] old = before.get(first);
                if (old[0] != now[0] || old[1] != now[1]) {
                    changed.putArray(first.toString()).add(now[0]).add(now[1]);
                }
            });
        }
    }

    /** Utilisation and capacity of each LLC, by its first CPU. */
    private Map<Integer, long[]> llcStats() {
        Map<Integer, long[]> stats = new TreeMap<>();
        for (int c = 0; c < machine.nrCpus(); c++) {
            SchedDomainShared shared = machine.topology.sdLlcShared[c];
            if (shared != null && machine.topology.sdLlc[c].span.first() == c) {
                stats.put(c, new long[] {shared.utilAvg, shared.capacity});
            }
        }
        return stats;
    }

    @Override
    public void group(SchedGroup group, SgLbStats stats) {
        ObjectNode node = groups.addObject();
        node.put("span", group.span.toString());
        node.put("type", stats.groupType.label());
        putNonZero(node, "nr", stats.sumNrRunning);
        putNonZero(node, "h_nr", stats.sumHNrRunning);
        putNonZero(node, "idle", stats.idleCpus);
        putNonZero(node, "load", stats.groupLoad);
        putNonZero(node, "util", stats.groupUtil);
        putNonZero(node, "runnable", stats.groupRunnable);
        putNonZero(node, "cap", stats.groupCapacity);
        putNonZero(node, "weight", stats.groupWeight);
        if (stats.groupType == GroupType.OVERLOADED) {
            node.put("avg_load", stats.avgLoad);
        }
        putNonZero(node, "misfit", stats.groupMisfitTaskLoad);
        putNonZero(node, "asym", flag(stats.groupAsymPacking));
        putNonZero(node, "smt", flag(stats.groupSmtBalance));
        putNonZero(node, "llc", flag(stats.groupLlcBalance));
        putNonZero(node, "pref", stats.nrPrefDstLlc);
    }

    private static void putNonZero(ObjectNode node, String field, long value) {
        if (value != 0) {
            node.put(field, value);
        }
    }

    @Override
    public void searched(LbEnv env, SdLbStats stats, BalanceObserver.Exit exit) {
        out.put("why", exit.label());
        out.put("candidate", stats.busiest == null ? null : stats.busiest.span.toString());
        if (exit.pursued() && env.imbalance == 0) {
            out.put("zero", 1);
        }
        if (stats.preferSibling) {
            out.put("prefer_sibling", 1);
        }
    }

    @Override
    public void idleScan(SchedDomain sd, int nrIdleScan) {
        out.put("nr_idle_scan", nrIdleScan);
    }
}
