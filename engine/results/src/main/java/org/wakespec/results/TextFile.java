// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files the user names for what is printed otherwise. */
public final class TextFile {

    private TextFile() {}

    /**
     * Writes a text in UTF-8, and makes the directories that are missing.
     *
     * @throws IllegalArgumentException if it cannot be written; the message is for the user
     */
    public static void write(Path file, String text) {
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            if (Files.isDirectory(file)) {
                throw new IllegalArgumentException(file + " cannot be written: it is a directory");
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be written: " + e, e);
        }
    }
}
