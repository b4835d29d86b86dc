// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

/**
 * CPUs as a step writes them: {@code CPU 3}, {@code CPUs 0-3,8}, {@code all CPUs except 3,7}; resolved on a machine.
 */
public final class CpuSet {

    /** The forms understood, as a regular expression without capturing groups. */
    static final String REGEX = "all (?:other )?CPUs(?: of the (?:LLC|cluster|core|package) of CPU \\d+| of node \\d+)?"
            + "(?: except (?:CPUs? )?\\d[\\d,-]*(?: and \\d+)?)?"
            + "|CPUs? \\d[\\d,-]*(?: and \\d+)?|no CPU";

    private static final Pattern ALL =
            Pattern.compile("all (other )?CPUs(?: of the (LLC|cluster|core|package) of CPU (\\d+)| of node (\\d+))?"
                    + "(?: except (?:CPUs? )?(.+))?");

    private final String text;

    CpuSet(String text) {
        this.text = text;
    }

    /** Whether it is {@code no CPU}. */
    public boolean none() {
        return text.equals("no CPU");
    }

    /** Whether it stands for the CPUs that nothing has been said about. */
    boolean others() {
        return text.startsWith("all other ");
    }

    /**
     * The CPUs on a machine; {@link #others} is not taken into account.
     *
     * @throws BadScenarioException if the machine lacks one of them
     */
    CpuMask on(Machine machine) {
        return on(machine, cpu -> machine.coregroupMask(cpu));
    }

    /** The CPUs on a machine whose last-level caches are those of the scheduler's domains. */
    CpuMask on(Machine machine, IntFunction<CpuMask> llcOf) {
        int n = machine.nrCpus();
        if (none()) {
            return new CpuMask(n);
        }
        Matcher all = ALL.matcher(text);
        if (!all.matches()) {
            return list(machine, text.substring(text.indexOf(' ') + 1));
        }
        CpuMask mask = new CpuMask(n);
        if (all.group(4) != null) {
            int node = number(all.group(4));
            if (node >= machine.nrNodes()) {
                throw new BadScenarioException("'" + text + "': " + machine.name() + " has no node " + node
                        + ", its nodes are 0-"
                        + (machine.nrNodes() - 1));
            }
            mask.or(machine.nodeMask(node));
        } else if (all.group(2) != null) {
            int of = cpu(machine, number(all.group(3)));
            mask.or(all.group(2).equals("LLC") ? llcOf.apply(of) : Places.hardware(machine, all.group(2), of));
        } else {
            mask.or(CpuMask.all(n));
        }
        if (all.group(5) != null) {
            mask.andNot(list(machine, all.group(5)));
        }
        return mask;
    }

    /** The CPUs in the order written. */
    List<Integer> inOrder(Machine machine) {
        if (ALL.matcher(text).matches() || none()) {
            throw new BadScenarioException("'" + text + "': a list such as CPUs 3,1,2 is needed to speak of an order");
        }
        List<Integer> cpus = new ArrayList<>();
        for (String part :
                text.substring(text.indexOf(' ') + 1).replace(" and ", ",").split(",")) {
            CpuMask range = list(machine, part);
            for (int cpu = range.first(); cpu >= 0; cpu = range.next(cpu + 1)) {
                cpus.add(cpu);
            }
        }
        return cpus;
    }

    /** A CPU number that the machine has. */
    static int cpu(Machine machine, int cpu) {
        if (cpu < 0 || cpu >= machine.nrCpus()) {
            throw new BadScenarioException(
                    "there is no CPU " + cpu + ": " + machine.name() + " has CPUs 0-" + (machine.nrCpus() - 1));
        }
        return cpu;
    }

    /** A number small enough to be one of a CPU or node. */
    static int number(String digits) {
        try {
            return Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            throw new BadScenarioException("'" + digits + "' is too large a number", e);
        }
    }

    private static CpuMask list(Machine machine, String list) {
        try {
            return CpuMask.parse(machine.nrCpus(), list.replace(" and ", ","));
        } catch (IllegalArgumentException e) {
            throw new BadScenarioException(machine.name() + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
