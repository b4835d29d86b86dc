// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * The one mapping from the names that data files and earlier write-ups use to the ids of the registry:
 * {@code META-INF/wakespec/policy-names.properties}.
 */
public final class PolicyNames {

    private static final String RESOURCE = "/META-INF/wakespec/policy-names.properties";

    private PolicyNames() {}

    /** The registry id behind a name used in a data file; a name without translation is returned as it is. */
    public static String id(String nameInData) {
        return aliases().getOrDefault(nameInData, nameInData);
    }

    /** Name in data files to policy id, in alphabetical order. */
    public static Map<String, String> aliases() {
        Properties properties = new Properties();
        try (InputStream in = PolicyNames.class.getResourceAsStream(RESOURCE)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + RESOURCE, e);
        }
        Map<String, String> aliases = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            aliases.put(name, properties.getProperty(name));
        }
        return aliases;
    }
}
