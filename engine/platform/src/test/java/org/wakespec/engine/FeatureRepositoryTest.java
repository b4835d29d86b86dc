// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.wakespec.engine.gherkin.GherkinRuntime;

/** Features are parsed once, named after where they lie, and shown where they are edited. */
class FeatureRepositoryTest {

    @TempDir
    Path directory;

    private final GherkinRuntime gherkin = mock(GherkinRuntime.class);
    private final FeatureRepository repository = new FeatureRepository(gherkin);

    @Test
    void a_file_is_parsed_again_only_when_it_changed() throws Exception {
        when(gherkin.parse(any(), any())).thenReturn(Optional.empty());
        Path file = Files.writeString(directory.resolve("a.feature"), "Feature: A");
        FeatureFile first = repository.file(file);
        assertThat(repository.file(file)).isSameAs(first);
        assertThat(new FeatureRepository(gherkin).file(file)).isSameAs(first);
        verify(gherkin, times(1)).parse(any(), any());
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
        assertThat(repository.file(file)).isNotSameAs(first).isEqualTo(first);
        verify(gherkin, times(2)).parse(any(), any());
    }

    @Test
    void a_copy_of_the_build_is_shown_as_its_source() throws Exception {
        when(gherkin.parse(any(), any())).thenReturn(Optional.empty());
        Path source = write("src/test/resources/acme/a b.feature", "Feature: A");
        Path copy = write("target/test-classes/acme/a b.feature", "Feature: A");
        assertThat(repository.file(copy).path()).contains(source);
        assertThat(repository.file(copy).uri()).isEqualTo(source.toUri());
        write("src/test/resources/acme/a b.feature", "Feature: A, changed since");
        assertThat(repository.file(copy).path()).contains(copy);
    }

    @Test
    void a_feature_in_a_jar() throws Exception {
        when(gherkin.parse(any(), any())).thenReturn(Optional.empty());
        Path jar = directory.resolve("features.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream zip = new JarOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("acme/a b.feature"));
            zip.write("Feature: A".getBytes(StandardCharsets.UTF_8));
            zip.closeEntry();
        }
        URL url = new URL("jar:" + jar.toUri() + "!/acme/a b.feature");
        FeatureFile file = repository.resource("acme/a b.feature", url);
        assertThat(file.key()).isEqualTo("classpath:acme/a b.feature");
        assertThat(file.uri()).isEqualTo(URI.create("classpath:acme/a%20b.feature"));
        assertThat(file.path()).isEmpty();
        assertThat(file.sourceAt(3, 1).toString()).contains("ClasspathResourceSource", "acme/a b.feature", "line = 3");
        assertThat(repository.resource("acme/a b.feature", url)).isSameAs(file);
    }

    @Test
    void a_file_that_cannot_be_read_is_a_broken_one() {
        FeatureFile file = repository.file(directory.resolve("missing.feature"));
        assertThat(file.key()).endsWith("missing.feature");
        assertThat(file.error().orElseThrow()).hasMessage("cannot be read: there is no such file or directory");
    }

    private Path write(String name, String text) throws Exception {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }
}
