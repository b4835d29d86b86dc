// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.CpuIdleType;
import org.wakespec.simulator.balance.LbEnv;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;

/** Single steps of a pass. */
final class StepReplay {

    /** Names of the LBF_ flags in records, and the flags. */
    static final String[] LBF = {"ALL_PINNED", "NEED_BREAK", "DST_PINNED", "SOME_PINNED", "LLC_PINNED"};

    static final int[] LBF_BITS = {
        LbEnv.LBF_ALL_PINNED, LbEnv.LBF_NEED_BREAK, LbEnv.LBF_DST_PINNED, LbEnv.LBF_SOME_PINNED, LbEnv.LBF_LLC_PINNED
    };

    private StepReplay() {}

    /** The environment of a step of {@code dst} over {@code sd}. */
    static LbEnv environment(Json input, MachineState machine, SchedDomain sd, int dst, CpuIdleType idle) {
        LbEnv env = machine.balancer.newEnv();
        env.begin(machine.topology, machine.sched.rq, sd, dst, idle);
        if (input.has("exclude")) {
            env.cpus.andNot(input.maskField("exclude", machine.nrCpus()));
        }
        return env;
    }

    static void putCpu(ObjectNode out, String field, RunQueue rq) {
        out.put(field, rq == null ? null : (Integer) rq.cpu);
    }

    /** Sets the imbalance mark of the groups the record names. */
    static void markGroups(Json input, SchedDomain sd, MachineState machine) {
        for (Json span : input.elements("imbalanced_groups")) {
            groupOf(input, sd, machine, span.textValue()).sgc.imbalance = 1;
        }
    }

    private static SchedGroup groupOf(Json input, SchedDomain sd, MachineState machine, String span) {
        CpuMask wanted = input.mask(span, machine.nrCpus());
        SchedGroup group = sd.groups;
        do {
            if (group.span.equals(wanted)) {
                return group;
            }
            group = group.next;
        } while (group != sd.groups);
        throw input.wrong("domain " + sd + " has no group " + span);
    }

    /** The search for the queue in a given group. */
    static final class SrcRq extends Replay {

        SrcRq(Json input, Machines machines) {
            super(input, machines, "domain", "idle", "exclude", "sd", "group", "migration_type", "imbalance");
        }

        @Override
        void replay() {
            SchedDomain sd = domain();
            loadDomain(sd);
            LbEnv env = environment(input, machine, sd, cpu, idle());
            env.migrationType = migrationType();
            env.imbalance = input.number("imbalance");
            SchedGroup group = groupOf(input, sd, machine, input.text("group"));
            putCpu(out, "src_cpu", machine.balancer.schedBalanceFindSrcRq(env, group));
        }
    }

    /** Whether the CPU may balance. */
    static final class Should extends Replay {

        Should(Json input, Machines machines) {
            super(input, machines, "domain", "idle", "exclude");
        }

        @Override
        void replay() {
            LbEnv env = environment(input, machine, domain(), cpu, idle());
            out.put("ret", flag(machine.balancer.shouldWeBalance(env)));
        }

        @Override
        public void elected(LbEnv env, BalanceObserver.Elected why) {
            out.put("why", why.label());
        }
    }

    /** Whether the running task of the source is to be pushed. */
    static final class Active extends Replay {

        Active(Json input, Machines machines) {
            super(input, machines, "domain", "idle", "sd", "src_cpu", "migration_type", "tasks");
        }

        @Override
        void replay() {
            SchedDomain sd = domain();
            loadDomain(sd);
            LbEnv env = environment(input, machine, sd, cpu, idle());
            env.srcCpu = input.cpu("src_cpu", machine.nrCpus());
            env.srcRq = machine.sched.rq[env.srcCpu];
            env.migrationType = migrationType();
            out.put("ret", flag(machine.balancer.needActiveBalance(env)));
        }

        @Override
        public void active(LbEnv env, BalanceObserver.Active why) {
            out.put("why", why.label());
        }
    }

    /** The published depth of idle scans. */
    static final class IdleScan extends Replay {

        IdleScan(Json input, Machines machines) {
            super(input, machines, "domain", "idle", "sum_util");
        }

        @Override
        void replay() {
            out.put("nr_idle_scan", -1);
            LbEnv env = environment(input, machine, domain(), cpu, idle());
            machine.balancer.updateIdleCpuScan(env, input.number("sum_util"));
        }

        @Override
        public void idleScan(SchedDomain sd, int nrIdleScan) {
            out.put("nr_idle_scan", nrIdleScan);
        }
    }

    /** The effective balance interval. */
    static final class Interval extends Replay {

        Interval(Json input, Machines machines) {
            super(input, machines, "domain", "busy", "balance_interval");
        }

        @Override
        void replay() {
            SchedDomain sd = domain();
            sd.balanceInterval = input.integer("balance_interval");
            out.put("jiffies", machine.balancer.getSdBalanceInterval(sd, input.flag("busy")));
        }
    }

    /** The LBF_ flags a record names. */
    static int flags(Json input, String field) {
        int flags = 0;
        for (Json name : input.elements(field)) {
            int bit = List.of(LBF).indexOf(name.textValue());
            if (bit < 0) {
                throw input.wrong("unknown flag '" + name.textValue() + "'");
            }
            flags |= LBF_BITS[bit];
        }
        return flags;
    }
}
