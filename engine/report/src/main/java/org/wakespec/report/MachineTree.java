// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

/** The parts of a machine, one inside the other: packages, nodes, LLCs, clusters, cores. Equal parts are one box. */
final class MachineTree {

    /** Kinds of boxes, large to small. */
    enum Kind {
        MACHINE("machine"),
        PACKAGE("package"),
        NODE("node"),
        LLC("LLC"),
        CLUSTER("cluster"),
        CORE("core");

        final String word;

        Kind(String word) {
            this.word = word;
        }
    }

    /**
     * One part.
     *
     * @param kind the largest kind it is
     * @param label all kinds it is, with their numbers
     * @param cpus its CPUs
     * @param parts the parts inside it; empty: its CPUs are single cores, or it is a core
     */
    record Box(Kind kind, String label, CpuMask cpus, List<Box> parts) {}

    private final Machine machine;

    private MachineTree(Machine machine) {
        this.machine = machine;
    }

    /** The machine as one box. */
    static Box of(Machine machine) {
        MachineTree tree = new MachineTree(machine);
        List<Kind> kinds = tree.kinds();
        return tree.box(Kind.MACHINE, "machine", CpuMask.all(machine.nrCpus()), kinds);
    }

    /** Nodes lie inside packages or the other way round; where they only overlap, packages are not drawn. */
    private List<Kind> kinds() {
        boolean nodesInside = true;
        boolean packagesInside = true;
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            CpuMask node = machine.nodeMask(machine.node(cpu));
            nodesInside &= node.isSubsetOf(machine.packageMask(cpu));
            packagesInside &= machine.packageMask(cpu).isSubsetOf(node);
        }
        List<Kind> kinds = new ArrayList<>();
        if (nodesInside) {
            kinds.add(Kind.PACKAGE);
        }
        kinds.add(Kind.NODE);
        if (packagesInside && !nodesInside) {
            kinds.add(Kind.PACKAGE);
        }
        kinds.add(Kind.LLC);
        kinds.add(Kind.CLUSTER);
        kinds.add(Kind.CORE);
        return kinds;
    }

    private Box box(Kind kind, String label, CpuMask cpus, List<Kind> inner) {
        StringBuilder name = new StringBuilder(label);
        Kind is = kind;
        for (int i = 0; i < inner.size(); i++) {
            Kind next = inner.get(i);
            List<CpuMask> groups = groups(next, cpus);
            if (groups.size() > 1) {
                boolean single = next == Kind.CORE && groups.size() == cpus.weight();
                if (next == Kind.CLUSTER && onlyCores(groups)) {
                    continue;
                }
                return new Box(
                        is,
                        name.toString(),
                        cpus,
                        single ? List.of() : parts(next, groups, inner.subList(i + 1, inner.size())));
            }
            if (next == Kind.CLUSTER && onlyCores(groups) || next == Kind.CORE && cpus.weight() == 1) {
                continue;
            }
            boolean first = name.toString().equals("machine");
            name.append(first ? ": " : ", ").append(next.word).append(' ').append(number(next, cpus.first()));
            is = is == Kind.MACHINE ? next : is;
        }
        return new Box(is, name.toString(), cpus, List.of());
    }

    private List<Box> parts(Kind kind, List<CpuMask> groups, List<Kind> inner) {
        List<Box> parts = new ArrayList<>(groups.size());
        for (CpuMask group : groups) {
            parts.add(box(kind, kind.word + " " + number(kind, group.first()), group, inner));
        }
        return parts;
    }

    private boolean onlyCores(List<CpuMask> clusters) {
        for (CpuMask cluster : clusters) {
            if (!cluster.equals(machine.smtMask(cluster.first()))) {
                return false;
            }
        }
        return true;
    }

    private List<CpuMask> groups(Kind kind, CpuMask within) {
        IntFunction<CpuMask> maskOf =
                switch (kind) {
                    case PACKAGE -> machine::packageMask;
                    case NODE -> cpu -> machine.nodeMask(machine.node(cpu));
                    case LLC -> machine::coregroupMask;
                    case CLUSTER -> machine::clusterMask;
                    default -> machine::smtMask;
                };
        List<CpuMask> groups = new ArrayList<>();
        CpuMask left = new CpuMask(within);
        for (int cpu = left.first(); cpu >= 0; cpu = left.next(cpu + 1)) {
            CpuMask group = maskOf.apply(cpu);
            groups.add(group);
            left.andNot(group);
        }
        return groups;
    }

    private int number(Kind kind, int cpu) {
        return switch (kind) {
            case PACKAGE -> machine.packageIndex(cpu);
            case NODE -> machine.node(cpu);
            case LLC -> machine.coregroupIndex(cpu);
            case CLUSTER -> machine.clusterIndex(cpu);
            default -> machine.coreIndex(cpu);
        };
    }
}
