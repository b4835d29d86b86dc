// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wakespec.report.MachineTree.Box;
import org.wakespec.report.MachineTree.Kind;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;

/** A machine as plain text: its parts, node distances, and the scheduling domains. At most 100 columns wide. */
public final class MachineText {

    private static final int WIDTH = LadderText.WIDTH;

    private MachineText() {}

    private static String count(int number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    /** The parts of the machine and the domains of all CPUs; those of equal form once. */
    public static String of(SchedTopology topology) {
        StringBuilder out = new StringBuilder(2048);
        hardware(out, topology.machine);
        domains(out, topology);
        return out.toString();
    }

    /**
     * The parts of the machine and the domains of one CPU as the kernel has them: what {@code machine show} prints.
     *
     * @param cpu a CPU of the machine
     */
    public static String of(SchedTopology topology, int cpu) {
        StringBuilder out = new StringBuilder(2048);
        hardware(out, topology.machine);
        LadderText.wrap(
                out,
                "\ndomains of CPU " + cpu + ", ",
                "  ",
                "lowest first, kernel " + topology.rules().label() + ": sd_llc_id " + topology.sdLlcId[cpu]
                        + ", sd_llc_size " + topology.sdLlcSize[cpu] + ", sd_share_id " + topology.sdShareId[cpu]);
        tree(out, topology, cpu, true);
        keys(out, topology);
        return out.toString();
    }

    private static void hardware(StringBuilder out, Machine machine) {
        LadderText.wrap(out, "", "  ", machine.name() + ": " + machine.summary());
        if (!machine.description().isEmpty()) {
            LadderText.wrap(out, "  ", "  ", machine.description());
        }
        if (!machine.isolated().isEmpty()) {
            LadderText.wrap(out, "  ", "    ", "isolated at boot: CPUs " + machine.isolated());
        }
        machine.partitions()
                .forEach(p -> LadderText.wrap(
                        out,
                        "  ",
                        "    ",
                        (p.isolated() ? "isolated partition: CPUs " : "partition: CPUs ") + p.cpus()));
        if (!machine.offline().isEmpty()) {
            LadderText.wrap(out, "  ", "    ", "offline: CPUs " + machine.offline());
        }
        out.append('\n');
        draw(out, MachineTree.of(machine), "");
        capacities(out, machine);
        distances(out, machine);
    }

    private static void draw(StringBuilder out, Box box, String indent) {
        boolean leaf = box.parts().isEmpty();
        boolean cores = !leaf
                && box.parts().stream()
                        .allMatch(p -> p.parts().isEmpty() && p.cpus().weight() <= 4);
        String each = cores && box.parts().get(0).kind() != Kind.CORE
                ? ", each [ ] is one " + box.parts().get(0).kind().word
                : "";
        LadderText.wrap(out, indent, indent + "  ", box.label() + "   CPUs " + box.cpus() + each);
        if (leaf) {
            List<String> cells = new ArrayList<>();
            for (int cpu : box.cpus().toArray()) {
                cells.add("[" + cpu + "]");
            }
            cells(out, indent + "  ", cells);
        } else if (cores) {
            List<String> cells = new ArrayList<>();
            for (Box core : box.parts()) {
                StringBuilder cell = new StringBuilder("[");
                for (int cpu : core.cpus().toArray()) {
                    cell.append(cell.length() == 1 ? "" : " ").append(cpu);
                }
                cells.add(cell.append(']').toString());
            }
            cells(out, indent + "  ", cells);
        } else {
            for (Box part : box.parts()) {
                draw(out, part, indent + "  ");
            }
        }
    }

    private static void cells(StringBuilder out, String indent, List<String> cells) {
        int width = cells.stream().mapToInt(String::length).max().orElse(0);
        int perLine = Math.max(1, Math.min((WIDTH - indent.length() + 1) / (width + 1), width <= 6 ? 16 : 8));
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean first = i % perLine == 0;
            boolean last = i == cells.size() - 1 || (i + 1) % perLine == 0;
            out.append(first ? indent : " ").append(last ? cell : cell + " ".repeat(width - cell.length()));
            out.append(last ? "\n" : "");
        }
    }

    private static void capacities(StringBuilder out, Machine machine) {
        Map<Integer, CpuMask> kinds = new LinkedHashMap<>();
        for (int cpu = 0; cpu < machine.nrCpus(); cpu++) {
            kinds.computeIfAbsent(machine.capacity(cpu), c -> new CpuMask(machine.nrCpus()))
                    .set(cpu);
        }
        if (kinds.size() > 1) {
            out.append("\ncapacity\n");
            kinds.forEach(
                    (capacity, cpus) -> LadderText.wrap(out, "  ", "        ", pad(capacity, 4) + "  CPUs " + cpus));
        }
    }

