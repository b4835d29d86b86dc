// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import org.wakespec.gate.Style;
import picocli.CommandLine.Option;

/** How much is printed, and how it is set off. */
final class OutputOptions {

    @Option(
            names = {"-q", "--quiet"},
            description = "Prints only what matters: no progress, no details of what passed.")
    private boolean quiet;

    @Option(
            names = "--no-color",
            description = "Uses no colours; so does the environment variable NO_COLOR, and output that is no terminal.")
    private boolean noColor;

    OutputOptions() {}

    boolean quiet() {
        return quiet;
    }

    /** Colours only on terminals, and only if nobody objects (see no-color.org). */
    Style style() {
        String variable = System.getenv("NO_COLOR");
        boolean plain = noColor || variable != null && !variable.isEmpty() || !ConsoleProgress.onTerminal();
        return plain ? Style.PLAIN : Style.COLOUR;
    }

    ConsoleProgress progress(PrintWriter err) {
        return ConsoleProgress.start(err, "tests", quiet);
    }
}
