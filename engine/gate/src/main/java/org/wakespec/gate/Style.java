// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

/** How text is set off on a terminal. */
public enum Style {
    /** No escape sequences. */
    PLAIN,
    /** ANSI colours. */
    COLOUR;

    String bad(String text) {
        return paint(text, "31;1");
    }

    String good(String text) {
        return paint(text, "32;1");
    }

    private String paint(String text, String code) {
        return this == COLOUR ? "\033[" + code + "m" + text + "\033[0m" : text;
    }
}
