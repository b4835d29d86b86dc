// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.TopologyRules;

/** A machine as text: what is inside what, and the domain tree of one CPU. */
final class MachineDrawing {

    private static final int SHOWN_GROUPS = 16;

    private final Machine machine;
    private final SchedTopology topology;
    private final TopologyRules rules;

    MachineDrawing(Machine machine, SchedTopology topology, TopologyRules rules) {
        this.machine = machine;
        this.topology = topology;
        this.rules = rules;
    }

    void print(int cpu, PrintWriter out) {
        out.println(machine.name() + (machine.description().isEmpty() ? "" : ": " + machine.description()));
        out.printf(
                "%d CPUs, %d cores, %d LLCs, %d nodes, %d packages%n",
                machine.nrCpus(), machine.nrCores(), machine.nrCoregroups(), machine.nrNodes(), machine.nrPackages());
        states(out);
        out.println();
        hardware(out);
        if (machine.nrNodes() > 1) {
            distances(out);
        }
        out.println();
        domains(cpu, out);
        out.flush();
    }

    private void states(PrintWriter out) {
        if (!machine.isolated().isEmpty()) {
            out.println("isolated: " + machine.isolated());
        }
        if (!machine.offline().isEmpty()) {
            out.println("offline: " + machine.offline());
        }
        List<String> keys = new ArrayList<>();
        if (topology.smtActive) {
            keys.add("sched_smt_active");
        }
        if (topology.clusterActive) {
            keys.add("sched_cluster_active");
        }
        if (topology.asymCpucapActive) {
            keys.add("sched_asym_cpucap_active");
        }
        out.println("static keys: " + (keys.isEmpty() ? "none" : String.join(", ", keys)));
    }

    private void hardware(PrintWriter out) {
        for (int p = 0; p < machine.nrPackages(); p++) {
            CpuMask socket = group(p, machine::packageIndex);
            out.println("package " + p + "  CPUs " + socket);
            for (int node : new TreeSet<>(list(socket, machine::node))) {
                CpuMask inNode = new CpuMask(machine.nodeMask(node));
                inNode.and(socket);
                out.println("  node " + node + "  CPUs " + inNode);
                for (int llc : new TreeSet<>(list(inNode, machine::coregroupIndex))) {
                    CpuMask cache = group(llc, machine::coregroupIndex);
                    cache.and(inNode);
                    llc(llc, cache, out);
                }
            }
        }
    }

    private void llc(int llc, CpuMask cache, PrintWriter out) {
        boolean same = list(cache, machine::capacity).stream().distinct().count() == 1;
        int capacity = machine.capacity(cache.first());
        String head = "    LLC " + llc + (same && capacity != 1024 ? " (capacity " + capacity + ")" : "");
        List<String> rows = new ArrayList<>();
        for (int cluster : new TreeSet<>(list(cache, machine::clusterIndex))) {
            CpuMask cpus = group(cluster, machine::clusterIndex);
            cpus.and(cache);
            if (cpus.weight() > machine.smtMask(cpus.first()).weight() && !cpus.equals(cache)) {
                rows.add("cluster  " + cores(cpus, same));
            }
        }
        if (rows.isEmpty()) {
            out.println(head + "  " + cores(cache, same));
        } else {
            out.println(head);
            rows.forEach(row -> out.println("      " + row));
        }
    }

    /** Cores in brackets, their threads joined by +. */
    private String cores(CpuMask cpus, boolean sameCapacity) {
        StringBuilder text = new StringBuilder();
        CpuMask left = new CpuMask(cpus);
        for (int cpu = left.first(); cpu >= 0; cpu = left.first()) {
            CpuMask threads = new CpuMask(machine.smtMask(cpu));
            threads.and(cpus);
            text.append(text.length() == 0 ? "[" : " [");
            for (int t = threads.first(); t >= 0; t = threads.next(t + 1)) {
                text.append(t == threads.first() ? "" : "+").append(t);
            }
            text.append(sameCapacity ? "]" : ":" + machine.capacity(cpu) + "]");
            left.andNot(threads);
            left.clear(cpu);
        }
        return text.toString();
    }

    private void distances(PrintWriter out) {
        out.println("node distances:");
        for (int from = 0; from < machine.nrNodes(); from++) {
            StringBuilder row = new StringBuilder("  " + from + ":");
            for (int to = 0; to < machine.nrNodes(); to++) {
                row.append(String.format("%4d", machine.nodeDistance(from, to)));
            }
            out.println(row);
        }
    }

    private void domains(int cpu, PrintWriter out) {
        List<SchedDomain> domains = topology.domains(cpu);
        out.println("domains of CPU " + cpu + ", kernel " + rules.label() + ": sd_llc_id " + topology.sdLlcId[cpu]
                + ", sd_llc_size " + topology.sdLlcSize[cpu] + ", sd_share_id " + topology.sdShareId[cpu]
                + (domains.isEmpty() ? " (no domains: isolated or offline)" : ""));
        for (int i = domains.size() - 1; i >= 0; i--) {
            SchedDomain sd = domains.get(i);
            out.println("  " + sd.name + "  span " + sd.span + ", imbalance_pct " + sd.imbalancePct
                    + (sd.imbNumaNr == 0 ? "" : ", imb_numa_nr " + sd.imbNumaNr)
                    + (sd.shared == null ? "" : ", shared state"));
            out.println("      groups " + groups(sd));
            out.println("      "
                    + rules.flagNames(sd.flags).stream()
                            .map(flag -> flag.replaceFirst("^SD_", ""))
                            .collect(Collectors.joining(" ")));
        }
    }

    private static String groups(SchedDomain sd) {
        StringBuilder text = new StringBuilder();
        SchedGroup group = sd.groups;
        int n = 0;
        do {
            if (n++ < SHOWN_GROUPS) {
                text.append(n == 1 ? "" : " | ").append(group.span);
            }
            group = group.next;
        } while (group != sd.groups);
        return n > SHOWN_GROUPS ? text + " | ... (" + n + ")" : text.toString();
    }

    private interface IndexOf {
        int of(int cpu);
    }

    private CpuMask group(int wanted, IndexOf index) {
        CpuMask mask = new CpuMask(machine.nrCpus());
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            if (index.of(cpu) == wanted) {
                mask.set(cpu);
            }
        }
        return mask;
    }

    private static List<Integer> list(CpuMask cpus, IndexOf index) {
        List<Integer> values = new ArrayList<>();
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            values.add(index.of(cpu));
        }
        return values;
    }
}
