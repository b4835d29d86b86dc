// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

/** What a command tells the shell. */
final class ExitCodes {

    static final int PASSED = 0;
    static final int FAILED = 1;
    static final int COULD_NOT_RUN = 2;

    private ExitCodes() {}
}
