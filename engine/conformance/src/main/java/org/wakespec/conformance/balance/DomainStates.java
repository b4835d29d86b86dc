// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;
import org.wakespec.simulator.topology.SchedDomain;

/** State of a CPU's domains at every level, as records on timing give it, and what changed. */
final class DomainStates {

    private static final Set<String> FIELDS = Set.of(
            "balance_interval",
            "last_balance",
            "max_newidle_lb_cost",
            "last_decay",
            "newidle_call",
            "newidle_success",
            "newidle_ratio",
            "newidle_stamp_age");
    private static final String[] NAMES = {
        "balance_interval",
        "last_balance",
        "max_newidle_lb_cost",
        "last_decay",
        "newidle_call",
        "newidle_success",
        "newidle_ratio",
        "newidle_stamp_age"
    };

    private final SchedDomain lowest;
    private final long[][] before;

    DomainStates(Json input, SchedDomain lowest) {
        this.lowest = lowest;
        List<Json> levels = input.elements("domains");
        before = new long[levels.size()][];
        SchedDomain sd = lowest;
        for (int i = 0; i < levels.size(); i++) {
            if (sd == null) {
                throw input.wrong("'domains' has " + levels.size() + " levels, the CPU has " + i);
            }
            load(levels.get(i), sd);
            before[i] = values(sd);
            sd = sd.parent;
        }
        if (sd != null) {
            throw input.wrong("'domains' has " + levels.size() + " levels, the CPU has more");
        }
    }

    private static void load(Json from, SchedDomain sd) {
        from.onlyFields(FIELDS);
        sd.balanceInterval = from.integer("balance_interval");
        sd.lastBalance = MachineState.JIFFIES + from.number("last_balance", 0);
        sd.maxNewidleLbCost = from.number("max_newidle_lb_cost", 0);
        sd.lastDecayMaxLbCost = MachineState.JIFFIES + from.number("last_decay", 0);
        sd.newidleCall = from.integer("newidle_call", 512);
        sd.newidleSuccess = from.integer("newidle_success", 256);
        sd.newidleRatio = from.integer("newidle_ratio", 512);
        sd.newidleStamp = MachineState.NOW_NS - from.number("newidle_stamp_age", 0);
    }

    private static long[] values(SchedDomain sd) {
        return new long[] {
            sd.balanceInterval,
            sd.lastBalance - MachineState.JIFFIES,
            sd.maxNewidleLbCost,
            sd.lastDecayMaxLbCost - MachineState.JIFFIES,
            sd.newidleCall,
            sd.newidleSuccess,
            sd.newidleRatio,
            MachineState.NOW_NS - sd.newidleStamp
        };
    }

    /** For each level the fields whose values differ from the loaded ones. */
    ArrayNode changed() {
        ArrayNode levels = JsonNodeFactory.instance.arrayNode();
        SchedDomain sd = lowest;
        for (long[] old : before) {
            ObjectNode level = levels.addObject();
            long[] now = values(sd);
            for (int i = 0; i < NAMES.length; i++) {
                if (now[i] != old[i]) {
                    level.put(NAMES[i], now[i]);
                }
            }
            sd = sd.parent;
        }
        return levels;
    }
}
