// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

/**
 * Something wrong in a feature file.
 *
 * @param kind what is wrong
 * @param line from 1
 * @param start offset of the first character it is about
 * @param end offset behind the last one
 * @param message one sentence for people
 * @param subject what a quick fix needs: the text of the step; may be empty
 */
public record Finding(Kind kind, int line, int start, int end, String message, String subject) {

    /** What may be wrong. */
    public enum Kind {
        SYNTAX,
        UNDEFINED,
        AMBIGUOUS,
        UNKNOWN_POLICY,
        UNKNOWN_MACHINE
    }
}
