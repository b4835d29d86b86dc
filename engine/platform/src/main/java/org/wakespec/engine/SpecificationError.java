// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

/** A specification is wrong, or cannot be run as it stands. Shows the place in the feature file and none of ours. */
final class SpecificationError extends AssertionError {

    private static final long serialVersionUID = 1;

    SpecificationError(String message, StackTraceElement... frames) {
        super(message);
        setStackTrace(frames);
    }

    SpecificationError(String message, Throwable cause, StackTraceElement... frames) {
        super(message, cause);
        setStackTrace(frames);
    }

    @Override
    public String toString() {
        return getMessage();
    }
}
