// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.gate;

import java.util.List;

/**
 * What a patch says about itself.
 *
 * @param source where it was read, for reports
 * @param policy name of the policy it is about; empty if there is no claims file
 * @param title one line
 * @param envelope where placement may change
 * @param fixes scenarios that must be fixed
 * @param budgets figures that must be met
 * @param noise changes of figures below so many percent are none
 */
record Claims(
        String source,
        String policy,
        String title,
        Envelope envelope,
        List<Fix> fixes,
        List<Budget> budgets,
        double noise) {

    /** Changes below this are noise unless a claims file says otherwise, in percent. */
    static final double NOISE = 2;

    /** Nothing is claimed: nothing may change. */
    static final Claims NONE = new Claims("", "", "", Envelope.NOTHING, List.of(), List.of(), NOISE);

    /**
     * A scenario that must be fixed.
     *
     * @param place {@code FILE:LINE} of the claim
     */
    record Fix(String place, String scenario) {}

    Claims {
        fixes = List.copyOf(fixes);
        budgets = List.copyOf(budgets);
    }
}
