// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.wakespec.gate.Style;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code wakespec}. */
@Command(
        name = "wakespec",
        description = "Executable specifications of Linux fair-class wakeup placement.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        synopsisSubcommandLabel = "COMMAND",
        // help of every command ends with the exit codes
        scope = ScopeType.INHERIT,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:passed; everything matches",
            "1:failed; at least one difference",
            "2:could not run: bad input, nothing to run or to compare",
            "130:interrupted (Ctrl-C); run, gate and published tell what ran until then",
            "143:the same by SIGTERM",
        },
        subcommands = {
            RunCommand.class,
            GateCommand.class,
            ReportCommand.class,
            ExplainCommand.class,
            TraceCommand.class,
            PoliciesCommand.class,
            MachineCommand.class,
            StepsCommand.class,
            ConformanceCommand.class,
            PublishedCommand.class,
            CalibrateCommand.class,
            BenchCommand.class,
            CompletionCommand.class,
            CommandLine.HelpCommand.class,
        })
public final class Wakespec implements Runnable {

    @Option(
            names = "--plugin",
            scope = ScopeType.INHERIT,
            paramLabel = "JAR|DIR",
            description = "Adds policies, machines and steps: a jar, or a directory of classes or of jars. May"
                    + " be repeated.")
    private List<Path> plugins = new ArrayList<>();

    @Option(
            names = "--no-color",
            scope = ScopeType.INHERIT,
            description = "Uses no colours; so does the environment variable NO_COLOR, and output that is no terminal.")
    private boolean noColor;

    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Shows the whole stack trace of an error.")
    private boolean verbose;

    @Spec
    private CommandSpec spec;

    private Wakespec() {}

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] args) {
        Interruption.listen();
        int exit = run(new PrintWriter(System.out, true), new PrintWriter(System.err, true), args);
        Interruption.ended();
        System.exit(exit);
    }

    /** The commands and their options. */
    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        Wakespec root = new Wakespec();
        return new CommandLine(root)
                .setOut(out)
                .setErr(err)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(false)
                .setExecutionStrategy(root::execute)
                .setParameterExceptionHandler(Wakespec::badArguments)
                .setExecutionExceptionHandler((e, line, result) -> root.failed(e, line));
    }

    /** Runs the command line; returns its exit code. */
    static int run(PrintWriter out, PrintWriter err, String... args) {
        CommandLine commandLine = commandLine(out, err);
        if (List.of(args).contains("--no-color")) {
            // help is printed before options are looked at
            commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        }
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        try {
            return commandLine.execute(args);
        } catch (OutOfMemoryError e) {
            err.println("wakespec: the memory of this process, "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB, is used up; WAKESPEC_JAVA_OPTS=-Xmx8g gives it 8 GiB, and shorter runs need less");
            return ExitCodes.COULD_NOT_RUN;
        } finally {
            Thread.currentThread().setContextClassLoader(before);
            out.flush();
            err.flush();
        }
    }

    /** Whether a command was called with {@code --verbose}. */
    static boolean isVerbose(CommandSpec command) {
        return command.root().userObject() instanceof Wakespec root && root.verbose;
    }

    /** Colours only on terminals, and only if nobody objects (see no-color.org). */
    static Style style(CommandSpec command) {
        String variable = System.getenv("NO_COLOR");
        boolean asked = command.root().userObject() instanceof Wakespec root && root.noColor;
        boolean plain = asked || variable != null && !variable.isEmpty() || !ConsoleProgress.onTerminal();
        return plain ? Style.PLAIN : Style.COLOUR;
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    private int execute(ParseResult result) {
        try (Plugins loaded = Plugins.open(plugins)) {
            Thread.currentThread().setContextClassLoader(loaded.loader());
            return new CommandLine.RunLast().execute(result);
        } catch (CliException e) {
            return failed(e, spec.commandLine());
        }
    }

    private int failed(Exception e, CommandLine line) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        boolean expected = e instanceof CliException
                || e instanceof IllegalArgumentException
                || e instanceof IllegalStateException
                || e.getClass().getName().startsWith("org.wakespec.");
        line.getErr().println("wakespec: " + (expected ? message : e.getClass().getSimpleName() + ": " + message));
        if (verbose) {
            e.printStackTrace(line.getErr());
        } else if (!expected) {
            line.getErr().println("This is a defect of wakespec; --verbose shows where.");
        }
        return ExitCodes.COULD_NOT_RUN;
    }

    private static int badArguments(ParameterException e, String[] args) {
        CommandLine line = e.getCommandLine();
        line.getErr().println("wakespec: " + e.getMessage());
        UnmatchedArgumentException.printSuggestions(e, line.getErr());
        line.getErr().println("See '" + line.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCodes.COULD_NOT_RUN;
    }
}
