// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.idle.IdleState;

/**
 * The costs and idle states of a machine file. A cost is a number, or a number with its source; a machine that is published
 * about says where each of its figures comes from.
 */
public final class MachineCosts {

    private static final Set<String> COST_KEYS = keys("value", "source");
    private static final Set<String> STATE_KEYS =
            keys("name", "exit_latency", "target_residency", "wake", "long_wake", "woken_by", "polling", "source");
    private static final int MOST_NS = 1_000_000_000;

    /**
     * A figure of a machine file.
     *
     * @param value ns, or a number
     * @param source where it comes from; empty: not said
     */
    public record Sourced(long value, String source) {}

    private final MachineDescription machine;

    MachineCosts(MachineDescription machine) {
        this.machine = machine;
    }

    private static Set<String> keys(String... names) {
        return new TreeSet<>(List.of(names));
    }

    /**
     * The costs a machine file states itself, by key.
     *
     * @throws MachineFileException if a value is no number
     */
    public static Map<String, Sourced> stated(MachineDescription machine) {
        Map<String, Sourced> stated = new TreeMap<>();
        machine.costs().ifPresent(block -> block.asMap().forEach((key, value) -> stated.put(key, sourced(value))));
        return stated;
    }

    private static Sourced sourced(YamlValue value) {
        if (!value.isMap()) {
            return new Sourced(value.asInt(0, MOST_NS), "");
        }
        value.allowKeys(COST_KEYS);
        YamlValue number = value.asMap().get("value");
        if (number == null) {
            throw value.error("the key 'value' is missing; expected what it costs, in ns");
        }
        YamlValue source = value.asMap().get("source");
        return new Sourced(number.asInt(0, MOST_NS), source == null ? "" : source.asText());
    }

    CostModel model() {
        CostModel model = CostModel.of(family());
        if (machine.costs().isPresent()) {
            for (Map.Entry<String, YamlValue> entry :
                    machine.costs().get().asMap().entrySet()) {
                long value = sourced(entry.getValue()).value();
                try {
                    model = model.with(Map.of(entry.getKey(), value));
                } catch (IllegalArgumentException e) {
                    throw new MachineFileException(
                            entry.getValue().file(), entry.getValue().line(), e.getMessage(), e);
                }
            }
        }
        if (machine.idleStates().isPresent()) {
            model = model.withIdleStates(states(machine.idleStates().get()));
        }
        return model;
    }

    private MachineFamily family() {
        if (machine.family().isEmpty()) {
            return MachineFamily.INTEL;
        }
        YamlValue value = machine.family().get();
        try {
            return MachineFamily.byName(value.asText());
        } catch (MachineFileException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw value.error(e.getMessage());
        }
    }

    private static List<IdleState> states(YamlValue list) {
        List<IdleState> states = new ArrayList<>();
        for (YamlValue item : list.asList()) {
            item.allowKeys(STATE_KEYS);
            Map<String, YamlValue> map = item.asMap();
            if (!map.containsKey("name")) {
                throw item.error("the key 'name' is missing; expected the name of the idle state");
            }
            boolean polling = map.containsKey("polling") && map.get("polling").asBoolean();
            long latency = ns(map, "exit_latency");
            long wake = map.containsKey("wake") ? ns(map, "wake") : latency;
            states.add(new IdleState(
                    map.get("name").asText(),
                    latency,
                    map.containsKey("target_residency") ? ns(map, "target_residency") : latency,
                    wake,
                    polling || byFlag(map.get("woken_by")),
                    polling,
                    map.containsKey("long_wake") ? ns(map, "long_wake") : wake));
        }
        if (states.isEmpty()) {
            throw list.error("a machine needs at least one idle state");
        }
        return states;
    }

    private static long ns(Map<String, YamlValue> map, String key) {
        return map.containsKey(key) ? map.get(key).asInt(0, MOST_NS) : 0;
    }

    private static boolean byFlag(YamlValue value) {
        if (value == null) {
            return false;
        }
        return switch (value.asText()) {
            case "flag" -> true;
            case "interrupt" -> false;
            default -> throw value.error("woken_by '" + value.asText() + "': expected flag or interrupt");
        };
    }
}
