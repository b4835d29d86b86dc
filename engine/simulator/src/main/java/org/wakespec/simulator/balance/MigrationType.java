// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

/** In what unit an imbalance is counted (kernel 7.2: enum migration_type). */
public enum MigrationType {
    LOAD("load"),
    UTIL("util"),
    TASK("task"),
    MISFIT("misfit"),
    LLC_TASK("llc_task");

    private final String label;

    MigrationType(String label) {
        this.label = label;
    }

    /** The kernel's name without its prefix {@code migrate_}. */
    public String label() {
        return label;
    }
}
