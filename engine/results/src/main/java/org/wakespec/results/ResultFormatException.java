// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

/** A file is not a result file, or not one this version can read. The message names the file, the line and why. */
public final class ResultFormatException extends RuntimeException {

    private static final long serialVersionUID = 1;

    ResultFormatException(String message) {
        super(message);
    }
}
