// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Tells files of this build from those of builds before, for JVMs that a build starts one after the other. */
final class BuildStart {

    private final Optional<Instant> start;

    BuildStart() {
        this(find());
    }

    BuildStart(Optional<Instant> start) {
        this.start = start;
    }

    /** The start of the JVM that started us; between the two there may be a shell, which is as young as we are. */
    private static Optional<Instant> find() {
        Optional<ProcessHandle> ancestor = ProcessHandle.current().parent();
        while (ancestor.isPresent() && !isJava(ancestor.get())) {
            ancestor = ancestor.get().parent();
        }
        return ancestor.flatMap(process -> process.info().startInstant());
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info()
                .command()
                .map(command -> Path.of(command).getFileName().toString())
                .filter(name -> name.equals("java") || name.equals("java.exe"))
                .isPresent();
    }

    /** Whether the file was written since this build began. */
    boolean isBefore(Path file) {
        try {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            return start.filter(written::isAfter).isPresent();
        } catch (IOException e) {
            // it is not there
            return false;
        }
    }
}
