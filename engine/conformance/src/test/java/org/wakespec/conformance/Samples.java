// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The vectors and recordings kept with the tests. */
final class Samples {

    static final Path DECISIONS = resource("decisions/decisions.jsonl.xz");
    static final Path MACHINES = resource("decisions/topologies.json.xz");
    static final Path KERNEL_TRACES = resource("kernel-traces");

    private Samples() {}

    private static Path resource(String name) {
        try {
            return Path.of(Samples.class.getResource(name).toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The first lines of a sample, decompressed. */
    static List<String> lines(Path file, int count) {
        List<String> lines = new ArrayList<>();
        try (RecordReader reader = RecordReader.open(file)) {
            for (int i = 0; i < count; i++) {
                lines.add(reader.next().toString());
            }
        }
        return lines;
    }

    static Path write(Path file, List<String> lines) {
        try {
            return Files.write(file, lines);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static String text(ConformanceReport report) {
        StringWriter text = new StringWriter();
        report.print(new PrintWriter(text, true));
        return text.toString();
    }
}
