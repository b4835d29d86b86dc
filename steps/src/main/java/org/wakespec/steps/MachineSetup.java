// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.InvalidMachineException;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.TopologyRules;

/** The machine a scenario runs on, and what its boot line, cpusets and kernel build decide. */
final class MachineSetup {

    private Machine stated;
    private SchedTopology statedTopology;
    private final List<CpuMask> isolated = new ArrayList<>(1);
    private final List<CpuMask> offline = new ArrayList<>(1);
    private final List<CpusetPartition> partitions = new ArrayList<>(1);
    private KernelConfig config = KernelConfig.DEFAULT;
    private final List<String> configSaid = new ArrayList<>(1);

    void state(Machine machine) {
        if (stated != null) {
            throw new BadScenarioException("a scenario has one machine: this one already has '" + stated.name()
                    + "', so it cannot"
                    + " also have '" + machine.name() + "'");
        }
        stated = machine;
    }

    boolean known() {
        return stated != null;
    }

    /** The machine as stated, without what this scenario isolates or unplugs. */
    Machine machine() {
        if (stated == null) {
            throw new BadScenarioException("no machine yet: say one first, for example"
                    + " 'Given the machine \"altra-80-llc2\"' or 'Given an 80-core non-SMT LLC'");
        }
        return stated;
    }

    void isolate(CpuMask cpus) {
        isolated.add(cpus);
    }

    void unplug(CpuMask cpus) {
        offline.add(cpus);
    }

    void partition(CpuMask cpus, boolean isolatedState) {
        partitions.add(new CpusetPartition(
                (isolatedState ? "isolated" : "root") + " partition " + (partitions.size() + 1), cpus, isolatedState));
    }

    /** Whether the CPU is offline, as far as the scenario and the machine say so far. */
    boolean isOffline(int cpu) {
        return machine().offline().test(cpu) || offline.stream().anyMatch(mask -> mask.test(cpu));
    }

    /** CPUs isolated at boot, as far as said. */
    CpuMask isolated() {
        return union(machine().isolated(), isolated);
    }

    /** The LLC of a CPU as the domains of the stated machine have it; the CPU alone if it has none. */
    CpuMask llcOf(int cpu) {
        if (statedTopology == null) {
            statedTopology = DomainBuilder.build(machine());
        }
        return Places.scheduled(statedTopology, "LLC", cpu);
    }

    KernelConfig config() {
        return config;
    }

    void configure(KernelConfig newConfig, String what) {
        config = newConfig;
        configSaid.add(what);
    }

    /** Settings the scenario left as they are. */
    boolean configUntouched() {
        return configSaid.isEmpty();
    }

    /** The machine with what this scenario isolates, unplugs and partitions. */
    Machine effectiveMachine() {
        try {
            return Topologies.vary(key(TopologyRules.LINUX_7_2));
        } catch (InvalidMachineException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
    }

    /** What the domains are built from. */
    Topologies.Key key(TopologyRules rules) {
        return new Topologies.Key(
                machine(), isolated(), union(machine().offline(), offline), List.copyOf(partitions), rules);
    }

    /**
     * The domains, for this scenario alone.
     *
     * @throws BadScenarioException if isolation, partitions and unplugged CPUs contradict each other
     */
    static SchedTopology build(Topologies.Key key) {
        try {
            return Topologies.borrow(key);
        } catch (InvalidMachineException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
    }

    private static CpuMask union(CpuMask first, List<CpuMask> others) {
        if (others.isEmpty()) {
            return first;
        }
        CpuMask union = new CpuMask(first);
        others.forEach(union::or);
        return union;
    }
}
