// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.List;

/**
 * A step that can be written in a feature file.
 *
 * @param expression Cucumber expression or regular expression, as in the annotation
 * @param type what it says
 * @param does one sentence for people; may be empty
 * @param examples texts of such steps; may be empty
 * @param method who can find its method, for example a Java element handle; empty while unknown
 * @param where what to call the place of its method: {@code ActionSteps.wakes}; may be empty
 */
public record StepDefinition(
        String expression, Dialect.StepType type, String does, List<String> examples, String method, String where) {

    public StepDefinition {
        examples = List.copyOf(examples);
    }

    /** The same with its method known. */
    public StepDefinition at(String itsMethod, String itsPlace) {
        return new StepDefinition(expression, type, does, examples, itsMethod, itsPlace);
    }
}
