// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.wakespec.results.Attachment;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ScenarioResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the ladder of rules a policy asked in a scenario. */
@Command(
        name = "explain",
        description = {
            "Prints the ladder of a scenario: which rules the policy asked, in order, what each saw, and which"
                    + " decided.",
            "Example: wakespec explain what-sync-promises.feature:12 --policy sync-pair-v4",
        },
        mixinStandardHelpOptions = true)
final class ExplainCommand implements Callable<Integer> {

    private static final String LADDER = "ladder";

    @Option(
            names = "--policy",
            defaultValue = "linux-7.2",
            paramLabel = "P",
            description = "The policy to explain (default linux-7.2).")
    private String policy;

    @Option(names = "--glue", split = ",", paramLabel = "PACKAGE", description = "Packages with your own step classes.")
    private List<String> glue = new ArrayList<>();

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress.")
    private boolean quiet;

    @Option(names = "--json", description = "Prints the decisions with their ladders as JSON.")
    private boolean json;

    @Parameters(
            paramLabel = "FEATURE[:LINE]",
            description = "A feature file, or one of the built-in suite by the end of its path.")
    private String feature;

    @Spec
    private CommandSpec spec;

    ExplainCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        SuiteRun run = new SuiteRun();
        ResultFile file;
        try (ConsoleProgress progress = ConsoleProgress.start(spec.commandLine().getErr(), "tests", quiet)) {
            file = run.features(List.of(feature))
                    .policies(List.of(policy))
                    .glue(glue)
                    .run(progress);
        }
        run.warnings().forEach(warning -> spec.commandLine().getErr().println("warning: " + warning));
        ResultText text = new ResultText(out, false, Wakespec.isVerbose(spec));
        if (json) {
            out.println(JsonText.results(file.results(), true));
        }
        for (ScenarioResult result : json ? List.<ScenarioResult>of() : file.results()) {
            text.print(List.of(result));
            for (Attachment attachment : result.attachments()) {
                if (attachment.name().equals(LADDER)) {
                    attachment.text().lines().forEach(line -> out.println("        " + line));
                }
            }
        }
        if (Interruption.requested()) {
            throw new CliException("interrupted; what ran until then is told");
        }
        if (file.results().isEmpty()) {
            throw new CliException(feature + ": no scenario runs on " + policy);
        }
        return RunCommand.exitCode(file.results());
    }
}
