// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedTopology;

/** The CPUs that belong together with one CPU. */
final class Places {

    private Places() {}

    /** By hardware: LLC, cluster, core, package or node of a CPU. */
    static CpuMask hardware(Machine machine, String unit, int cpu) {
        return switch (unit) {
            case "LLC" -> machine.coregroupMask(cpu);
            case "cluster" -> machine.clusterMask(cpu);
            case "core" -> machine.smtMask(cpu);
            case "package" -> machine.packageMask(cpu);
            case "node" -> machine.nodeMask(machine.node(cpu));
            default ->
                throw new BadScenarioException(
                        "'" + unit + "' is no part of a machine, expected LLC, cluster, core, package or node");
        };
    }

    /** As the scheduler sees it: the LLC is that of the domains, if the CPU has any. */
    static CpuMask scheduled(SchedTopology topology, String unit, int cpu) {
        if (unit.equals("LLC")) {
            SchedDomain llc = topology.sdLlc[cpu];
            return llc == null ? CpuMask.of(topology.nrCpus, cpu) : llc.span;
        }
        return hardware(topology.machine, unit, cpu);
    }
}
