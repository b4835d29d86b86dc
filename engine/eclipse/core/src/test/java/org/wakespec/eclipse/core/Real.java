// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What the jars of steps, policies and machines really say. */
final class Real {

    static final Vocabulary WORDS = new Vocabulary(
            Metadata.steps("steps", text(Metadata.STEPS)),
            Metadata.parameters("steps", text(Metadata.STEPS)),
            Metadata.policies("policies", text(Metadata.POLICIES)),
            Metadata.machines("machines", text(Metadata.MACHINES)));

    private Real() {}

    static String text(String resource) {
        try (InputStream in = Real.class.getClassLoader().getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
