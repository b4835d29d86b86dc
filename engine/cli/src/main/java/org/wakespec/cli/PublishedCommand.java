// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.wakespec.published.Baseline;
import org.wakespec.published.Published;
import org.wakespec.published.Report;
import org.wakespec.results.TextFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Predicts the published tables. */
@Command(
        name = "published",
        description = {
            "Predicts every cell of the published tables and compares it with the figure.",
            "Fails if a cell that was met before is missed. Whole run: less than ten minutes on two processors.",
        },
        mixinStandardHelpOptions = true)
final class PublishedCommand implements Callable<Integer> {

    /** How the report is written. */
    enum Format {
        TEXT,
        MARKDOWN,
        JSON
    }

    @Spec
    private CommandSpec spec;

    @Option(names = "--machine", paramLabel = "M", description = "Only cells of this machine.")
    private String machine;

    @Option(names = "--policy", paramLabel = "P", description = "Only cells run on this policy.")
    private String policy;

    @Option(
            names = "--format",
            defaultValue = "text",
            paramLabel = "F",
            description = "${COMPLETION-CANDIDATES} (default text).")
    private Format format;

    @Option(names = "--json", description = "The same as --format json.")
    private boolean json;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress.")
    private boolean quiet;

    @Option(
            names = "--parallelism",
            defaultValue = "0",
            paramLabel = "N",
            description = "Simulations at a time (default: as many as processors).")
    private int parallelism;

    @Option(
            names = "--seeds",
            paramLabel = "N",
            description = "Runs of each simulation, whose mean is compared (default: 3; 1 with --brief).")
    private Integer seeds;

    @Option(names = "--brief", description = "Short runs, as in the tests: less exact.")
    private boolean brief;

    @Option(
            names = "--alternatives",
            description = "Compares the alternatives argued in the threads instead of judging cells.")
    private boolean alternatives;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "Cells met before, one a line (default: those recorded in the jar).")
    private Path baseline;

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Writes the baseline with the cells met for the first time; refused if one was lost.")
    private Path record;

    PublishedCommand() {}

    @Override
    public Integer call() {
        int threads = parallelism > 0 ? parallelism : Runtime.getRuntime().availableProcessors();
        if (parallelism < 0) {
            throw new CliException("--parallelism " + parallelism + ": expected 1 or more");
        }
        if (seeds != null && seeds < 1) {
            throw new CliException("--seeds must be 1 or more, not " + seeds);
        }
        TextFile.check(record);
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        int runs = seeds == null ? 0 : seeds;
        Published published = brief
                ? Published.brief(threads, runs, line -> progress(err, line))
                : Published.report(threads, runs, line -> progress(err, line));
        if (alternatives) {
            out.print(published.alternatives());
            return ExitCodes.PASSED;
        }
        Interruption.stopsBy(published::stop);
        Report report = published.run(machine, policy);
        if (published.left() > 0) {
            return interrupted(report, published.left());
        }
        out.print(written(report));
        out.flush();
        return judge(report, err);
    }

    private String written(Report report) {
        return switch (json ? Format.JSON : format) {
            case TEXT -> report.text();
            case MARKDOWN -> report.markdown();
            case JSON -> report.json();
        };
    }

    /** Part of a report says so in its first line, and nothing is concluded from it. */
    private int interrupted(Report report, int left) {
        PrintWriter out = spec.commandLine().getOut();
        String said = "Interrupted: " + left + " more cells have not been run.";
        if (json || format == Format.JSON) {
            out.println(JsonText.of(Map.of("interrupted", said, "report", JsonText.node(report.json()))));
        } else {
            out.println(said);
            out.println();
            out.print(written(report));
        }
        out.flush();
        spec.commandLine().getErr().println("wakespec: interrupted; " + left + " cells have not been run");
        return ExitCodes.COULD_NOT_RUN;
    }

    private void progress(PrintWriter err, String line) {
        if (!quiet && ConsoleProgress.onTerminal()) {
            err.println(line);
            err.flush();
        }
    }

    private int judge(Report report, PrintWriter err) {
        Baseline before = baseline == null ? Baseline.standard() : Baseline.read(baseline);
        if (record != null) {
            TextFile.write(record, before.improved(report));
        }
        if (brief) {
            // short runs have another baseline: none is recorded
            return ExitCodes.PASSED;
        }
        List<String> won = before.won(report);
        if (!won.isEmpty()) {
            err.println("met for the first time: " + String.join(", ", won));
        }
        List<String> lost = before.lost(report);
        if (lost.isEmpty()) {
            return ExitCodes.PASSED;
        }
        err.println("met before and missed now: " + String.join(", ", lost));
        return ExitCodes.FAILED;
    }
}
