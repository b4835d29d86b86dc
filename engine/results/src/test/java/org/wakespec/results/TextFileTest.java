// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFileTest {

    @TempDir
    Path dir;

    @Test
    void missingDirectoriesAreMade() throws IOException {
        Path file = dir.resolve("a/b/text");

        TextFile.check(file);
        assertThat(dir).as("looking writes nothing").isEmptyDirectory();
        TextFile.write(file, "text");

        assertThat(file).hasContent("text");
    }

    @Test
    void aFileIsWrittenWholeOrNotAtAll() throws IOException {
        Path file = Files.writeString(dir.resolve("report"), "before");
        Path link = Files.createSymbolicLink(dir.resolve("link"), file);

        assertThatIOException()
                .isThrownBy(() -> TextFile.whole(link, out -> {
                    out.write(new byte[100_000]);
                    assertThat(file).hasContent("before");
                    throw new IOException("No space left on device");
                }));
        assertThat(file).hasContent("before");

        TextFile.write(link, "after");
        assertThat(file).hasContent("after");
        assertThat(link).isSymbolicLink();
        try (Stream<Path> files = Files.list(dir)) {
            assertThat(files).as("nothing is left beside it").hasSize(2);
        }
    }

    @Test
    void whatCannotBeWrittenIsSaidBefore() throws IOException {
        Path file = Files.writeString(dir.resolve("file"), "");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextFile.check(dir))
                .withMessage(dir + " cannot be written: it is a directory");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TextFile.check(file.resolve("a/b")))
                .withMessage(file + "/a/b cannot be written: " + file + " is not a directory");
    }

    @Test
    void theReasonNamesNoClass() {
        assertThat(FileTrouble.reason(new NoSuchFileException("x"))).isEqualTo("there is no such file or directory");
        assertThat(FileTrouble.reason(new AccessDeniedException("x"))).isEqualTo("permission denied");
        assertThat(FileTrouble.reason(new FileSystemException("x", null, "Is a directory")))
                .isEqualTo("Is a directory");
        assertThat(FileTrouble.reason(new IOException("No space left on device")))
                .isEqualTo("No space left on device");
    }

    @Test
    void framesForReadersAreThoseOfFeaturesAndTheirOwn() {
        assertThat(Frames.readable(List.of(
                        "org.wakespec.steps.Scene.runs(Scene.java:283)",
                        "org.example.MySteps.mine(MySteps.java:3)",
                        "\u273d.A runs on CPU 9 (idle)(bad/mixed.feature:5)")))
                .containsExactly(
                        "org.example.MySteps.mine(MySteps.java:3)", "bad/mixed.feature:5  A runs on CPU 9 (idle)");
    }
}
