// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

/** A simulation that cannot go on: what happened, when in virtual time, and to which tasks. */
public final class SimulationFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** What went wrong. */
    public enum Kind {
        /** All tasks sleep and nothing is pending that could wake one. */
        DEADLOCK,
        /** Much happened without any time passing, or without what was waited for. */
        NO_PROGRESS,
        /** A write to a pipe or socket that nobody will read. */
        NO_READER,
        /** A time that is negative, or beyond the end of time. */
        BAD_TIME,
        /** More tasks than the simulation has room for. */
        TOO_MANY_TASKS,
        /** A program broke the contract of {@link Program}. */
        BAD_PROGRAM,
        /** A monitor found the scheduler's own accounting wrong. */
        CORRUPT
    }

    private final Kind kind;
    private final long time;

    /**
     * A failure.
     *
     * @param time virtual time in ns
     */
    public SimulationFailure(Kind kind, long time, String message) {
        super("at " + formatTime(time) + ": " + message);
        this.kind = kind;
        this.time = time;
    }

    public Kind kind() {
        return kind;
    }

    /** Virtual time in ns. */
    public long time() {
        return time;
    }

    /** A time in ns as seconds with nine digits. */
    public static String formatTime(long ns) {
        long seconds = Math.floorDiv(ns, 1_000_000_000L);
        String fraction = Long.toString(1_000_000_000L + Math.floorMod(ns, 1_000_000_000L))
                .substring(1);
        return seconds + "." + fraction + " s";
    }
}
