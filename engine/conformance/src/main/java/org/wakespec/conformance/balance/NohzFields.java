// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Set;
import org.wakespec.simulator.balance.NohzBalance;

/** State that all CPUs share about stopped ticks, in records. */
final class NohzFields {

    private static final String[] NAMES = {"BALANCE", "STATS", "NEWILB", "NEXT"};

    private NohzFields() {}

    static void load(Json input, NohzBalance nohz, int nrCpus) {
        Json from = input.object("nohz");
        from.onlyFields(Set.of("has_blocked_load", "next_blocked", "next_balance", "needs_update", "idle_cpus"));
        nohz.hasBlockedLoad = from.flag("has_blocked_load");
        nohz.needsUpdate = from.flag("needs_update");
        nohz.nextBlocked = MachineState.JIFFIES + from.number("next_blocked", 0);
        nohz.nextBalance = MachineState.JIFFIES + from.number("next_balance", 0);
        nohz.idleCpusMask.copyFrom(from.maskField("idle_cpus", nrCpus));
    }

    static int flags(Json input, List<Json> names) {
        int flags = 0;
        for (Json name : names) {
            int bit = List.of(NAMES).indexOf(name.textValue());
            if (bit < 0) {
                throw input.wrong("unknown nohz flag '" + name.textValue() + "', expected some of " + List.of(NAMES));
            }
            flags |= 1 << bit;
        }
        return flags;
    }

    static ArrayNode names(int flags) {
        ArrayNode names = JsonNodeFactory.instance.arrayNode();
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((flags & 1 << bit) != 0) {
                names.add(NAMES[bit]);
            }
        }
        return names;
    }
}
