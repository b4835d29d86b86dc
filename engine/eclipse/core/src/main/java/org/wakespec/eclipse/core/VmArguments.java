// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The JVM arguments of a launch as text: reads and changes system properties and leaves everything else as it is. */
public final class VmArguments {

    private final List<String> arguments;

    private VmArguments(List<String> arguments) {
        this.arguments = arguments;
    }

    /** Takes a text apart at spaces outside of quotes. */
    public static VmArguments of(String text) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            }
            if (Character.isWhitespace(c) && !quoted) {
                if (argument.length() > 0) {
                    arguments.add(argument.toString());
                    argument.setLength(0);
                }
            } else {
                argument.append(c);
            }
        }
        if (argument.length() > 0) {
            arguments.add(argument.toString());
        }
        return new VmArguments(arguments);
    }

    /** The value of a system property. */
    public Optional<String> property(String name) {
        return arguments.stream()
                .map(argument -> argument.replace("\"", ""))
                .filter(argument -> argument.startsWith("-D" + name + "="))
                .map(argument -> argument.substring(name.length() + 3))
                .reduce((a, b) -> b);
    }

    /** The same with a system property set; an empty value removes it. */
    public VmArguments with(String name, String value) {
        List<String> changed = new ArrayList<>(arguments);
        changed.removeIf(argument -> argument.replace("\"", "").startsWith("-D" + name + "="));
        if (!value.isBlank()) {
            String argument = "-D" + name + "=" + value.strip().replace("\"", "");
            changed.add(argument.matches("\\S+") ? argument : '"' + argument + '"');
        }
        return new VmArguments(changed);
    }

    @Override
    public String toString() {
        return String.join(" ", arguments);
    }
}
