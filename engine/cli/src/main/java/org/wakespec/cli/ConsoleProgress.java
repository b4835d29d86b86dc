// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import org.wakespec.conformance.Progress;

/** One line on a terminal that shows how far a comparison is, once it has taken two seconds; silent elsewhere. */
final class ConsoleProgress implements Progress, AutoCloseable {

    private static final long SILENT = TimeUnit.SECONDS.toNanos(2);
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int WIDTH = 78;

    private final PrintWriter err;
    private final boolean terminal;
    private final long start = System.nanoTime();
    private long shown;
    private boolean dirty;

    ConsoleProgress(PrintWriter err) {
        this(err, System.console() != null);
    }

    ConsoleProgress(PrintWriter err, boolean terminal) {
        this.err = err;
        this.terminal = terminal;
        this.shown = start;
    }

    @Override
    public void at(String what, long done) {
        long now = System.nanoTime();
        if (terminal && now - start > SILENT && now - shown > STEP) {
            shown = now;
            dirty = true;
            String line = what + "  " + done + " records";
            err.printf("\r%-" + WIDTH + "s", line.length() > WIDTH ? line.substring(line.length() - WIDTH) : line);
            err.flush();
        }
    }

    /** Wipes the line. */
    @Override
    public void close() {
        if (dirty) {
            err.printf("\r%" + WIDTH + "s\r", "");
            err.flush();
        }
    }
}
