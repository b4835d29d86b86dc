// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The end of the process by Ctrl-C (SIGINT), SIGTERM or SIGHUP while a command runs. A command that has something to save
 * says how it is stopped; it then comes to its end early, tells what ran, and only then the process ends. The status is what
 * shells expect, 128 and the number of the signal: Java sees to that.
 */
final class Interruption {

    /** A command that has not ended by then has lost. */
    private static final long PATIENCE_S = 30;

    private static final CountDownLatch ENDED = new CountDownLatch(1);

    private static volatile boolean requested;
    private static Runnable stop;

    private Interruption() {}

    /** Begins to listen; for the process as a whole. */
    static void listen() {
        Runtime.getRuntime().addShutdownHook(new Thread(Interruption::end, "interruption"));
    }

    /** What stops the command early; it runs in another thread, and at once if the end was requested before. */
    static synchronized void stopsBy(Runnable newStop) {
        stop = newStop;
        if (requested) {
            newStop.run();
        }
    }

    /** Whether the process was told to end. */
    static boolean requested() {
        return requested;
    }

    /** Says that what was told is not all, if so. */
    static void tell(PrintWriter err) {
        if (requested) {
            err.println("wakespec: interrupted; what ran until then is told");
        }
    }

    /** The command has told and written all it had to. */
    static void ended() {
        ENDED.countDown();
    }

    private static void end() {
        if (ENDED.getCount() == 0 || !stopped()) {
            return;
        }
        try {
            ENDED.await(PATIENCE_S, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Stops the command; false if it has nothing to save. */
    private static synchronized boolean stopped() {
        requested = true;
        if (stop == null) {
            return false;
        }
        stop.run();
        return true;
    }
}