    private static void distances(StringBuilder out, Machine machine) {
        int nodes = machine.nrNodes();
        if (nodes < 2) {
            return;
        }
        out.append("\nnode distances\n      ");
        for (int to = 0; to < nodes; to++) {
            out.append(pad(to, 4));
        }
        out.append('\n');
        for (int from = 0; from < nodes; from++) {
            out.append(pad(from, 5)).append(':');
            for (int to = 0; to < nodes; to++) {
                out.append(pad(machine.nodeDistance(from, to), 4));
            }
            out.append('\n');
        }
    }

    private static String pad(int number, int width) {
        String text = Integer.toString(number);
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }

    /** CPUs whose domains differ only in which CPUs they hold share one tree, that of the first of them. */
    private static void domains(StringBuilder out, SchedTopology topology) {
        Map<String, CpuMask> shapes = new LinkedHashMap<>();
        for (int cpu = 0; cpu < topology.nrCpus; cpu++) {
            shapes.computeIfAbsent(shape(topology, cpu), t -> new CpuMask(topology.nrCpus))
                    .set(cpu);
        }
        out.append("\nscheduling domains, lowest first\n");
        for (CpuMask cpus : shapes.values()) {
            LadderText.wrap(
                    out,
                    "  ",
                    "    ",
                    (cpus.weight() == 1 ? "CPU " : "CPUs ")
                            + cpus
                            + (cpus.weight() == 1 || topology.sd[cpus.first()] == null
                                    ? ""
                                    : ", for example CPU " + cpus.first()));
            tree(out, topology, cpus.first(), false);
        }
        keys(out, topology);
    }

    private static String shape(SchedTopology topology, int cpu) {
        StringBuilder shape =
                new StringBuilder(topology.active.test(cpu) ? "on" : "off").append(topology.sdLlcSize[cpu]);
        for (SchedDomain sd = topology.sd[cpu]; sd != null; sd = sd.parent) {
            int groups = 1;
            for (SchedGroup group = sd.groups.next; group != sd.groups; group = group.next) {
                groups++;
            }
            shape.append('/')
                    .append(sd.name)
                    .append(sd.spanWeight)
                    .append(':')
                    .append(groups)
                    .append(':')
                    .append(sd.flags)
                    .append(':')
                    .append(sd.imbalancePct);
        }
        return shape.toString();
    }

    /**
     * The domains of a CPU, lowest first.
     *
     * @param own whether groups stand in the order in which the CPU walks them; else the lowest comes first, so that equal
     *     domains of different CPUs read the same
     */
    private static void tree(StringBuilder out, SchedTopology topology, int cpu, boolean own) {
        if (!topology.active.test(cpu)) {
            out.append("    none: offline\n");
            return;
        }
        if (topology.sd[cpu] == null) {
            out.append("    none: every wakeup from here sees no domain")
                    .append(topology.sdLlcSize[cpu] == 0 ? ", LLC size 0: always wide" : "")
                    .append('\n');
            return;
        }
        for (SchedDomain sd = topology.sd[cpu]; sd != null; sd = sd.parent) {
            List<String> groups = new ArrayList<>();
            SchedGroup start = own ? sd.groups : first(sd);
            SchedGroup group = start;
            do {
                groups.add(group.span.toString());
                group = group.next;
            } while (group != start);
            String name = (sd.name + "    ").substring(0, Math.max(4, sd.name.length()));
            LadderText.wrap(
                    out,
                    "    " + name + "  ",
                    "          ",
                    "span " + sd.span + " in " + count(groups.size(), "group") + ": "
                            + (groups.size() <= 12
                                    ? String.join(" | ", groups)
                                    : String.join(" | ", groups.subList(0, 4)) + " | ... | "
                                            + groups.get(groups.size() - 1)));
            LadderText.wrap(
                    out,
                    "          ",
                    "          ",
                    String.join(" ", topology.rules().flagNames(sd.flags)).replace("SD_", "")
                            + (sd.shared != null ? " (owns shared state)" : "")
                            + " imbalance_pct " + sd.imbalancePct
                            + (sd.imbNumaNr == 0 ? "" : " imb_numa_nr " + sd.imbNumaNr));
        }
    }

    /** The ring's group with the lowest CPU, so that equal domains of different CPUs read the same. */
    private static SchedGroup first(SchedDomain sd) {
        SchedGroup first = sd.groups;
        for (SchedGroup group = sd.groups.next; group != sd.groups; group = group.next) {
            if (group.span.first() < first.span.first()) {
                first = group;
            }
        }
        return first;
    }

    private static void keys(StringBuilder out, SchedTopology topology) {
        List<String> on = new ArrayList<>();
        if (topology.smtActive) {
            on.add("sched_smt_present");
        }
        if (topology.clusterActive) {
            on.add("sched_cluster_active");
        }
        if (topology.asymCpucapActive) {
            on.add("sched_asym_cpucapacity");
        }
        if (topology.cachePresent) {
            on.add("sched_cache_present");
        }
        LadderText.wrap(out, "\nstatic keys: ", "  ", on.isEmpty() ? "none on" : String.join(", ", on));
    }
}
