// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/** Compiles what a user would put into a plug-in directory. */
final class UserPlugin {

    private UserPlugin() {}

    /** A class; its source must compile against everything of ours. */
    static void compile(Path plugin, String className, String source) throws IOException {
        Path file = plugin.resolve(className.replace('.', '/') + ".java");
        Files.createDirectories(file.getParent());
        Files.writeString(file, source);
        int failures = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        plugin.toString(),
                        file.toString());
        assertThat(failures).isZero();
    }

    /** A policy, registered as a user would register it. */
    static void policy(Path plugin, String className, String source) throws IOException {
        compile(plugin, className, source);
        Files.writeString(
                Files.createDirectories(plugin.resolve("META-INF/services"))
                        .resolve("org.wakespec.simulator.wakeup.PlacementPolicy"),
                className + "\n");
    }
}
