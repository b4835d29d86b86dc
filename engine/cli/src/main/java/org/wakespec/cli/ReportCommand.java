// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.wakespec.report.page.PageException;
import org.wakespec.report.page.ReportPage;
import org.wakespec.results.FileTrouble;
import org.wakespec.results.ResultFile;
import org.wakespec.results.ResultFormatException;
import org.wakespec.results.ResultReader;
import org.wakespec.results.TextFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes a page of result files. */
@Command(
        name = "report",
        description = {
            "Makes one self-contained HTML page of result files: features as prose, scenarios by policies, and behind"
                    + " each cell decisions, machine, run queues and latencies.",
            "Example: wakespec run --policies all --results r.jsonl && wakespec report r.jsonl -o page.html",
        },
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULTS",
            description = "Result files (JSON Lines), for example of several policies.")
    private List<Path> results;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "The page to write.")
    private Path output;

    @Option(names = "--title", paramLabel = "TEXT", description = "Heading of the page.")
    private String title;

    @Option(
            names = "--source-link",
            paramLabel = "URL",
            description = "Address of feature files with {path} and {line} in it. Default: the page shows the lines"
                    + " itself.")
    private String sourceLink;

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints nothing but errors.")
    private boolean quiet;

    @Spec
    private CommandSpec spec;

    ReportCommand() {}

    @Override
    public Integer call() {
        TextFile.check(output);
        ReportPage page = new ReportPage();
        for (Path file : results) {
            page.add(file.toString(), read(file));
        }
        long bytes = write(page, title, sourceLink, output);
        if (!quiet) {
            PrintWriter out = spec.commandLine().getOut();
            out.println(output + ": " + (bytes + 1023) / 1024 + " KiB");
        }
        return ExitCodes.PASSED;
    }

    private static ResultFile read(Path file) {
        try {
            return ResultReader.read(file);
        } catch (ResultFormatException e) {
            throw new CliException(e.getMessage(), e);
        } catch (NoSuchFileException e) {
            throw new CliException("there is no result file " + file, e);
        } catch (IOException e) {
            throw new CliException("the result file " + file + " cannot be read: " + FileTrouble.reason(e), e);
        }
    }

    /** Writes the page whole or not at all; returns its size in bytes. */
    static long write(ReportPage page, String title, String sourceLink, Path output) {
        try {
            if (title != null) {
                page.title(title);
            }
            if (sourceLink != null) {
                page.sourceLink(sourceLink);
            }
            String html = page.html();
            TextFile.write(output, html);
            return html.getBytes(StandardCharsets.UTF_8).length;
        } catch (PageException e) {
            throw new CliException(e.getMessage(), e);
        }
    }
}
