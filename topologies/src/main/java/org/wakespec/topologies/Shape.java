// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import org.wakespec.simulator.topology.HardwareFacts;
import org.wakespec.simulator.topology.HardwareFacts.Architecture;
import org.wakespec.simulator.topology.InvalidMachineException;
import org.wakespec.simulator.topology.Machine;

/** A regular machine: so many sockets of so many nodes of so many cores, cut into equal caches and clusters. */
final class Shape {

    /** No last-level cache on the CPU side (Ampere Altra with its system cache hidden). */
    static final int NO_LLC = -1;

    Architecture architecture = Architecture.X86;
    int sockets = 1;
    int nodesPerSocket = 1;
    int coresPerNode = 1;
    int threadsPerCore = 1;
    /** Cores of a last-level cache; 0: one cache for each node. */
    int coresPerLlc;
    /** Cores sharing an L2 (x86) or forming a cluster (arm64); 0: none larger than a core. */
    int coresPerCluster;
    /** Threads of a core are numbered one after the other; otherwise all first threads come before all second ones. */
    boolean adjacentSiblings;

    int nodes() {
        return sockets * nodesPerSocket;
    }

    int cores() {
        return nodes() * coresPerNode;
    }

    /** CPUs of the machine; a long, since a typing error must not wrap around. */
    long cpus() {
        return (long) sockets * nodesPerSocket * coresPerNode * threadsPerCore;
    }

    /**
     * Starts a description of a machine of this shape.
     *
     * @throws InvalidMachineException if it has too many CPUs or its parts do not divide evenly
     */
    Machine.Builder builder(String name) {
        if (cpus() < 1 || cpus() > Machine.MAX_CPUS) {
            throw new InvalidMachineException(
                    "cpus", "machine '" + name + "': a machine has 1 to " + Machine.MAX_CPUS + " CPUs, not " + cpus());
        }
        int coresPerSocket = coresPerNode * nodesPerSocket;
        if (coresPerLlc > 0 && coresPerLlc <= coresPerNode) {
            divides(name, "coregroup", coresPerNode, "node", coresPerLlc, "LLC");
        } else if (coresPerLlc > 0) {
            divides(name, "coregroup", coresPerSocket, "socket", coresPerLlc, "LLC");
        }
        if (coresPerCluster > 0) {
            int outer = coresPerLlc > 0 ? Math.min(coresPerLlc, coresPerNode) : coresPerNode;
            divides(
                    name,
                    "cluster",
                    outer,
                    coresPerLlc > 0 && coresPerLlc <= coresPerNode ? "LLC" : "node",
                    coresPerCluster,
                    "cluster");
        }
        Machine.Builder builder = Machine.builder(name, (int) cpus());
        HardwareFacts facts = new HardwareFacts(architecture, builder.nrCpus());
        for (int core = 0; core < cores(); core++) {
            for (int thread = 0; thread < threadsPerCore; thread++) {
                int cpu = adjacentSiblings ? core * threadsPerCore + thread : thread * cores() + core;
                facts.core(cpu, core).node(cpu, core / coresPerNode).packageId(cpu, core / coresPerSocket);
                if (coresPerLlc != NO_LLC) {
                    facts.llc(cpu, core / (coresPerLlc > 0 ? coresPerLlc : coresPerNode));
                }
                if (coresPerCluster > 0) {
                    facts.cluster(cpu, core / coresPerCluster).l2(cpu, core / coresPerCluster);
                }
            }
        }
        facts.applyTo(builder);
        return builder;
    }

    private static void divides(String name, String part, int outerCores, String outer, int innerCores, String inner) {
        if (innerCores > outerCores || outerCores % innerCores != 0) {
            throw new InvalidMachineException(
                    part,
                    "machine '" + name + "': the " + outerCores + " cores of a " + outer + " do not divide into "
                            + inner + "s of " + innerCores + "; expected a divisor of " + outerCores);
        }
    }
}
