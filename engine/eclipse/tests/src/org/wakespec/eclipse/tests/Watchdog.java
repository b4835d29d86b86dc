// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches the UI thread: takes its stack every few milliseconds, and finds the longest stretch in which one event ran our
 * code without a pause. Code of these tests on the stack does not count as ours.
 */
final class Watchdog implements AutoCloseable {

    private static final long PERIOD_NS = 4_000_000;
    private static final String OURS = "org.wakespec.eclipse.";
    private static final String TESTS = "org.wakespec.eclipse.tests.";

    /** A stretch and where it was found. */
    record Stretch(long ms, String where) {}

    private final Thread watched;
    private final Thread watcher;
    private volatile boolean stop;
    private final List<Stretch> stretches = new ArrayList<>();

    Watchdog(Thread watched) {
        this.watched = watched;
        watcher = new Thread(this::watch, "wakespec-watchdog");
        watcher.setDaemon(true);
        watcher.setPriority(Thread.MAX_PRIORITY);
        watcher.start();
    }

    private void watch() {
        long since = 0;
        String where = "";
        long last = System.nanoTime();
        while (!stop) {
            LockSupport.parkNanos(PERIOD_NS);
            String ours = ours(watched.getStackTrace());
            long now = System.nanoTime();
            if (ours == null) {
                note(since, last, where);
                since = 0;
            } else if (since == 0 || !ours.equals(where)) {
                note(since, last, where);
                since = now;
                where = ours;
            }
            last = now;
        }
        note(since, last, where);
    }

    private void note(long since, long until, String where) {
        if (since != 0) {
            synchronized (stretches) {
                stretches.add(new Stretch((until - since) / 1_000_000, where));
            }
        }
    }

    /** The outermost of our frames, which one event entered; null if it runs none. */
    private static String ours(StackTraceElement[] stack) {
        for (int i = stack.length - 1; i >= 0; i--) {
            String name = stack[i].getClassName();
            if (name.startsWith(OURS) && !name.startsWith(TESTS)) {
                return name.substring(OURS.length()) + "." + stack[i].getMethodName();
            }
        }
        return null;
    }

    /** The longest stretch so far. */
    Stretch longest() {
        synchronized (stretches) {
            Stretch longest = new Stretch(0, "nothing");
            for (Stretch stretch : stretches) {
                longest = stretch.ms() > longest.ms() ? stretch : longest;
            }
            return longest;
        }
    }

    @Override
    public void close() throws InterruptedException {
        stop = true;
        watcher.join(1_000);
    }
}
