// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import java.util.List;
import java.util.Optional;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.topology.Machine;

/**
 * What a machine file holds.
 *
 * @param machine the hardware; its name is the catalogue's
 * @param aliases further names
 * @param sources where the facts come from
 * @param family whose costs and idle states fill in what the file does not state; x86 of Intel unless given
 * @param costs what actions cost in ns on this machine, each with its source; checked by {@link #costModel}
 * @param idleStates idle states with exit latency and target residency; checked by {@link #costModel}
 * @param origin file or jar entry it was read from
 */
public record MachineDescription(
        Machine machine,
        List<String> aliases,
        List<String> sources,
        Optional<YamlValue> family,
        Optional<YamlValue> costs,
        Optional<YamlValue> idleStates,
        String origin) {

    public String name() {
        return machine.name();
    }

    public String description() {
        return machine.description();
    }

    /**
     * What everything costs on this machine: the family's defaults, and what the file states.
     *
     * @throws MachineFileException if a cost or an idle state is wrong, naming its line
     */
    public CostModel costModel() {
        return new MachineCosts(this).model();
    }
}
