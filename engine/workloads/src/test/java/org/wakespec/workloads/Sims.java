// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.topologies.MachineCatalog;

/** Simulations for tests. */
final class Sims {

    static final long MS = 1_000_000L;
    static final long S = 1_000_000_000L;

    private static final MachineCatalog CATALOG = MachineCatalog.load(Sims.class.getClassLoader());
    private static final PolicyRegistry POLICIES = PolicyRegistry.load(Sims.class.getClassLoader());

    private Sims() {}

    static Machine machine(String name) {
        return CATALOG.machine(name);
    }

    static PlacementPolicy policy(String name) {
        return POLICIES.create(name);
    }

    /** CPUs that share everything but the core. */
    static Machine smp(int cpus) {
        return Machine.builder("smp-" + cpus, cpus).build();
    }

    /** Cores of two threads, numbered one after the other. */
    static Machine smt(int cores) {
        List<CpuMask> threads = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            threads.add(CpuMask.of(2 * cores, 2 * core, 2 * core + 1));
        }
        return Machine.builder("smt-" + cores, 2 * cores).smt(threads).build();
    }

    static Simulation.Builder on(Machine machine) {
        return Simulation.on(machine, policy("linux-7.2"));
    }

    static Simulation.Builder arm(Machine machine) {
        return on(machine).costs(CostModel.of(MachineFamily.ARM64));
    }
}
