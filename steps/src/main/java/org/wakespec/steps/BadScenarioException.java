// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

/**
 * A step says something that contradicts another one, names something that does not exist, or leaves out something that
 * has no default. The message says what, why and what was expected; the place is the step's line in the stack trace.
 */
public final class BadScenarioException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    BadScenarioException(String message) {
        super(message);
    }

    BadScenarioException(String message, Throwable cause) {
        super(message, cause);
    }
}
