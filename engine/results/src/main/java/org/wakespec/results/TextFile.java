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
        check(file);
        try {
            Path directory = file.toAbsolutePath().getParent();
            if (directory != null) {
                Files.createDirectories(directory);
            }
            Files.writeString(file, text);
        } catch (IOException e) {
            throw cannot(file, FileTrouble.reason(e));
        }
    }

    /**
     * Looks whether a file can be written, as far as that is known without writing it: for what is written at the end of a
     * long run.
     *
     * @param file null: nothing is to be written
     * @throws IllegalArgumentException if it cannot be written; the message is for the user
     */
    public static void check(Path file) {
        if (file == null) {
            return;
        }
        if (Files.isDirectory(file)) {
            throw cannot(file, "it is a directory");
        }
        if (Files.exists(file)) {
            if (!Files.isWritable(file)) {
                throw cannot(file, "permission denied");
            }
            return;
        }
        Path directory = file.toAbsolutePath().getParent();
        while (directory != null && !Files.exists(directory)) {
            directory = directory.getParent();
        }
        if (directory != null && !Files.isDirectory(directory)) {
            throw cannot(file, directory + " is not a directory");
        }
        if (directory != null && !Files.isWritable(directory)) {
            throw cannot(file, "permission denied in " + directory);
        }
    }

    private static IllegalArgumentException cannot(Path file, String reason) {
        return new IllegalArgumentException(file + " cannot be written: " + reason);
    }
}
