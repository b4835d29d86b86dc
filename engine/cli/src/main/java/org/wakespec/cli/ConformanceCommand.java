// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.conformance.ConformanceReport;
import org.wakespec.conformance.DecisionConformance;
import org.wakespec.conformance.KernelTraceConformance;
import org.wakespec.conformance.Progress;
import org.wakespec.conformance.TopologyConformance;
import org.wakespec.conformance.balance.BalanceConformance;
import org.wakespec.conformance.runqueue.RunQueueConformance;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.workloads.DeterminismCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Compares the model with golden vectors and with recordings of booted kernels. */
@Command(
        name = "conformance",
        description = {
            "Compares the model with golden vectors and with recordings of booted kernels.",
            "Files may be plain, gzip or xz. Each comparison prints 'N of M match' and explains the first differences.",
        },
        mixinStandardHelpOptions = true)
final class ConformanceCommand implements Runnable {

    @Option(
            names = {"-q", "--quiet"},
            scope = ScopeType.INHERIT,
            description = "Shows no progress.")
    private boolean quiet;

    @Option(names = "--json", scope = ScopeType.INHERIT, description = "Prints the report as JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    ConformanceCommand() {}

    @Override
    public void run() {
        throw new CliException("conformance needs to know what to compare: decisions, kernel-trace, topology, runqueue,"
                + " balance, determinism (see 'wakespec conformance --help')");
    }

    /** A comparison that reports its progress. */
    private interface Comparison {
        ConformanceReport compare(Progress progress);
    }

    private int print(Comparison comparison) {
        ConformanceReport report;
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "records", quiet)) {
            report = comparison.compare(progress);
        }
        if (json) {
            spec.commandLine().getOut().println(JsonText.report(report));
        } else {
            report.print(spec.commandLine().getOut());
        }
        return report.exitCode();
    }

    @Command(
            name = "determinism",
            description = {
                "Runs twenty mixed workloads several times, alone and side by side. The fingerprints of all their events have"
                        + " to be equal, and equal to the ones stored in the jar.",
            },
            mixinStandardHelpOptions = true)
    int determinism(
            @Option(
                            names = "--runs",
                            defaultValue = "5",
                            paramLabel = "N",
                            description = "Runs of each workload, alone and again side by side (default 5).")
                    int runs,
            @Option(
                            names = "--parallelism",
                            defaultValue = "8",
                            paramLabel = "N",
                            description = "Simulations at a time (default 8).")
                    int parallelism) {
        if (runs < 1 || parallelism < 1) {
            throw new CliException("--runs and --parallelism: expected 1 or more");
        }
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        PolicyRegistry policies = PolicyRegistry.standard();
        DeterminismCheck check = new DeterminismCheck(catalog::machine, () -> policies.create(PolicyRegistry.DEFAULT));
        RunningSimulation running = new RunningSimulation();
        check.watcher(running);
        List<DeterminismCheck.Outcome> outcomes;
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "runs", quiet)) {
            progress.watch(running::status);
            outcomes = check.check(runs, parallelism);
        }
        long equal = outcomes.stream().filter(DeterminismCheck.Outcome::equal).count();
        if (json) {
            spec.commandLine()
                    .getOut()
                    .println(JsonText.of(new TreeMap<>(Map.of(
                            "compared",
                            outcomes.size(),
                            "matched",
                            equal,
                            "outcomes",
                            outcomes.stream().map(Object::toString).toList()))));
        } else {
            outcomes.forEach(spec.commandLine().getOut()::println);
            spec.commandLine().getOut().println(equal + " of " + outcomes.size() + " match");
        }
        return equal == outcomes.size() ? ExitCodes.PASSED : ExitCodes.FAILED;
    }

    @Command(
            name = "decisions",
            description = {
                "Asks policies for the CPU, the side effects and the deciding branch of golden placement decisions.",
                "Example: wakespec conformance decisions --records decisions.jsonl.gz --machines topologies.json",
            },
            mixinStandardHelpOptions = true)
    int decisions(
            @Option(names = "--records", required = true, paramLabel = "FILE", description = "Decisions, one a line.")
                    Path records,
            @Option(
                            names = "--machines",
                            required = true,
                            paramLabel = "FILE",
                            description = "The topologies.json of the records.")
                    Path machines,
            @Option(
                            names = "--policies",
                            split = ",",
                            paramLabel = "P",
                            description = "Policies to compare. Default: every variant that the records answer.")
                    List<String> policies,
            @Option(
                            names = "--show",
                            defaultValue = "3",
                            paramLabel = "N",
                            description = "Differences explained of each policy (default 3).")
                    int show) {
        return print(progress -> DecisionConformance.standard(
                        PolicyRegistry.standard(), machines, policies == null ? List.of() : policies)
                .compare(records, report("decisions: " + records + " on " + machines, show), progress));
    }

    @Command(
            name = "kernel-trace",
            description = {
                "Asks the policy of each recorded kernel for the CPU and the order of idle probes.",
                "DIR is the folder of a recorded boot, or a folder of such folders.",
            },
            mixinStandardHelpOptions = true)
    int kernelTrace(
            @Parameters(arity = "1..*", paramLabel = "DIR", description = "Folders of recorded boots.") List<Path> dirs,
            @Option(
                            names = "--show",
                            defaultValue = "3",
                            paramLabel = "N",
                            description = "Differences explained of each run (default 3).")
                    int show) {
        PolicyRegistry registry = PolicyRegistry.standard();
        return print(progress -> new KernelTraceConformance(registry::create)
                .compare(dirs, report("kernel traces: " + names(dirs), show), progress));
    }

    @Command(
            name = "topology",
            description = {
                "Builds the domains of machines and compares every field with the recorded tree.",
                "FILE is a topologies.json, the topology.json of a booted kernel, or a folder that holds such files.",
            },
            mixinStandardHelpOptions = true)
    int topology(
            @Parameters(arity = "1..*", paramLabel = "FILE", description = "Topology files or folders.")
                    List<Path> files,
            @Option(
                            names = "--show",
                            defaultValue = "3",
                            paramLabel = "N",
                            description = "Differences explained of each machine (default 3).")
                    int show) {
        return print(progress ->
                new TopologyConformance().compare(files, report("topology: " + names(files), show), progress));
    }

    @Command(
            name = "runqueue",
            description = "Replays run-queue traces and load-tracking vectors of a folder.",
            mixinStandardHelpOptions = true)
    int runqueue(@Parameters(paramLabel = "DIR", description = "Folder of run-queue vectors.") Path dir) {
        return print(progress -> RunQueueConformance.run(dir, progress));
    }

    @Command(
            name = "balance",
            description = "Compares load balancing with the vectors of a folder.",
            mixinStandardHelpOptions = true)
    int balance(@Parameters(paramLabel = "DIR", description = "Folder of balancing vectors.") Path dir) {
        return print(progress -> BalanceConformance.run(dir, progress));
    }

    private static ConformanceReport report(String title, int show) {
        if (show < 0) {
            throw new CliException("--show is a number of differences, not " + show);
        }
        return new ConformanceReport(title, show);
    }

    private static String names(List<Path> paths) {
        List<String> names = new ArrayList<>();
        paths.forEach(path -> names.add(path.toString()));
        return names.size() <= 3 ? String.join(" ", names) : names.get(0) + " and " + (names.size() - 1) + " more";
    }
}
