// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.util.concurrent.Callable;
import org.wakespec.published.Published;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Fits the costs of a machine. */
@Command(
        name = "calibrate",
        description =
                "Fits the costs of a machine to the figures meant for it, and to no others, and prints how well each is"
                        + " identified and what goes into the machine file. Equal runs give equal results.",
        mixinStandardHelpOptions = true)
final class CalibrateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "MACHINE", description = "One of " + Published.CALIBRATED + ".")
    private String machine;

    @Option(
            names = {"-q", "--quiet"},
            description = "Shows no progress.")
    private boolean quiet;

    CalibrateCommand() {}

    @Override
    public Integer call() {
        var err = spec.commandLine().getErr();
        Published published = Published.report(Runtime.getRuntime().availableProcessors(), 0, line -> {});
        spec.commandLine().getOut().print(published.calibrate(machine, line -> {
            if (!quiet && ConsoleProgress.onTerminal()) {
                err.println(line);
                err.flush();
            }
        }));
        return ExitCodes.PASSED;
    }
}
