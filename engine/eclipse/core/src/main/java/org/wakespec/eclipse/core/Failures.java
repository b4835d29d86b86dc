// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.wakespec.results.ScenarioResult;
import org.wakespec.results.Verdict;

/** The failures of a run at the lines of feature files where they belong. */
public final class Failures {

    private static final Pattern FRAME = Pattern.compile(".*\\((.*\\.feature):(\\d+)\\)");
    private static final int LONGEST = 300;

    private Failures() {}

    /**
     * What a marker says.
     *
     * @param feature path of the file as in the result file
     * @param line from 1
     * @param message with the policy in front
     */
    public record Failure(String feature, int line, String message) {}

    /** All failures: at the step if it is known, else at the scenario. */
    public static List<Failure> of(RunModel run) {
        List<Failure> failures = new ArrayList<>();
        for (RunModel.Scenario scenario : run.scenarios()) {
            Map<String, List<String>> policiesByPlace = new LinkedHashMap<>();
            for (ScenarioResult result : scenario.results().values()) {
                if (result.verdict() == Verdict.FAILED && !result.feature().isEmpty()) {
                    String place = Math.max(1, line(result)) + "\n" + message(result);
                    policiesByPlace
                            .computeIfAbsent(place, p -> new ArrayList<>())
                            .add(result.variant());
                }
            }
            policiesByPlace.forEach((place, policies) -> {
                int cut = place.indexOf('\n');
                String who = String.join(
                        ", ", policies.stream().filter(p -> !p.isEmpty()).toList());
                failures.add(new Failure(
                        scenario.feature(),
                        Integer.parseInt(place.substring(0, cut)),
                        (who.isEmpty() ? "" : "[" + who + "] ") + place.substring(cut + 1)));
            });
        }
        return failures;
    }

    /** The line of the step that failed, or of the scenario. */
    public static int line(ScenarioResult result) {
        for (String frame : result.frames()) {
            Matcher matcher = FRAME.matcher(frame);
            if (matcher.matches() && RunModel.samePath(result.feature(), matcher.group(1))) {
                return Integer.parseInt(matcher.group(2));
            }
        }
        return result.line();
    }

    private static String message(ScenarioResult result) {
        String text = result.message().orElse("failed").strip();
        String first = text.lines()
                .limit(2)
                .map(String::strip)
                .reduce((a, b) -> a + " " + b)
                .orElse("failed");
        return first.length() > LONGEST ? first.substring(0, LONGEST) + " ..." : first;
    }
}
