// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Finds the file somebody edits behind the copy a build tool made of it. */
final class SourceFiles {

    private record Copy(String output, String source) {}

    private static final List<Copy> COPIES = List.of(
            new Copy("target/test-classes", "src/test/resources"),
            new Copy("target/classes", "src/main/resources"),
            new Copy("target/test-classes", "src/test/java"),
            new Copy("target/classes", "src/main/java"),
            new Copy("build/resources/test", "src/test/resources"),
            new Copy("build/resources/main", "src/main/resources"),
            new Copy("bin/test", "src/test/resources"),
            new Copy("bin/main", "src/main/resources"),
            new Copy("bin", "src/test/resources"),
            new Copy("bin", "src/main/resources"));

    private SourceFiles() {}

    /** The source of this file if there is one with the same content, else the file itself. */
    static Path sourceOf(Path file) {
        Path absolute = file.toAbsolutePath().normalize();
        String path = withSlashes(absolute);
        for (Copy copy : COPIES) {
            int at = path.lastIndexOf("/" + copy.output() + "/");
            if (at >= 0) {
                Path source = Path.of(path.substring(0, at) + "/" + copy.source()
                        + path.substring(at + 1 + copy.output().length()));
                if (isSame(source, absolute)) {
                    return source;
                }
            }
        }
        return absolute;
    }

    private static boolean isSame(Path source, Path copy) {
        try {
            return Files.isRegularFile(source) && Files.mismatch(source, copy) < 0;
        } catch (IOException e) {
            // not readable: then it is of no use to an editor either
            return false;
        }
    }

    /** A name for the file that does not depend on where the project lies: relative to the working directory. */
    static String keyOf(Path file) {
        Path here = Path.of("").toAbsolutePath();
        Path absolute = file.toAbsolutePath().normalize();
        try {
            return withSlashes(here.relativize(absolute));
        } catch (IllegalArgumentException e) {
            // another drive
            return withSlashes(absolute);
        }
    }

    /** The file with this {@linkplain #keyOf key}. */
    static Path ofKey(String key) {
        return Path.of("").toAbsolutePath().resolve(key).normalize();
    }

    private static String withSlashes(Path path) {
        return path.toString().replace('\\', '/');
    }
}
