// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.util.List;
import java.util.Map;
import org.wakespec.simulator.wakeup.Ladder;

/**
 * A ladder as indented lines, one for each rung, below a difference: every name and value as recorded, with nothing in words.
 */
final class RungLines {

    private static final int SHOWN_PROBES = 24;

    private RungLines() {}

    static String of(Ladder ladder) {
        StringBuilder text = new StringBuilder();
        for (Ladder.Entry entry : ladder.entries()) {
            text.append("  ".repeat(entry.rung().depth())).append(entry.rung().name());
            if (!entry.saw().isEmpty()) {
                text.append(" [");
                String separator = "";
                for (Map.Entry<String, Object> saw : entry.saw().entrySet()) {
                    text.append(separator).append(saw.getKey()).append('=').append(saw.getValue());
                    separator = ", ";
                }
                text.append(']');
            }
            if (!entry.probes().isEmpty()) {
                text.append(" probed ").append(probes(entry.probes()));
            }
            if (!entry.outcome().isEmpty()) {
                text.append(": ").append(entry.outcome());
            }
            if (entry.rule() != null) {
                text.append(" -> CPU ")
                        .append(entry.cpu())
                        .append(" (")
                        .append(entry.rule().label())
                        .append(')');
            }
            text.append('\n');
        }
        return text.toString();
    }

    /** CPUs in the order probed, {@code +} marking the idle ones. */
    static String probes(List<Ladder.Probe> probes) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < probes.size() && i < SHOWN_PROBES; i++) {
            text.append(i == 0 ? "" : " ")
                    .append(probes.get(i).cpu())
                    .append(probes.get(i).idle() ? "+" : "");
        }
        return probes.size() > SHOWN_PROBES ? text + " ... (" + probes.size() + ")" : text.toString();
    }
}
