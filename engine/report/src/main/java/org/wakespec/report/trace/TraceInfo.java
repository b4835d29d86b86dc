// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

/**
 * What a trace is of.
 *
 * @param what scenario or program
 * @param policy id of the policy
 * @param machine name of the machine
 */
public record TraceInfo(String what, String policy, String machine) {

    /** One line of text. */
    String title() {
        return (what + ", policy " + policy + ", machine " + machine).replaceAll("[^ -~]", "?");
    }
}
