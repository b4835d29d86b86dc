// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Decision;

/** Where a task is expected, as a step writes it: {@code CPU 3}, {@code an idle CPU of the waker's LLC}. */
public final class Place {

    private static final String WHOSE = "the waker's CPU|its previous CPU|CPU \\d+";
    private static final String UNIT = "LLC|cluster|core|package|node";

    /** The forms understood, as a regular expression without capturing groups. */
    static final String REGEX = "CPU \\d+|one of CPUs? \\d[\\d,-]*|the waker's CPU|its previous CPU|its recently "
            + "used CPU"
            + "|an idle CPU|a busy CPU"
            + "|(?:a|an idle|a busy) CPU of (?:the waker's|its previous) (?:" + UNIT + ")"
            + "|(?:a|an idle|a busy) CPU of the (?:" + UNIT + ") of CPU \\d+"
            + "|(?:a|an idle|a busy) CPU of node \\d+"
            + "|an (?:idle )?SMT sibling of (?:" + WHOSE + ")"
            + "|a fully idle core(?: of (?:the waker's|its previous) (?:" + UNIT + ")| of the (?:" + UNIT
            + ") of CPU \\d+"
            + "| of node \\d+)?";

    /** Each form once, for messages. */
    static final List<String> FORMS = List.of(
            "CPU 3",
            "one of CPUs 2,4",
            "the waker's CPU",
            "its previous CPU",
            "its recently used CPU",
            "an idle CPU",
            "an idle CPU of the waker's LLC",
            "a CPU of its previous LLC",
            "a CPU of the LLC of CPU 8",
            "a CPU of node 1",
            "an SMT sibling of CPU 0",
            "a fully idle core",
            "a fully idle core of the waker's LLC");

    private static final Pattern WHOLE = Pattern.compile(REGEX);
    private static final Pattern SIBLING = Pattern.compile("an (idle )?SMT sibling of (.+)");
    private static final Pattern OF_UNIT = Pattern.compile(
            "(?:of (the waker's|its previous) (" + UNIT + ")|of the (" + UNIT + ") of CPU (\\d+)|of node (\\d+))$");

    private final String text;

    private Place(String text) {
        this.text = text;
    }

    /**
     * Reads a place.
     *
     * @throws BadScenarioException if the text is none; names the nearest forms
     */
    static Place parse(String text) {
        String stripped = text.strip();
        if (!WHOLE.matcher(stripped).matches()) {
            throw new BadScenarioException("'" + stripped + "' is not a place" + Nearest.suggestion(stripped, FORMS)
                    + " Places are: " + String.join("; ", FORMS));
        }
        return new Place(stripped);
    }

    /** The CPUs that are this place for a placement. */
    CpuMask cpus(Placement placement) {
        SchedTopology topology = placement.topology();
        Decision d = placement.decision();
        int n = topology.nrCpus;
        if (text.startsWith("CPU ")) {
            return CpuMask.of(n, named(topology, text.substring(4)));
        }
        if (text.startsWith("one of ")) {
            return new CpuSet(text.substring(7)).on(topology.machine);
        }
        switch (text) {
            case "the waker's CPU":
                return CpuMask.of(n, d.thisCpu());
            case "its previous CPU":
                return CpuMask.of(n, d.prevCpu());
            case "its recently used CPU":
                return CpuMask.of(n, placement.recentBefore());
            default:
                break;
        }
        CpuMask cpus;
        Matcher sibling = SIBLING.matcher(text);
        if (sibling.matches()) {
            int of =
                    switch (sibling.group(2)) {
                        case "the waker's CPU" -> d.thisCpu();
                        case "its previous CPU" -> d.prevCpu();
                        default -> named(topology, sibling.group(2).substring(4));
                    };
            cpus = new CpuMask(topology.smtMask[of]);
            cpus.clear(of);
        } else {
            cpus = new CpuMask(ofUnit(topology, d));
        }
        if (text.startsWith("an idle ")) {
            cpus.and(placement.idleBefore());
        } else if (text.startsWith("a busy ")) {
            cpus.andNot(placement.idleBefore());
            cpus.and(topology.active);
        } else if (text.startsWith("a fully idle core")) {
            keepIdleCores(cpus, placement);
        }
        return cpus;
    }

    private CpuMask ofUnit(SchedTopology topology, Decision d) {
        Matcher unit = OF_UNIT.matcher(text);
        if (!unit.find()) {
            return CpuMask.all(topology.nrCpus);
        }
        if (unit.group(5) != null) {
            int node = CpuSet.number(unit.group(5));
            if (node >= topology.machine.nrNodes()) {
                throw new BadScenarioException("'" + text + "': " + topology.machine.name() + " has no node " + node
                        + ", its nodes are 0-" + (topology.machine.nrNodes() - 1));
            }
            return topology.machine.nodeMask(node);
        }
        if (unit.group(4) != null) {
            return Places.scheduled(topology, unit.group(3), named(topology, unit.group(4)));
        }
        int of = unit.group(1).equals("the waker's") ? d.thisCpu() : d.prevCpu();
        return Places.scheduled(topology, unit.group(2), of);
    }

    private static void keepIdleCores(CpuMask cpus, Placement placement) {
        for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
            if (!placement.topology().smtMask[cpu].isSubsetOf(placement.idleBefore())) {
                cpus.clear(cpu);
            }
        }
    }

    private static int named(SchedTopology topology, String digits) {
        return CpuSet.cpu(topology.machine, CpuSet.number(digits));
    }

    @Override
    public String toString() {
        return text;
    }
}
