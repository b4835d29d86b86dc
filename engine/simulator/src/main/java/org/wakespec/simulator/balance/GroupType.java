// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

/**
 * What kind of help a scheduling group needs, least first (kernel 7.2: enum group_type). The order is the order of
 * urgency.
 */
public enum GroupType {
    HAS_SPARE("has_spare"),
    FULLY_BUSY("fully_busy"),
    MISFIT_TASK("misfit_task"),
    SMT_BALANCE("smt_balance"),
    ASYM_PACKING("asym_packing"),
    IMBALANCED("imbalanced"),
    LLC_BALANCE("llc_balance"),
    OVERLOADED("overloaded");

    private final String label;

    GroupType(String label) {
        this.label = label;
    }

    /** The kernel's name without its prefix {@code group_}. */
    public String label() {
        return label;
    }
}
