// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.topologies.MachineFileException;
import org.wakespec.topologies.MachineSentence;
import org.wakespec.topologies.UnknownMachineException;

/** Machines by name or sentence. A machine never changes, so each is read once. */
final class Machines {

    private static final Map<ClassLoader, MachineCatalog> CATALOGS = new WeakHashMap<>();
    private static final Map<String, Machine> DESCRIBED = new ConcurrentHashMap<>();

    private Machines() {}

    /**
     * The machine of a name.
     *
     * @throws BadScenarioException if there is none, naming the nearest; or if its file is wrong
     */
    static Machine named(String name) {
        try {
            return catalog().machine(name);
        } catch (UnknownMachineException | MachineFileException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
    }

    /**
     * The machine of a sentence.
     *
     * @throws BadScenarioException if the sentence is not understood, or describes an impossible machine
     */
    static Machine described(String sentence) {
        try {
            return DESCRIBED.computeIfAbsent(sentence, MachineSentence::parse);
        } catch (IllegalArgumentException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
    }

    /** What everything costs on a machine: by its file, or the defaults of Intel's if it was described by a sentence. */
    static CostModel costs(Machine machine) {
        try {
            MachineCatalog catalog = catalog();
            return catalog.contains(machine.name()) && catalog.machine(machine.name()) == machine
                    ? catalog.find(machine.name()).costModel()
                    : CostModel.of(MachineFamily.INTEL);
        } catch (MachineFileException e) {
            throw new BadScenarioException(e.getMessage(), e);
        }
    }

    private static MachineCatalog catalog() {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? Machines.class.getClassLoader() : context;
        synchronized (CATALOGS) {
            return CATALOGS.computeIfAbsent(loader, MachineCatalog::load);
        }
    }
}
