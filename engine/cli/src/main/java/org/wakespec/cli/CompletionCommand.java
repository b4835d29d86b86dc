// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints a script by which shells complete commands and options. */
@Command(
        name = "completion",
        description = {
            "Prints a completion script for bash and zsh.",
            "Example: source <(wakespec completion)",
        },
        mixinStandardHelpOptions = true)
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    CompletionCommand() {}

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .print(AutoComplete.bash("wakespec", spec.root().commandLine()));
        return ExitCodes.PASSED;
    }
}
