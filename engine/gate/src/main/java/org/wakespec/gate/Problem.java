// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import org.wakespec.results.ScenarioResult;

/**
 * Part of the suite that could not be run on any policy: a file that is no Gherkin, a tag that names an unknown policy, a
 * choice that matches nothing.
 *
 * @param feature file; empty if it is about none
 * @param line its line; 0 if it is about none
 * @param message what is wrong, with file and line where there are any
 */
record Problem(String feature, int line, String message) {

    static Problem of(ScenarioResult result) {
        String message = result.message().orElse(result.id()).strip();
        String place = result.feature() + ":" + result.line();
        boolean placed = result.feature().isEmpty() || result.line() == 0 || message.startsWith(place);
        return new Problem(result.feature(), result.line(), placed ? message : place + ": " + message);
    }

    /** {@code FEATURE:LINE}, or words if it is about no file. */
    String place() {
        return feature.isEmpty() ? "choice of scenarios" : feature + ":" + line;
    }

    /** The message without what stands on further lines. */
    String firstLine() {
        return message.lines().findFirst().orElse("");
    }
}
