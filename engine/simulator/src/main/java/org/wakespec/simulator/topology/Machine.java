// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/** The hardware of a simulated machine. */
public final class Machine {

    private final String name;

    Machine(String name) {
        this.name = name;
    }

    /** Name of the machine file, or the sentence it was described with. */
    public String name() {
        return name;
    }
}
