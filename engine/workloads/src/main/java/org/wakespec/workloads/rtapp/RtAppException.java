// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

/** An rt-app file that cannot be read, or asks for what is not modelled: file, line and what was expected. */
public final class RtAppException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RtAppException(String file, int line, String problem) {
        super(file + ":" + line + ": " + problem);
    }
}
