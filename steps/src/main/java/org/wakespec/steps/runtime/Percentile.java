// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

/** A percentile in a step, with its words. */
public record Percentile(double percent, String words) {

    @Override
    public String toString() {
        return words;
    }
}
