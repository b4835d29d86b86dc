// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.wakespec.gate.Gate;
import org.wakespec.gate.GateVerdict;
import org.wakespec.policies.PolicyRegistry;
import org.wakespec.report.page.ReportPage;
import org.wakespec.results.ResultFile;
import org.wakespec.results.TextFile;
import org.wakespec.steps.RunningScenarios;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says what a patch changes, whether that is worse, and whether it is what the patch claims. */
@Command(
        name = "gate",
        description = {
            "Runs the suite on a base policy and on a candidate: which scenarios changed, in placement and in what"
                    + " programs measure; is anything worse; is it what the patch claims?",
            "Each decision of the candidate is also asked of the base on the same state; only these pairs count as"
                    + " changed placements. What is not as claimed is printed as a scenario to paste.",
            "Example: wakespec gate --candidate sync-pair-v4 --json=verdict.json --junit TEST-gate.xml",
        },
        mixinStandardHelpOptions = true)
final class GateCommand implements Callable<Integer> {

    private static final int SHOWN = 3;

    @Option(
            names = "--base",
            defaultValue = PolicyRegistry.DEFAULT,
            paramLabel = "P",
            description = "The policy to compare with (default ${DEFAULT-VALUE}).")
    private String base;

    @Option(names = "--candidate", required = true, paramLabel = "P", description = "The patch.")
    private String candidate;

    @Option(
            names = "--claims",
            paramLabel = "FILE",
            description = "What the patch claims (YAML). Default: META-INF/wakespec/claims/CANDIDATE.yaml of the class"
                    + " path; without one nothing may change.")
    private Path claims;

    @Option(
            names = "--base-results",
            paramLabel = "FILE",
            description = "Takes the base's results from this result file of 'wakespec run --results' or"
                    + " 'wakespec gate --results'.")
    private Path baseResults;

    @Option(
            names = "--seeds",
            defaultValue = "" + Gate.SEEDS,
            paramLabel = "N",
            description = "Seeds on which programs measure (default ${DEFAULT-VALUE}).")
    private int seeds;

    @Option(
            names = "--features",
            split = ",",
            paramLabel = "PATH",
            description = "The same as PATH: for scripts that put options last.")
    private List<String> features = new ArrayList<>();

    @Option(names = "--tags", paramLabel = "EXPR", description = "Only scenarios this tag expression applies to.")
    private String tags;

    @Option(
            names = "--name",
            paramLabel = "REGEX",
            description = "Only scenarios in whose name this is found: FEATURE - RULE - SCENARIO [POLICY].")
    private String name;

    @Option(names = "--machine", paramLabel = "NAME", description = "Judges only scenarios about this machine.")
    private String machine;

    @Option(names = "--glue", split = ",", paramLabel = "PACKAGE", description = "Packages with your own step classes.")
    private List<String> glue = new ArrayList<>();

    @Option(names = "--parallel", description = "Runs scenarios on all processors.")
    private boolean parallel;

    @Option(names = "--results", paramLabel = "FILE", description = "Keeps the result file (JSON Lines).")
    private Path results;

    @Option(
            names = "--json",
            arity = "0..1",
            fallbackValue = OptionalFile.STANDARD_OUTPUT,
            preprocessor = OptionalFile.class,
            paramLabel = "FILE",
            description = "Writes the verdict as JSON; without FILE to standard output, instead of the text.")
    private String json;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Writes a page of the results (see 'wakespec report').")
    private Path page;

    @Option(names = "--junit", paramLabel = "FILE", description = "Writes a JUnit XML report.")
    private Path junit;

    @Option(names = "--annotations", description = "Prints GitHub-style annotations for what fails the gate.")
    private boolean annotations;

    @Option(
            names = "--mail",
            arity = "0..1",
            fallbackValue = OptionalFile.STANDARD_OUTPUT,
            preprocessor = OptionalFile.class,
            paramLabel = "FILE",
            description =
                    "Writes what programs measured as a table for a mail; without FILE to standard output, instead of"
                            + " the text.")
    private String mail;

    @Option(
            names = "--scenarios",
            paramLabel = "FILE",
            description = "Writes every state that is not as claimed as a feature file.")
    private Path scenarios;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints only what matters: no progress, no details of what passed.")
    private boolean quiet;

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = "Feature files (with :LINE if wanted), directories, or parts of the built-in suite."
                    + " Default: all of it.")
    private List<String> paths = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    GateCommand() {}

    @Override
    public Integer call() {
        checkOutputs();
        List<String> what = new ArrayList<>(paths);
        what.addAll(features);
        Gate gate = new Gate(base, candidate)
                .seeds(seeds)
                .machine(machine == null ? "" : machine)
                .whole(what.isEmpty() && tags == null && name == null);
        if (claims != null) {
            gate.claims(claims);
        }
        if (baseResults != null) {
            gate.storedBase(baseResults);
        }
        GateVerdict verdict = gate.judge(() -> run(gate, what));
        report(verdict);
        Interruption.tell(spec.commandLine().getErr());
        return verdict.passed() ? ExitCodes.PASSED : ExitCodes.FAILED;
    }

    /** Before the suite runs, not after. */
    private void checkOutputs() {
        for (String file : new String[] {json, mail}) {
            if (file != null && !OptionalFile.STANDARD_OUTPUT.equals(file)) {
                TextFile.check(Path.of(file));
            }
        }
        for (Path file : new Path[] {results, page, junit, scenarios}) {
            TextFile.check(file);
        }
    }

    private ResultFile run(Gate gate, List<String> what) {
        SuiteRun run = new SuiteRun();
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "tests", quiet)) {
            progress.watch(RunningScenarios::status);
            ResultFile file = run.features(what)
                    .policies(List.of(gate.policies().split(",")))
                    .parameter("wakespec.policies.follow", gate.follow())
                    .parameter("wakespec.tags", tags)
                    .parameter("wakespec.name", name)
                    .glue(glue)
                    .parameter("wakespec.execution.parallel.enabled", parallel ? "true" : null)
                    .results(results)
                    .run(progress);
            run.warnings().forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
            if (page != null) {
                ReportPage report = new ReportPage().title("Gate: " + candidate + " against " + base);
                ReportCommand.write(report.add("this run", file), null, null, page);
            }
            return file;
        }
    }

    private void report(GateVerdict verdict) {
        PrintWriter out = spec.commandLine().getOut();
        boolean takesOutput = OptionalFile.STANDARD_OUTPUT.equals(json) || OptionalFile.STANDARD_OUTPUT.equals(mail);
        if (OptionalFile.STANDARD_OUTPUT.equals(json)) {
            out.print(verdict.json());
        } else if (json != null) {
            TextFile.write(Path.of(json), verdict.json());
        }
        if (OptionalFile.STANDARD_OUTPUT.equals(mail)) {
            out.print(verdict.mail());
        } else if (mail != null) {
            TextFile.write(Path.of(mail), verdict.mail());
        }
        if (junit != null) {
            TextFile.write(junit, verdict.junit());
        }
        if (scenarios != null) {
            TextFile.write(scenarios, verdict.scenarios());
        }
        if (!takesOutput) {
            out.print(verdict.text(Wakespec.style(spec)));
            String shown = verdict.worstScenarios(SHOWN);
            if (!shown.isEmpty() && !quiet) {
                out.println();
                out.print(shown);
            }
        }
        if (annotations) {
            out.print(verdict.annotations());
        }
    }
}
