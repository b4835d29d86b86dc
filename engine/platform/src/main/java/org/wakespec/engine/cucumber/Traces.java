// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * Leaves of a stack trace what a reader of the feature can use: the frames of the step classes and the line of the feature.
 * The frames below them are those of the engine and its thread pool, and differ with parallelism.
 */
final class Traces {

    private static final String FEATURE = "\u273d";

    private Traces() {}

    /** Ends the trace of the error, and of its causes, where the engine begins, and adds the frame of the feature. */
    static void tidy(Throwable error, StackTraceElement feature) {
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable t = error; t != null && seen.add(t); t = t.getCause()) {
            StackTraceElement[] frames = t.getStackTrace();
            int own = 0;
            while (own < frames.length && !isFeature(frames[own]) && !isEngine(frames[own])) {
                own++;
            }
            if (own < frames.length && isFeature(frames[own])) {
                continue;
            }
            StackTraceElement[] tidy = Arrays.copyOf(frames, own + 1);
            tidy[own] = feature;
            t.setStackTrace(tidy);
        }
    }

    private static boolean isFeature(StackTraceElement frame) {
        return frame.getClassName().equals(FEATURE);
    }

    private static boolean isEngine(StackTraceElement frame) {
        String name = frame.getClassName();
        return name.startsWith("io.cucumber.core.")
                || name.startsWith("io.cucumber.java.Invoker")
                || name.startsWith("org.wakespec.engine.cucumber.");
    }

    static StackTraceElement feature(String text, String uri, int line) {
        return new StackTraceElement(FEATURE, text, uri, line);
    }
}
