// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.List;

/**
 * Something features call by its name: a policy or a machine.
 *
 * @param name its name
 * @param aliases other names
 * @param title one line for lists
 * @param details what a hover shows below, as lines
 */
public record Named(String name, List<String> aliases, String title, List<String> details) {

    public Named {
        aliases = List.copyOf(aliases);
        details = List.copyOf(details);
    }

    /** Whether it answers to this name. */
    public boolean isCalled(String text) {
        return name.equals(text) || aliases.contains(text);
    }
}
