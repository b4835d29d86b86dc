// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

/** The gate could not run: a file cannot be used, a name is unknown, nothing was compared. The message is for the user. */
public final class GateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public GateException(String message) {
        super(message);
    }

    public GateException(String message, Throwable cause) {
        super(message, cause);
    }
}
