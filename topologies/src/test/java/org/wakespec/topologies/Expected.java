// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPInputStream;

/** The expected topologies among the test resources. */
final class Expected {

    static final ObjectMapper JSON = new ObjectMapper();

    private Expected() {}

    /** The machines of the generated decisions, by name. */
    static JsonNode generated() {
        return read("generated-machines.json.gz");
    }

    /** Trees of booted kernels, by kernel and machine. */
    static JsonNode recorded() {
        return read("recorded-trees.json.gz");
    }

    private static JsonNode read(String name) {
        try (InputStream in = Expected.class.getResourceAsStream(name);
                InputStream unzipped = new GZIPInputStream(in)) {
            return JSON.readTree(unzipped);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
