// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.wakespec.results.ExampleRow;
import org.wakespec.results.Frames;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** Results as text: feature, scenario, and a line for each policy with the placement. */
final class ResultText {

    private final PrintWriter out;
    private final boolean onlyProblems;
    private final boolean verbose;
    private String feature;
    private String scenario = "";

    /**
     * @param onlyProblems leaves out what passed
     * @param verbose prints the frames of Wakespec and Java, too
     */
    ResultText(PrintWriter out, boolean onlyProblems, boolean verbose) {
        this.out = out;
        this.onlyProblems = onlyProblems;
        this.verbose = verbose;
    }

    void print(List<ScenarioResult> results) {
        int width = results.stream()
                .mapToInt(result -> result.variant().length())
                .max()
                .orElse(0);
        for (ScenarioResult result : results) {
            if (!result.isBrokenOff() && (!onlyProblems || result.verdict() != Verdict.PASSED)) {
                print(result, width);
            }
        }
    }

    private static String values(ExampleRow row) {
        return row.values().entrySet().stream()
                .map(value -> value.getKey() + " " + value.getValue())
                .collect(Collectors.joining(", ", " [", "]"));
    }

    private void print(ScenarioResult result, int width) {
        if (!result.feature().equals(feature)) {
            feature = result.feature();
            scenario = "";
            out.println((feature.isEmpty() ? "before anything ran" : feature)
                    + (result.featureName().isEmpty() ? "" : "  " + result.featureName()));
        }
        String place = result.line() > 0 ? result.line() + ": " : "";
        String title = place
                + result.rule().map(rule -> rule + " - ").orElse("")
                + result.scenario()
                + result.example().map(ResultText::values).orElse("");
        if (!title.equals(scenario)) {
            scenario = title;
            out.println("  " + title);
        }
        String key = result.verdict().key();
        String verdict = result.verdict() == Verdict.PASSED ? key : key.toUpperCase(Locale.ROOT);
        String head = "    " + String.format("%-" + Math.max(1, width) + "s  %-9s", result.variant(), verdict);
        List<String> log = result.log();
        out.println((head + "  " + (log.isEmpty() ? "" : log.get(0))).stripTrailing());
        log.stream().skip(1).forEach(line -> out.println(" ".repeat(head.length() + 2) + line));
        result.message().ifPresent(message -> message.lines().forEach(line -> out.println("        " + line)));
        List<String> frames = verbose ? result.frames() : Frames.readable(result.frames());
        frames.forEach(frame -> out.println("        at " + frame));
    }
}
