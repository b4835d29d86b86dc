// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.wakespec.report.MachineJson;
import org.wakespec.report.MachinePicture;
import org.wakespec.report.MachineSvg;
import org.wakespec.report.MachineText;
import org.wakespec.results.FileTrouble;
import org.wakespec.results.TextFile;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.TopologyRules;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.topologies.MachineDescription;
import org.wakespec.topologies.MachineFile;
import org.wakespec.topologies.MachineSentence;
import org.wakespec.topologies.imports.ImportedMachine;
import org.wakespec.topologies.imports.MachineImport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists and draws machines, and makes machine files. */
@Command(
        name = "machine",
        description = "Lists the known machines, draws one, or makes a machine file of a real one.",
        mixinStandardHelpOptions = true)
final class MachineCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    MachineCommand() {}

    @Override
    public void run() {
        throw new CliException("machine needs to know what to do: list, show, import (see 'wakespec machine --help')");
    }

    @Command(name = "list", description = "Lists the machines known by name.", mixinStandardHelpOptions = true)
    int list(@Option(names = "--json", description = "Prints a JSON array.") boolean json) {
        PrintWriter out = spec.commandLine().getOut();
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        if (json) {
            out.println(JsonText.of(
                    catalog.machines().stream().map(MachineCommand::fields).toList()));
            catalog.problems().forEach(problem -> spec.commandLine().getErr().println("wakespec: " + problem));
            return catalog.problems().isEmpty() ? ExitCodes.PASSED : ExitCodes.COULD_NOT_RUN;
        }
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

    private static Map<String, Object> fields(MachineDescription machine) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", machine.name());
        fields.put("aliases", machine.aliases());
        fields.put("cpus", machine.machine().nrCpus());
        fields.put("description", machine.description());
        return fields;
    }

    @Command(
            name = "show",
            description = {
                "Draws a machine: sockets, nodes, last-level caches and cores, and the domain tree of a CPU.",
                "NAME is a known machine, a machine file (NAME.yaml), or a description in words.",
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
                    String kernel,
            @Option(names = "--svg", paramLabel = "FILE", description = "Also draws the machine as SVG into this file.")
                    Path svg,
            @Option(names = "--json", description = "Prints the machine as JSON instead of drawing it.") boolean json) {
        TextFile.check(svg);
        Machine machine = find(String.join(" ", words));
        if (cpu < 0 || cpu >= machine.nrCpus()) {
            throw new CliException("--cpu " + cpu + ": " + machine.name() + " has CPUs 0-" + (machine.nrCpus() - 1));
        }
        TopologyRules rules = TopologyRules.forRelease(kernel);
        SchedTopology topology = DomainBuilder.build(machine, rules);
        if (json) {
            spec.commandLine().getOut().println(JsonText.of(JsonText.node(MachineJson.of(topology, List.of()))));
        } else {
            spec.commandLine().getOut().print(MachineText.of(topology, cpu));
            spec.commandLine().getOut().flush();
        }
        if (svg != null) {
            TextFile.write(svg, MachineSvg.of(MachinePicture.of(topology).title(machine.name())));
        }
        return ExitCodes.PASSED;
    }

    @Command(
            name = "import",
            description = {
                "Makes a machine file of what a real machine says of itself: lscpu -J, -e or -p, hwloc XML (lstopo --of"
                        + " xml), or a tar archive of /sys/devices/system/{cpu,node}, which tells most.",
                "What the input does not tell is assumed, and said: on standard error and in the file.",
                "Examples: ssh HOST lscpu -e -a | wakespec machine import - --name host -o machines/host.yaml",
                "          ssh HOST tar cz /sys/devices/system/cpu /sys/devices/system/node > host.tgz; wakespec machine"
                        + " import host.tgz",
            },
            mixinStandardHelpOptions = true)
    int importFrom(
            @Parameters(paramLabel = "FILE|-", description = "The input; - is standard input.") String input,
            @Option(names = "--name", paramLabel = "N", description = "Name of the machine (default: the input's).")
                    String name,
            @Option(
                            names = "--architecture",
                            paramLabel = "A",
                            description = "As uname -m prints it, where the input does not tell.")
                    String architecture,
            @Option(
                            names = {"-o", "--output"},
                            paramLabel = "FILE|DIR",
                            description =
                                    "Where the machine file goes; in a directory it is NAME.yaml (default: standard"
                                            + " output).")
                    Path output) {
        ImportedMachine machine = read(input, name, architecture);
        if (output == null) {
            spec.commandLine().getOut().print(machine.yaml());
            spec.commandLine().getOut().flush();
        } else {
            Path file = Files.isDirectory(output)
                    ? output.resolve(machine.description().name() + ".yaml")
                    : output;
            TextFile.write(file, machine.yaml());
        }
        for (String unknown : machine.unknown()) {
            spec.commandLine().getErr().println("not known from " + machine.source() + ": " + unknown);
        }
        return ExitCodes.PASSED;
    }

    private static ImportedMachine read(String input, String name, String architecture) {
        try {
            return input.equals("-")
                    ? MachineImport.read(System.in, "standard input", name == null ? "imported" : name, architecture)
                    : MachineImport.read(Path.of(input), name, architecture);
        } catch (NoSuchFileException e) {
            throw new CliException("there is no file " + input, e);
        } catch (IOException e) {
            throw new CliException(input + " cannot be read: " + FileTrouble.reason(e), e);
        }
    }

    /** The machine of a file, or of a name, which is one word; whatever has blanks is a sentence. */
    static Machine find(String name) {
        if (name.isBlank()) {
            throw new CliException("the name of the machine is empty: expected a name (see 'wakespec machine list'), a"
                    + " machine file or a description in words");
        }
        if (name.endsWith(".yaml")) {
            try {
                return MachineFile.read(Path.of(name)).machine();
            } catch (NoSuchFileException e) {
                throw new CliException("there is no machine file " + name, e);
            } catch (IOException e) {
                throw new CliException(name + " cannot be read: " + FileTrouble.reason(e), e);
            }
        }
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        return name.strip().contains(" ") && !catalog.contains(name.strip())
                ? MachineSentence.parse(name)
                : catalog.machine(name.strip());
    }
}
