// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.List;
import java.util.Optional;
import org.wakespec.simulator.topology.Machine;

/**
 * What a machine file holds.
 *
 * @param machine the hardware; its name is the catalogue's
 * @param aliases further names
 * @param sources where the facts come from
 * @param costs what actions cost in ns on this machine: read by the simulation of time, which checks the keys it knows
 * @param idleStates idle states with exit latency and target residency: read by the simulation of time
 * @param origin file or jar entry it was read from
 */
public record MachineDescription(
        Machine machine,
        List<String> aliases,
        List<String> sources,
        Optional<YamlValue> costs,
        Optional<YamlValue> idleStates,
        String origin) {

    public String name() {
        return machine.name();
    }

    public String description() {
        return machine.description();
    }
}
