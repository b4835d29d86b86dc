// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.wakespec.conformance.DecisionConformance;
import org.wakespec.conformance.RecordReader;

/** The records kept with the conformance tests, as files. */
final class Sample {

    private static final String FOLDER = "/org/wakespec/conformance/decisions/topologies.json.xz";

    private static Path folder;

    private Sample() {}

    /** The folder with {@code decisions} and {@code kernel-traces}; unpacked if it comes in a jar. */
    static synchronized Path folder() {
        if (folder == null) {
            folder = find();
        }
        return folder;
    }

    private static Path find() {
        try {
            URI uri = DecisionConformance.class.getResource(FOLDER).toURI();
            if (uri.getScheme().equals("file")) {
                return Path.of(uri).getParent().getParent();
            }
            try (FileSystem jar = FileSystems.newFileSystem(uri, Map.of())) {
                return unpacked(jar.getPath("/org/wakespec/conformance"));
            }
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path unpacked(Path from) throws IOException {
        Path to = Files.createTempDirectory("wakespec-sample");
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(f -> !f.toString().endsWith(".class"))
                    .toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                Files.createDirectories(target.getParent());
                try (InputStream in = Files.newInputStream(file)) {
                    Files.copy(in, target);
                }
            }
        }
        return to;
    }

    static String firstDecision() {
        try (RecordReader reader = RecordReader.open(folder().resolve("decisions/decisions.jsonl.xz"))) {
            return reader.next().toString();
        }
    }
}
