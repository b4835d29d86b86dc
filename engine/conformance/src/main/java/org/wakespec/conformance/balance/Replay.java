// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wakespec.simulator.balance.BalanceObserver;
import org.wakespec.simulator.balance.CpuIdleType;
import org.wakespec.simulator.balance.MigrationType;
import org.wakespec.simulator.topology.SchedDomain;

/** Runs one record and gives what came out in the form of its {@code expect}. */
abstract class Replay implements BalanceObserver {

    static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    final Json input;
    final MachineState machine;
    final int cpu;
    final ObjectNode out = NODES.objectNode();

    Replay(Json input, Machines machines, String... fields) {
        this.input = input;
        Set<String> known =
                new HashSet<>(Set.of("id", "note", "topo", "kind", "cpu", "cpus", "asym_prio", "cache", "expect"));
        known.addAll(Arrays.asList(fields));
        input.onlyFields(known);
        machine = machines.of(input, input.has("cache"));
        cpu = input.cpu("cpu", machine.nrCpus());
    }

    static Replay of(Json input, Machines machines) {
        String kind = input.text("kind");
        switch (kind) {
            case "group":
                return new GroupReplay(input, machines);
            case "src_rq":
                return new StepReplay.SrcRq(input, machines);
            case "should":
                return new StepReplay.Should(input, machines);
            case "active":
                return new StepReplay.Active(input, machines);
            case "detach":
                return new DetachReplay(input, machines);
            case "pass":
                return new PassReplay(input, machines);
            case "stop":
                return new StopReplay(input, machines);
            case "newidle":
                return new NewidleReplay(input, machines);
            case "domains":
                return new DomainsReplay(input, machines);
            case "kick":
            case "trigger":
                return new KickReplay(input, machines, kind.equals("trigger"));
            case "enter_idle":
                return new EnterIdleReplay(input, machines);
            case "nohz_idle":
            case "run_newilb":
            case "softirq":
                return new NohzIdleReplay(input, machines, kind);
            case "idle_scan":
                return new StepReplay.IdleScan(input, machines);
            case "interval":
                return new StepReplay.Interval(input, machines);
            default:
                throw input.wrong("unknown kind of record '" + kind + "'");
        }
    }

    /**
     * The first difference between what the record expects and what came out, in words, or null.
     *
     * @throws org.wakespec.conformance.UnreadableRecordsException if the record cannot be loaded
     */
    static String difference(Json input, Machines machines) {
        Json expected = input.object("expect");
        try {
            return Difference.first(expected.node(), of(input, machines).run());
        } catch (UnstatedException e) {
            return e.getMessage();
        }
    }

    /** The record's outcome. */
    private ObjectNode run() {
        machine.load(input);
        machine.balancer.observe(this);
        machine.scriptedBalancer.observe(this);
        try {
            replay();
        } finally {
            machine.balancer.observe(null);
            machine.scriptedBalancer.observe(null);
        }
        return out;
    }

    abstract void replay();

    SchedDomain domain() {
        return machine.domain(input, cpu, input.integer("domain"));
    }

    /** Loads the domain's own state; {@code sd} of the record. */
    void loadDomain(SchedDomain sd) {
        if (input.has("sd")) {
            Json state = input.object("sd");
            state.onlyFields(Set.of("nr_balance_failed", "balance_interval"));
            sd.nrBalanceFailed = state.integer("nr_balance_failed", 0);
            sd.balanceInterval = state.integer("balance_interval", sd.minInterval);
        }
    }

    CpuIdleType idle() {
        String name = input.text("idle");
        for (CpuIdleType type : CpuIdleType.values()) {
            if (type.label().equals(name)) {
                return type;
            }
        }
        throw input.wrong("unknown idle type '" + name + "'");
    }

    MigrationType migrationType() {
        String name = input.text("migration_type");
        for (MigrationType type : MigrationType.values()) {
            if (type.label().equals(name)) {
                return type;
            }
        }
        throw input.wrong("unknown migration type '" + name + "'");
    }

    static int flag(boolean set) {
        return set ? 1 : 0;
    }

    static ArrayNode numbers(List<Integer> values) {
        ArrayNode list = NODES.arrayNode();
        values.forEach(list::add);
        return list;
    }

    static ArrayNode pair(int first, int second) {
        return NODES.arrayNode().add(first).add(second);
    }
}
