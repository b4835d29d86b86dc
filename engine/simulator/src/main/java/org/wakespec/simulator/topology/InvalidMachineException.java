// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/**
 * A machine description contradicts itself or asks for something no kernel would accept. The message says what, where
 * and what was expected; {@link #part()} names the part of the description, so that a reader of machine files can add
 * the line.
 */
public final class InvalidMachineException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String part;

    public InvalidMachineException(String part, String message) {
        super(message);
        this.part = part;
    }

    /**
     * The part at fault: {@code cpus}, {@code smt}, {@code cluster}, {@code coregroup}, {@code package}, {@code node},
     * ...
     */
    public String part() {
        return part;
    }
}
