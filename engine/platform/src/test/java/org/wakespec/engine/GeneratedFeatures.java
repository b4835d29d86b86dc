// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes many scenarios. */
final class GeneratedFeatures {

    private GeneratedFeatures() {}

    /** Writes {@code scenarios} scenarios in files of 50, each with a background, rules, tags and steps of its own. */
    static Path write(Path directory, int scenarios) throws IOException {
        Files.createDirectories(directory);
        for (int file = 0; file * 50 < scenarios; file++) {
            StringBuilder text = new StringBuilder("@generated\nFeature: Generated ")
                    .append(file)
                    .append("\n\n  Background:\n    Given a cup\n\n");
            for (int i = file * 50; i < Math.min(scenarios, file * 50 + 50); i++) {
                text.append("  @number-")
                        .append(i)
                        .append("\n  Scenario: Add ")
                        .append(i)
                        .append("\n    When I add ")
                        .append(i)
                        .append(" spoons\n    And I add 1 spoon\n    Then there are ")
                        .append(i + 1)
                        .append(" spoons\n\n");
            }
            Files.writeString(directory.resolve("generated-" + file + ".feature"), text);
        }
        return directory;
    }
}
