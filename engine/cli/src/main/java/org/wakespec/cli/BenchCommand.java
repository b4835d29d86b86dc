// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.topologies.MachineCatalog;
import org.wakespec.workloads.PerfMessaging;
import org.wakespec.workloads.PerfPipe;
import org.wakespec.workloads.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures how fast simulations run. */
@Command(
        name = "bench",
        description = {
            "Measures how fast simulations run: one thread, warm, without observers and monitors.",
            "An event is a switch, waking, wakeup, migration, tick or balance pass. Processor time is measured.",
        },
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {

    private static final long LIMIT = 3_600_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--policy",
            defaultValue = PolicyRegistry.DEFAULT,
            paramLabel = "P",
            description = "Policy that places wakeups (default ${DEFAULT-VALUE}).")
    private String policy;

    @Option(
            names = "--runs",
            defaultValue = "5",
            paramLabel = "N",
            description = "Runs of each workload; the fastest counts (default ${DEFAULT-VALUE}).")
    private int runs;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed: tick phase, fork CPUs and all that is random (default ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress.")
    private boolean quiet;

    @Option(names = "--json", description = "Prints a JSON array in the end.")
    private boolean json;

    private final List<SimBench.Result> results = new ArrayList<>();

    private final RunningSimulation running = new RunningSimulation();

    BenchCommand() {}

    @Override
    public Integer call() {
        if (runs < 1) {
            throw new CliException("--runs " + runs + ": expected 1 or more");
        }
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        PolicyRegistry policies = PolicyRegistry.standard();
        policies.resolve(policy);
        bench(policies, catalog, "altra-80", MachineFamily.ARM64, "pipe -l 1000000", PerfPipe::new);
        bench(
                policies,
                catalog,
                "altra-80",
                MachineFamily.ARM64,
                "messaging -g 10 -p -l 1000",
                () -> new PerfMessaging().pipes().loops(1_000));
        bench(
                policies,
                catalog,
                "zen4-2p-256c512t",
                MachineFamily.AMD,
                "messaging -g 19 -p -l 1000",
                () -> new PerfMessaging().pipes().groups(19).loops(1_000));
        if (json) {
            spec.commandLine().getOut().println(JsonText.of(results));
        }
        return ExitCodes.PASSED;
    }

    private void bench(
            PolicyRegistry policies,
            MachineCatalog catalog,
            String machineName,
            MachineFamily family,
            String program,
            Supplier<Workload> workloads) {
        Machine machine = catalog.machine(machineName);
        Supplier<Simulation> simulations = () -> Simulation.on(machine, policies.create(policy))
                .costs(CostModel.of(family))
                .monitored(false)
                .seed(seed)
                .build();
        SimBench.Result result;
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "runs", quiet)) {
            progress.watch(running::status);
            result = SimBench.fastest(machineName + " " + program, simulations, workloads, LIMIT, runs, running);
        }
        if (json) {
            results.add(result);
            return;
        }
        spec.commandLine().getOut().println(result);
        spec.commandLine().getOut().flush();
    }
}
