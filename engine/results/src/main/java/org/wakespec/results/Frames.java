// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.results;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The frames of a result as a reader of the feature wants them: places in features and in the reader's own code. */
public final class Frames {

    private static final Pattern FEATURE = Pattern.compile("\u273d\\.(.*)\\((.*:\\d+)\\)", Pattern.DOTALL);
    private static final List<String> NOT_THE_READERS =
            List.of("org.wakespec.", "java.", "jdk.", "io.cucumber.", "org.opentest4j.");

    private Frames() {}

    /** Without those of Wakespec and Java; a step as {@code FILE:LINE  TEXT}. */
    public static List<String> readable(List<String> frames) {
        List<String> readable = new ArrayList<>();
        for (String frame : frames) {
            Matcher feature = FEATURE.matcher(frame);
            if (feature.matches()) {
                readable.add(feature.group(2) + "  " + feature.group(1));
            } else if (NOT_THE_READERS.stream().noneMatch(frame::startsWith)) {
                readable.add(frame);
            }
        }
        return readable;
    }
}
