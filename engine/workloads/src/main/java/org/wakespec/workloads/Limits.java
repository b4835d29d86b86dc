// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

/** What programs accept, and how they say what they do not. */
final class Limits {

    /** Connections of one server: each has two sockets, made before the start. */
    static final int MOST_CONNECTIONS = 100_000;

    private Limits() {}

    /**
     * The time, if it is not negative.
     *
     * @param program its name, and what the time is, as a message begins with it
     * @throws IllegalArgumentException if it is negative
     */
    static long notNegative(String program, String what, long ns) {
        if (ns < 0) {
            throw new IllegalArgumentException(program + ": " + what + " is not negative: " + ns + " ns");
        }
        return ns;
    }
}
