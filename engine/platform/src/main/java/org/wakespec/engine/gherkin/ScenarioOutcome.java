// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

import java.util.List;
import java.util.Optional;

/**
 * How a scenario ended.
 *
 * @param status the worst status of its steps and hooks
 * @param error what was thrown; empty if it passed or steps are undefined
 * @param place the step, or the scenario if a hook ended it; empty if it passed
 * @param undefined the steps nobody defines
 */
public record ScenarioOutcome(
        Status status, Optional<Throwable> error, Optional<Place> place, List<UndefinedStep> undefined) {

    /** It passed. */
    public static final ScenarioOutcome PASSED =
            new ScenarioOutcome(Status.PASSED, Optional.empty(), Optional.empty(), List.of());

    /** The ways a scenario can end. */
    public enum Status {
        PASSED,
        /** A step or hook gave up: an assumption, or an exception that says so. */
        ABORTED,
        /** A step or hook threw. */
        FAILED,
        /** A step has no definition. */
        UNDEFINED,
        /** A step has more than one definition. */
        AMBIGUOUS,
        /** A step is defined but says that it is not written yet. */
        PENDING
    }

    /**
     * A line of the feature file.
     *
     * @param text the text of the step, or the title of the scenario
     * @param line its line
     */
    public record Place(String text, int line) {}

    /**
     * A step without a definition.
     *
     * @param text its text
     * @param line its line
     * @param snippets step methods that would define it
     * @param nearest the definitions most like it, best first; empty if none is
     */
    public record UndefinedStep(String text, int line, List<String> snippets, List<String> nearest) {

        /** The same with the definitions most like it. */
        public UndefinedStep near(List<String> definitions) {
            return new UndefinedStep(text, line, snippets, List.copyOf(definitions));
        }
    }
}
