// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

/** The name of a task in a step. */
public record TaskName(String name) {

    @Override
    public String toString() {
        return name;
    }
}
