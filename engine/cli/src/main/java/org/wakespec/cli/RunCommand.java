// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.wakespec.report.page.ReportPage;
import org.wakespec.results.ResultFile;
import org.wakespec.results.RunSummary;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.TextFile;
import org.wakespec.results.Verdict;
import org.wakespec.steps.RunningScenarios;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs features on policies. */
@Command(
        name = "run",
        description = {
            "Runs features on policies and prints, for each scenario and policy, where the wakee went and which"
                    + " rule decided.",
            "Example: wakespec run --policies linux-7.2,sync-pair-v4 my.feature:12",
        },
        mixinStandardHelpOptions = true)
final class RunCommand implements Callable<Integer> {

    @Option(
            names = "--policies",
            split = ",",
            paramLabel = "P",
            description = "Policies to run on, or 'all'. Default: those the scenarios' tags name, else linux-7.2.")
    private List<String> policies = new ArrayList<>();

    @Option(
            names = "--tags",
            paramLabel = "EXPR",
            description = "Only scenarios this tag expression applies to, e.g. \"@policy:no-sync or @mine\".")
    private String tags;

    @Option(
            names = "--name",
            paramLabel = "REGEX",
            description = "Only scenarios in whose name this is found: FEATURE - RULE - SCENARIO [POLICY].")
    private String name;

    @Option(names = "--results", paramLabel = "FILE", description = "Keeps the result file (JSON Lines).")
    private Path results;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes a page of the results (see 'wakespec report').")
    private Path report;

    @Option(names = "--glue", split = ",", paramLabel = "PACKAGE", description = "Packages with your own step classes.")
    private List<String> glue = new ArrayList<>();

    @Option(names = "--parallel", description = "Runs scenarios on all processors.")
    private boolean parallel;

    @Option(names = "--fail-fast", description = "Ends the run at the first failure.")
    private boolean failFast;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints only what did not pass, and the summary; no progress.")
    private boolean quiet;

    @Option(names = "--json", description = "Prints the results as JSON, without their evidence.")
    private boolean json;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = "Feature files (with :LINE if wanted), directories, or parts of the built-in suite."
                    + " Default: all of it.")
    private List<String> paths = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    RunCommand() {}

    @Override
    public Integer call() {
        TextFile.check(results);
        TextFile.check(report);
        PrintWriter out = spec.commandLine().getOut();
        SuiteRun run = new SuiteRun();
        ResultFile file;
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "tests", quiet)) {
            progress.watch(RunningScenarios::status);
            file = run.features(paths)
                    .policies(policies)
                    .parameter("wakespec.tags", tags)
                    .parameter("wakespec.name", name)
                    .glue(glue)
                    .parameter("wakespec.execution.parallel.enabled", parallel ? "true" : null)
                    .results(results)
                    .failFast(failFast)
                    .run(progress);
        }
        run.warnings().forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
        if (json) {
            out.println(JsonText.results(file.results(), false));
        } else {
            new ResultText(out, quiet, Wakespec.isVerbose(spec)).print(file.results());
            out.println(summary(file.results()));
        }
        out.flush();
        if (report != null) {
            ReportPage page = new ReportPage().add("this run", file);
            ReportCommand.write(Interruption.requested() ? page.title("Interrupted run") : page, null, null, report);
        }
        Interruption.tell(spec.commandLine().getErr());
        return exitCode(file.results());
    }

    /** Counts of what ran, and how much did not. */
    private static String summary(List<ScenarioResult> results) {
        List<ScenarioResult> ran =
                results.stream().filter(r -> !r.isBrokenOff()).toList();
        int left = results.size() - ran.size();
        String text = RunSummary.of(ran, Optional.empty()).text();
        return left == 0 ? text : text + "; " + left + " not run, as the run was broken off";
    }

    /** Nothing but problems, or nothing at all, is no run. */
    static int exitCode(List<ScenarioResult> results) {
        boolean ran = results.stream().anyMatch(result -> !result.variant().isEmpty());
        boolean failed = results.stream().anyMatch(result -> result.verdict() == Verdict.FAILED);
        if (!ran) {
            return ExitCodes.COULD_NOT_RUN;
        }
        return failed ? ExitCodes.FAILED : ExitCodes.PASSED;
    }
}
