// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Files the user names for what is printed otherwise. */
public final class TextFile {

    private TextFile() {}

    /** Writes the content of a file. */
    @FunctionalInterface
    public interface Content {
        void write(OutputStream out) throws IOException;
    }

    /**
     * Writes a text in UTF-8, and makes the directories that are missing. Whoever ends the process meanwhile finds the whole
     * file or the one that was there before.
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
            whole(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw cannot(file, FileTrouble.reason(e));
        }
    }

    /**
     * Writes a file beside its place and then moves it there. What is no plain file, such as a pipe, and what stands in a
     * directory nothing can be added to, is written directly.
     */
    public static void whole(Path file, Content content) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path directory = target.getParent();
        boolean plain = !Files.exists(target) || Files.isRegularFile(target);
        if (!plain || directory == null || !Files.isWritable(directory)) {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target))) {
                content.write(out);
            }
            return;
        }
        Path beside = directory.resolve("." + target.getFileName() + ".part");
        try {
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(beside))) {
                content.write(out);
            }
            Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(beside);
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
