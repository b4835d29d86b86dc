// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

/**
 * An answer that decides: the branch by which a CPU, or the target of the affine comparison, was chosen.
 *
 * @param label stable name in reports and scenarios, for example {@code sis:prev-idle}
 * @param meaning the rule in words
 */
public record Rule(String label, String meaning) {

    @Override
    public String toString() {
        return label;
    }
}
