// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.util.List;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.TopologyRules;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.topologies.MachineDescription;
import org.wakespec.topologies.MachineSentence;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists and draws machines. */
@Command(name = "machine", description = "Lists the known machines, or draws one.", mixinStandardHelpOptions = true)
final class MachineCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    MachineCommand() {}

    @Override
    public void run() {
        throw new CliException("machine needs to know what to do: list, show (see 'wakespec machine --help')");
    }

    @Command(name = "list", description = "Lists the machines known by name.", mixinStandardHelpOptions = true)
    int list() {
        PrintWriter out = spec.commandLine().getOut();
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        int width = catalog.names().stream().mapToInt(String::length).max().orElse(0);
        for (MachineDescription machine : catalog.machines()) {
            String aliases = machine.aliases().isEmpty() ? "" : " (also: " + String.join(", ", machine.aliases()) + ")";
            out.printf(
                    "%-" + width + "s  %4d CPUs  %s%n",
                    machine.name(),
                    machine.machine().nrCpus(),
                    machine.description() + aliases);
        }
        out.println("A machine can also be described in words, for example \"an 80-core non-SMT LLC\" or"
                + " \"2 sockets of 8 cores with 2 threads, 4 cores per LLC\".");
        catalog.problems().forEach(problem -> spec.commandLine().getErr().println("wakespec: " + problem));
        return catalog.problems().isEmpty() ? ExitCodes.PASSED : ExitCodes.COULD_NOT_RUN;
    }

    @Command(
            name = "show",
            description = {
                "Draws a machine: sockets, nodes, last-level caches and cores, and the domain tree of a CPU.",
                "NAME is a known machine or a description in words.",
            },
            mixinStandardHelpOptions = true)
    int show(
            @Parameters(arity = "1..*", paramLabel = "NAME", description = "Name, or words that describe a machine.")
                    List<String> words,
            @Option(
                            names = "--cpu",
                            defaultValue = "0",
                            paramLabel = "N",
                            description = "CPU whose domain tree is shown (default 0).")
                    int cpu,
            @Option(
                            names = "--kernel",
                            defaultValue = "7.2",
                            paramLabel = "V",
                            description = "Kernel whose rules build the domains (default 7.2).")
                    String kernel) {
        Machine machine = find(String.join(" ", words));
        if (cpu < 0 || cpu >= machine.nrCpus()) {
            throw new CliException("--cpu " + cpu + ": " + machine.name() + " has CPUs 0-" + (machine.nrCpus() - 1));
        }
        TopologyRules rules = TopologyRules.forRelease(kernel);
        new MachineDrawing(machine, DomainBuilder.build(machine, rules), rules)
                .print(cpu, spec.commandLine().getOut());
        return ExitCodes.PASSED;
    }

    /** A catalogue name is one word without blanks; whatever has blanks is a sentence. */
    private static Machine find(String name) {
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        return name.strip().contains(" ") && !catalog.contains(name.strip())
                ? MachineSentence.parse(name)
                : catalog.machine(name.strip());
    }
}
