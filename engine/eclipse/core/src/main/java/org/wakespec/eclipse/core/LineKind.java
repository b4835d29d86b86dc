// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

/** What a line of a feature file is. */
public enum LineKind {
    FEATURE,
    BACKGROUND,
    RULE,
    SCENARIO,
    OUTLINE,
    EXAMPLES,
    STEP,
    TAGS,
    TABLE,
    /** A line that opens or closes a doc string. */
    DOC_DELIMITER,
    DOC_TEXT,
    COMMENT,
    BLANK,
    /** Free text, or something that is no Gherkin. */
    OTHER;

    /** Whether the line opens a part of the file: it has a keyword with a colon. */
    public boolean isHeading() {
        return ordinal() <= EXAMPLES.ordinal();
    }

    /** Whether steps may follow. */
    public boolean holdsSteps() {
        return this == BACKGROUND || this == SCENARIO || this == OUTLINE;
    }
}
