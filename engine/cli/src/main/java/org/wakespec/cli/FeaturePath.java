// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.discovery.FilePosition;

/**
 * A feature as the user named it: a file with lines, a directory, or, if there is no such file, the end of a path in
 * the built-in suite.
 *
 * @param text as given
 * @param file the file or directory, or null for a part of the built-in suite
 * @param lines lines, empty for all
 */
record FeaturePath(String text, Path file, List<Integer> lines) {

    private static final Pattern WITH_LINES = Pattern.compile("(.*?)((?::[0-9]+)+)");

    static FeaturePath parse(String text) {
        if (text.isBlank()) {
            throw new CliException(
                    "the name of a feature is empty: expected a file, a directory, or a part of the built-in"
                            + " suite");
        }
        String name = text;
        List<Integer> lines = new ArrayList<>();
        Matcher matcher = WITH_LINES.matcher(text);
        if (matcher.matches()) {
            name = matcher.group(1);
            for (String line : matcher.group(2).substring(1).split(":")) {
                lines.add(line(line, text));
            }
        }
        Path file = path(name);
        if (!Files.exists(file)) {
            if (Files.isSymbolicLink(file)) {
                throw new CliException(name + " is a link that leads to no file");
            }
            return new FeaturePath(text, null, lines);
        }
        if (!Files.isDirectory(file) && !Files.isRegularFile(file)) {
            throw new CliException(name + " is neither a file nor a directory");
        }
        if (Files.isDirectory(file) && !lines.isEmpty()) {
            throw new CliException(text + ": a directory has no lines");
        }
        if (Files.isRegularFile(file) && !file.getFileName().toString().endsWith(".feature")) {
            throw new CliException(text + " is not a feature file: its name should end in .feature");
        }
        return new FeaturePath(text, file, lines);
    }

    private static int line(String text, String whole) {
        try {
            int line = Integer.parseInt(text);
            if (line > 0) {
                return line;
            }
        } catch (NumberFormatException e) {
            // reported below together with line 0
        }
        throw new CliException(whole + ": '" + text + "' is not a line of a file");
    }

    private static Path path(String name) {
        try {
            return Path.of(name);
        } catch (InvalidPathException e) {
            throw new CliException(name + " is not a path: " + e.getMessage(), e);
        }
    }

    boolean isBuiltIn() {
        return file == null;
    }

    List<DiscoverySelector> selectors() {
        if (Files.isDirectory(file)) {
            return List.of(DiscoverySelectors.selectDirectory(file.toFile()));
        }
        if (lines.isEmpty()) {
            return List.of(DiscoverySelectors.selectFile(file.toFile()));
        }
        List<DiscoverySelector> selectors = new ArrayList<>();
        lines.forEach(line -> selectors.add(DiscoverySelectors.selectFile(file.toFile(), FilePosition.from(line))));
        return selectors;
    }
}
