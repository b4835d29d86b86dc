// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.gherkin;

/** A feature file is not well formed. */
public final class BrokenFeatureException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int line;

    /**
     * @param message what is wrong, with line numbers
     * @param line the first line that is wrong
     */
    public BrokenFeatureException(String message, int line) {
        super(message);
        this.line = line;
    }

    /** The first line that is wrong, from 1. */
    public int line() {
        return line;
    }
}
