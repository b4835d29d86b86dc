// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

/** A file that cannot be compared: missing, damaged, or not in the expected format. The message says where and why. */
public final class UnreadableRecordsException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public UnreadableRecordsException(String message) {
        super(message);
    }

    public UnreadableRecordsException(String message, Throwable cause) {
        super(message, cause);
    }
}
