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
import org.wakespec.workloads.Schbench;
import org.wakespec.workloads.Workload;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Measures how fast simulations run. */
@Command(
        name = "bench",
        description = {
            "Measures how fast simulations run: one thread, warm, without observers and monitors.",
            "An event is a switch, waking, wakeup, migration, tick or balance pass. Processor time is measured, as other load"
                    + " of this machine disturbs that least. CPUs scanned are those that CPU selection and balance passes look"
                    + " at, as the kernel does: the cost of an event may grow with them, and with nothing else.",
        },
        mixinStandardHelpOptions = true)
final class BenchCommand implements Callable<Integer> {

    private static final long LIMIT = 3_600_000_000_000L;

    private static final int[] SCALES = {8, 16, 80, 256, 384, 512, 1024};
    /** Virtual time after the last fork until the load is steady, in ns, and that of a fork, generously. */
    private static final long STEADY_AFTER = 20_000_000;

    private static final long FORK_NS = 60_000;
    /** A window has a tick of every CPU at least; else it is so long that all CPUs together have this time, in ns. */
    private static final long TICK_NS = 4_000_000;

    private static final long WINDOW_CPU_NS = 320_000_000;

    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            defaultValue = "programs",
            paramLabel = "WHAT",
            description =
                    "programs: whole runs of perf bench and schbench (default). scaling: messaging on 8 to 1024 CPUs.")
    private String what;

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
            names = "--warm-up",
            defaultValue = "3",
            paramLabel = "S",
            description = "Seconds of processor time of each workload that do not count (default ${DEFAULT-VALUE}).")
    private double warmUp;

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
        if (!(warmUp >= 0 && warmUp <= 3_600)) {
            throw new CliException("--warm-up " + warmUp + ": expected 0 to 3600 seconds");
        }
        MachineCatalog catalog = MachineCatalog.load(Thread.currentThread().getContextClassLoader());
        PolicyRegistry policies = PolicyRegistry.standard();
        policies.resolve(policy);
        switch (what) {
            case "programs" -> programs(policies, catalog);
            case "scaling" -> scaling(policies);
            default -> throw new CliException("bench " + what + ": expected programs or scaling");
        }
        if (json) {
            spec.commandLine().getOut().println(JsonText.of(results));
        }
        return ExitCodes.PASSED;
    }

    private void programs(PolicyRegistry policies, MachineCatalog catalog) {
        Machine altra = catalog.machine("altra-80");
        bench(policies, altra, MachineFamily.ARM64, "pipe -l 1000000", PerfPipe::new);
        bench(policies, altra, MachineFamily.ARM64, "messaging -g 10 -p -l 1000", () -> new PerfMessaging()
                .pipes()
                .loops(1_000));
        bench(policies, altra, MachineFamily.ARM64, "messaging -g 10 -t -p -l 1000", () -> new PerfMessaging()
                .pipes()
                .threads()
                .loops(1_000));
        bench(policies, altra, MachineFamily.ARM64, "schbench -r 2", () -> Schbench.current()
                .runtime(2_000_000_000));
        bench(
                policies,
                ScalingMachine.of(384),
                MachineFamily.AMD,
                "messaging -g 20 -p -l 500",
                () -> new PerfMessaging().pipes().groups(20).loops(500));
        bench(
                policies,
                catalog.machine("zen4-2p-256c512t"),
                MachineFamily.AMD,
                "messaging -g 19 -p -l 500",
                () -> new PerfMessaging().pipes().groups(19).loops(500));
    }

    private void bench(
            PolicyRegistry policies,
            Machine machine,
            MachineFamily family,
            String program,
            Supplier<Workload> workloads) {
        String name = machine.name() + " " + program;
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "runs", quiet)) {
            progress.watch(running::status);
            print(SimBench.fastest(
                    name, () -> simulation(policies, machine, family), workloads, LIMIT, runs, warmUpNs(), running));
        }
    }

    /** Two tasks a CPU, but at least a group of 40, on machines that differ in the number of their LLCs only. */
    private void scaling(PolicyRegistry policies) {
        for (int cpus : SCALES) {
            Machine machine = ScalingMachine.of(cpus);
            PerfMessaging workload =
                    new PerfMessaging().pipes().groups(Math.max(1, cpus / 20)).loops(1_000_000);
            long forked = STEADY_AFTER + workload.children() * FORK_NS;
            long window = Math.max(TICK_NS, WINDOW_CPU_NS / cpus);
            try (ConsoleProgress progress =
                    ConsoleProgress.start(spec.commandLine().getErr(), "windows", quiet)) {
                progress.watch(running::status);
                print(SimBench.fastestWindow(
                        cpus + " CPUs, " + workload.children() + " tasks messaging -p",
                        simulation(policies, machine, MachineFamily.AMD),
                        workload,
                        forked,
                        window,
                        runs,
                        warmUpNs(),
                        running));
            }
        }
    }

    private Simulation simulation(PolicyRegistry policies, Machine machine, MachineFamily family) {
        return Simulation.on(machine, policies.create(policy))
                .costs(CostModel.of(family))
                .monitored(false)
                .seed(seed)
                .build();
    }

    private long warmUpNs() {
        return (long) (warmUp * 1e9);
    }

    private void print(SimBench.Result result) {
        if (json) {
            results.add(result);
            return;
        }
        spec.commandLine().getOut().println(result);
        spec.commandLine().getOut().flush();
    }
}
