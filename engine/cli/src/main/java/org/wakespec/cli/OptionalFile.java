// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;
import java.util.regex.Pattern;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The value of an option that takes a file or nothing. A word behind a blank that names features is no file to write: it
 * would run the whole suite and then overwrite the feature.
 */
final class OptionalFile implements IParameterPreprocessor {

    static final String STANDARD_OUTPUT = "-";

    private static final Pattern FEATURE = Pattern.compile(".*\\.feature(:\\d+)*");
    /** A part of the built-in suite has no ending. */
    private static final Pattern PART = Pattern.compile("\\w[\\w-]*(/[\\w-]+)*/?");

    OptionalFile() {}

    @Override
    public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
        boolean attached = "=".equals(info.get("separator"));
        if (!attached && !args.isEmpty() && namesFeatures(args.peek())) {
            args.push(STANDARD_OUTPUT);
        }
        return false;
    }

    private static boolean namesFeatures(String word) {
        if (FEATURE.matcher(word).matches() || PART.matcher(word).matches()) {
            return true;
        }
        try {
            return Files.isDirectory(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
