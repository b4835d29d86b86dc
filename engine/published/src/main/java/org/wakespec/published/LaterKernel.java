// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Costs of a machine under a later kernel, where they differ: the base of v5 of the reciprocal-pair patch is faster on one CPU and
 * not on two.
 */
final class LaterKernel {

    /** The fitted costs, by their keys; written by {@code wakespec calibrate}. */
    static final String FILE = "altra-80-llc2-v5.properties";

    private LaterKernel() {}

    /** Costs that differ from the machine file's. */
    static Map<String, Long> costs() {
        Properties properties = new Properties();
        try (InputStream in = LaterKernel.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException("the fitted costs " + FILE + " are missing");
            }
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, Long> costs = new TreeMap<>();
        properties.forEach((cost, value) -> costs.put((String) cost, Long.valueOf((String) value)));
        return costs;
    }
}
