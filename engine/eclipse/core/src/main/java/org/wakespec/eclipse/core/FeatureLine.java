// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

/**
 * One line of a feature file.
 *
 * @param number from 1
 * @param offset of its first character in the file
 * @param text without the line end
 * @param kind what it is
 * @param keyword the keyword as written, with the space behind a step's; empty if it has none
 */
public record FeatureLine(int number, int offset, String text, LineKind kind, String keyword) {

    /** Offset of the first character that is no space, in the file. */
    public int start() {
        return offset + indent();
    }

    /** Offset behind the last character, in the file. */
    public int end() {
        return offset + text.length();
    }

    /** How many spaces stand before the text. */
    public int indent() {
        int i = 0;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }

    /** Offset of what follows the keyword, in the file. */
    public int bodyStart() {
        int i = indent() + keyword.length() + (kind.isHeading() ? 1 : 0);
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return offset + Math.min(i, text.length());
    }

    /** What follows the keyword: the text of a step, the title of a scenario. */
    public String body() {
        return text.substring(bodyStart() - offset).strip();
    }
}
