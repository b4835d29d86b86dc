// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

/** A machine file that cannot be used; the message begins with {@code FILE:LINE:}. */
public final class MachineFileException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String file;
    private final int line;

    MachineFileException(String file, int line, String problem, Throwable cause) {
        super(file + ":" + line + ": " + problem, cause);
        this.file = file;
        this.line = line;
    }

    public String file() {
        return file;
    }

    /** Line, counted from 1. */
    public int line() {
        return line;
    }
}
