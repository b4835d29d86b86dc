// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command line printed and returned.
 *
 * @param exit exit code
 * @param out standard output
 * @param err standard error
 */
record Cli(int exit, String out, String err) {

    static Cli run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Wakespec.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new Cli(exit, out.toString(), err.toString());
    }
}
