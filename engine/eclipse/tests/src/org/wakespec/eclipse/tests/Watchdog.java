// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.tests;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Watches the UI thread: takes its stack every few milliseconds, and finds the longest stretch in which one event ran our
 * code without a pause. Code of these tests on the stack does not count as ours. A stretch is as long as the thread worked
 * or was blocked in it; time in which the operating system gave the processor to other processes does not count.
 */
final class Watchdog implements AutoCloseable {

    private static final long PERIOD_NS = 4_000_000;
    private static final String OURS = "org.wakespec.eclipse.";
    private static final String TESTS = "org.wakespec.eclipse.tests.";
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /**
     * A stretch and where it was found.
     *
     * @param ms worked or blocked
     * @param wallMs by the clock on the wall
     */
    record Stretch(long ms, long wallMs, String where) {}

    private final Thread watched;
    private final Thread watcher;
    private volatile boolean stop;
    private final List<Stretch> stretches = new ArrayList<>();

    // of the stretch that goes on
    private String where;
    private long began;
    private long cpuAtBegin;
    private long blocked;

    Watchdog(Thread watched) {
        this.watched = watched;
        watcher = new Thread(this::watch, "wakespec-watchdog");
        watcher.setDaemon(true);
        watcher.setPriority(Thread.MAX_PRIORITY);
        watcher.start();
    }

    private void watch() {
        long last = System.nanoTime();
        while (!stop) {
            LockSupport.parkNanos(PERIOD_NS);
            String ours = ours(watched.getStackTrace());
            boolean isBlocked = watched.getState() != Thread.State.RUNNABLE;
            long now = System.nanoTime();
            if (where != null && !where.equals(ours)) {
                end(now);
            }
            if (ours != null && where == null) {
                where = ours;
                began = now;
                cpuAtBegin = THREADS.getThreadCpuTime(watched.threadId());
                blocked = 0;
            } else if (ours != null && isBlocked) {
                blocked += now - last;
            }
            last = now;
        }
        if (where != null) {
            end(last);
        }
    }

    private void end(long now) {
        long cpu = THREADS.getThreadCpuTime(watched.threadId()) - cpuAtBegin;
        synchronized (stretches) {
            stretches.add(new Stretch((cpu + blocked) / 1_000_000, (now - began) / 1_000_000, where));
        }
        where = null;
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
            Stretch longest = new Stretch(0, 0, "nothing");
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
