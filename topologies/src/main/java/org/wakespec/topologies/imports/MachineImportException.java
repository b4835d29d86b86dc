// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

/** An input of which no machine can be made; the message begins with the input's name, and its line where there is one. */
public final class MachineImportException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    MachineImportException(String message) {
        super(message);
    }

    MachineImportException(String message, Throwable cause) {
        super(message, cause);
    }
}
