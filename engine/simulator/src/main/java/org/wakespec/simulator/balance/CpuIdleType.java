// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

/** In what state a CPU balances (kernel 7.2: enum cpu_idle_type). */
public enum CpuIdleType {
    NOT_IDLE("not_idle"),
    IDLE("idle"),
    NEWLY_IDLE("newly_idle");

    private final String label;

    CpuIdleType(String label) {
        this.label = label;
    }

    /** The kernel's name without its prefix {@code CPU_}, in lower case. */
    public String label() {
        return label;
    }

    /** Whether the pass is made for a CPU without work. */
    boolean idle() {
        return this != NOT_IDLE;
    }

    /** The type of a CPU in a tick or in the balance softirq. */
    static CpuIdleType of(boolean idle) {
        return idle ? IDLE : NOT_IDLE;
    }
}
