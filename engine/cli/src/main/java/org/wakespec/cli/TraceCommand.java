// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.report.trace.Trace;
import org.wakespec.report.trace.TraceFormat;
import org.wakespec.report.trace.TraceInfo;
import org.wakespec.report.trace.TraceRecorder;
import org.wakespec.results.FileTrouble;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.TextFile;
import org.wakespec.results.Verdict;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.steps.runtime.ProgramLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes the events of a scenario or a program in a form that tools for kernel traces read. */
@Command(
        name = "trace",
        description = {
            "Runs a scenario in which time passes, or a program, and writes its events and decisions.",
            "Formats: text (as the kernel's tracer, times in ns), trace.dat (for trace-cmd report and KernelShark), perfetto"
                    + " (for ui.perfetto.dev), jsonl (decisions), csv (histograms).",
            "Examples: wakespec trace idle.feature:28 --format trace.dat -o trace.dat",
            "          wakespec trace \"perf bench sched pipe -l 1000\" --machine smp-8 -o pipe.pftrace",
        },
        mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {

    private static final long LIMIT = 3_600_000_000_000L;

    @Parameters(
            paramLabel = "FEATURE:LINE|PROGRAM",
            description = "A scenario in which time passes, or a program's command line as one word.")
    private String what;

    @Option(
            names = "--policy",
            defaultValue = PolicyRegistry.DEFAULT,
            paramLabel = "P",
            description = "The policy (default ${DEFAULT-VALUE}).")
    private String policy;

    @Option(
            names = "--machine",
            paramLabel = "M",
            description = "The machine of a program: a name, a machine file, or words.")
    private String machine;

    @Option(
            names = "--family",
            defaultValue = "intel",
            paramLabel = "F",
            description = "Costs and idle states of a program's machine: intel, amd or arm64 (default intel).")
    private String family;

    @Option(
            names = "--seed",
            defaultValue = "1",
            paramLabel = "N",
            description = "Seed of a program's run (default 1).")
    private long seed;

    @Option(
            names = "--format",
            paramLabel = "F",
            description =
                    "text, trace.dat, perfetto, jsonl or csv. Default: by the file's ending (.txt, .dat, .pftrace,"
                            + " .perfetto-trace, .jsonl, .csv); text if its name has none.")
    private String format;

    @Option(
            names = "--events",
            defaultValue = "5000000",
            paramLabel = "N",
            description = "Events kept; later ones are counted (default ${DEFAULT-VALUE}).")
    private int events;

    @Option(names = "--glue", split = ",", paramLabel = "PACKAGE", description = "Packages with your own step classes.")
    private List<String> glue = new ArrayList<>();

    @Option(names = "--ladder", description = "Decisions of jsonl tell the rungs they asked.")
    private boolean ladder;

    @Option(
            names = "--passes",
            description = "Also ticks and passes of the load balancer, for which the kernel has no trace events.")
    private boolean passes;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress, and does not tell how much was written.")
    private boolean quiet;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Where it goes (default: standard output, for formats that are text).")
    private Path output;

    @Spec
    private CommandSpec spec;

    TraceCommand() {}

    @Override
    public Integer call() {
        if (events < 1) {
            throw new CliException("--events " + events + ": expected 1 or more");
        }
        TraceFormat wanted = format();
        boolean binary = wanted == TraceFormat.TRACE_DAT || wanted == TraceFormat.PERFETTO;
        if (output == null && binary) {
            throw new CliException("a trace of format " + wanted.label() + " is no text: name a file with -o");
        }
        if (output != null && !Files.isDirectory(output)) {
            TextFile.check(output);
        }
        // a path has no blanks followed by options, and a program no colon and line
        if (what.strip().contains(" ") && !Files.exists(Path.of(what.replaceFirst("(:\\d+)+$", "")))) {
            program(wanted);
        } else {
            scenario(wanted);
        }
        return ExitCodes.PASSED;
    }

    private TraceFormat format() {
        if (format != null) {
            return TraceFormat.byLabel(format.toLowerCase(Locale.ROOT));
        }
        if (output == null || Files.isDirectory(output)) {
            return TraceFormat.TEXT;
        }
        try {
            return TraceFormat.byFileName(output.getFileName().toString());
        } catch (IllegalArgumentException e) {
            throw new CliException("-o " + output + ": " + e.getMessage() + "; or say which with --format", e);
        }
    }

    // ---- a program ----

    private void program(TraceFormat wanted) {
        if (machine == null) {
            throw new CliException("a program needs a machine to run on: --machine M (see 'wakespec machine list')");
        }
        Machine hardware = MachineCommand.find(machine);
        PolicyRegistry policies = PolicyRegistry.standard();
        String id = policies.resolve(policy);
        ProgramLine program = ProgramLine.parse(what);
        TraceRecorder recorder = new TraceRecorder(hardware.nrCpus(), events, ladder, passes);
        Simulation sim = Simulation.on(hardware, policies.create(id))
                .costs(CostModel.of(MachineFamily.byName(family)))
                .seed(seed)
                .observer(recorder)
                .build();
        sim.runUntilDone(program.start(sim), sim.now() + LIMIT);
        Trace trace = recorder.trace();
        TraceInfo info = new TraceInfo(what.strip(), id, hardware.name());
        try {
            if (output == null) {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                wanted.write(trace, info, bytes);
                print(bytes.toString(StandardCharsets.UTF_8));
            } else {
                createParent();
                TextFile.whole(output, out -> wanted.write(trace, info, out));
            }
        } catch (IOException e) {
            throw cannotWrite(e);
        }
        said(trace.size() + " events" + (trace.dropped() == 0 ? "" : ", " + trace.dropped() + " more not kept"));
    }

    // ---- a scenario ----

    private void scenario(TraceFormat wanted) {
        if (machine != null) {
            throw new CliException("--machine " + machine + ": a scenario states its own machine");
        }
        Path directory = null;
        try {
            directory = Files.createTempDirectory("wakespec-trace");
            ResultFile results = run(directory, wanted);
            List<Path> traces = traces(directory);
            if (traces.isEmpty()) {
                throw nothing(results);
            }
            take(traces, wanted);
        } catch (IOException e) {
            throw cannotWrite(e);
        } finally {
            delete(directory);
        }
    }

    private ResultFile run(Path directory, TraceFormat wanted) {
        Map<String, String> settings = Map.of(
                "wakespec.trace", directory.toString(),
                "wakespec.trace.format", wanted.label(),
                "wakespec.trace.events", String.valueOf(events),
                "wakespec.trace.ladders", String.valueOf(ladder),
                "wakespec.trace.passes", String.valueOf(passes));
        settings.forEach(System::setProperty);
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "tests", quiet)) {
            SuiteRun run = new SuiteRun();
            ResultFile file = run.features(List.of(what))
                    .policies(List.of(policy))
                    .glue(glue)
                    .run(progress);
            run.warnings().forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
            if (Interruption.requested()) {
                throw new CliException("interrupted; no trace was written");
            }
            if (file.results().isEmpty()) {
                throw new CliException(what + ": no scenario runs on " + policy);
            }
            return file;
        } finally {
            settings.keySet().forEach(System::clearProperty);
        }
    }

    /** Without time there is no trace, nor if the scenario did not come so far. */
    private CliException nothing(ResultFile results) {
        for (ScenarioResult result : results.results()) {
            if (result.verdict() != Verdict.PASSED && result.message().isPresent()) {
                return new CliException(
                        what + ": no time has passed: " + result.message().get());
            }
        }
        return new CliException(
                what + ": no time passes in it, so there is nothing to trace; 'wakespec explain' shows how a"
                        + " task is placed");
    }

    private static List<Path> traces(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    private void take(List<Path> traces, TraceFormat wanted) throws IOException {
        if (traces.size() > 1 && (output == null || !Files.isDirectory(output))) {
            throw new CliException(
                    what + " names " + traces.size() + " scenarios: give one by its line, " + line(traces.get(0))
                            + " or " + line(traces.get(1)) + (traces.size() > 2 ? " or ..." : "")
                            + ", or an existing directory with -o");
        }
        if (output == null) {
            print(Files.readString(traces.get(0)));
            return;
        }
        createParent();
        for (Path trace : traces) {
            Path target = Files.isDirectory(output) ? output.resolve(trace.getFileName()) : output;
            TextFile.whole(target, out -> Files.copy(trace, out));
            said(target + ": " + wanted.label() + ", " + Files.size(target) + " bytes");
        }
    }

    /** The number before the policy in the name of a trace. */
    private String line(Path trace) {
        String name = trace.getFileName().toString();
        String head = name.substring(
                0, name.lastIndexOf("-" + PolicyRegistry.standard().resolve(policy)));
        return head.substring(head.lastIndexOf('-') + 1);
    }

    private static void delete(Path directory) {
        if (directory == null) {
            return;
        }
        try {
            for (Path file : traces(directory)) {
                Files.delete(file);
            }
            Files.delete(directory);
        } catch (IOException e) {
            throw new CliException(
                    "the temporary directory " + directory + " cannot be deleted: " + FileTrouble.reason(e), e);
        }
    }

    private void createParent() throws IOException {
        Path parent = output.toAbsolutePath().getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
    }

    private CliException cannotWrite(IOException e) {
        return new CliException(
                "the trace " + (output == null ? "" : output + " ") + "cannot be written: " + FileTrouble.reason(e), e);
    }

    private void print(String text) {
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
    }

    private void said(String line) {
        if (quiet) {
            return;
        }
        spec.commandLine().getErr().println(line);
    }
}
