// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import java.io.Console;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.wakespec.conformance.Progress;

/**
 * One line on a terminal that shows how far something is, once it has taken two seconds; silent elsewhere. It is drawn anew
 * five times a second by a thread of its own, from what was reported last and from what running simulations say of
 * themselves: they read no clock and report nothing.
 */
final class ConsoleProgress implements Progress, AutoCloseable {

    private static final long SILENT = TimeUnit.SECONDS.toNanos(2);
    private static final long STEP_MS = 200;
    private static final int WIDTH = 78;

    private final PrintWriter err;
    private final LongSupplier clock;
    private final long start;
    private final String unit;
    private final Thread painter;

    private String what = "";
    private long done;
    private Supplier<String> status = () -> "";
    private boolean dirty;
    private boolean closed;

    /**
     * Starts to watch.
     *
     * @param unit what {@link #at} counts
     * @param quiet shows nothing
     */
    static ConsoleProgress start(PrintWriter err, String unit, boolean quiet) {
        return new ConsoleProgress(err, unit, System::nanoTime, !quiet && onTerminal());
    }

    /** Draws only when told to by {@link #draw}, by another clock, if {@code ticking} is false. */
    ConsoleProgress(PrintWriter err, String unit, LongSupplier nanoTime, boolean ticking) {
        this.err = err;
        this.unit = unit;
        clock = nanoTime;
        start = nanoTime.getAsLong();
        painter = ticking ? new Thread(this::paint, "progress") : null;
        if (painter != null) {
            painter.setDaemon(true);
            painter.start();
        }
    }

    /** Since Java 22 there is a console also where input and output are files; it then says that it is no terminal. */
    static boolean onTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            Method isTerminal = Console.class.getMethod("isTerminal");
            return (boolean) isTerminal.invoke(console);
        } catch (NoSuchMethodException e) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }

    @Override
    public synchronized void at(String newWhat, long newDone) {
        what = newWhat;
        done = newDone;
    }

    /** What is asked for more whenever the line is drawn; empty: nothing is running. */
    synchronized void watch(Supplier<String> newStatus) {
        status = newStatus;
    }

    private synchronized void paint() {
        try {
            while (!closed) {
                wait(STEP_MS);
                draw();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Draws the line if it is time to. */
    synchronized void draw() {
        if (closed || clock.getAsLong() - start <= SILENT) {
            return;
        }
        String line = done > 0 ? what + "  " + done + " " + unit : what;
        String running = status.get();
        if (!running.isEmpty()) {
            line += (line.isEmpty() ? "" : "  ") + running;
        }
        if (line.isEmpty()) {
            return;
        }
        dirty = true;
        err.printf("\r%-" + WIDTH + "s", line.length() > WIDTH ? line.substring(line.length() - WIDTH) : line);
        err.flush();
    }

    /** Wipes the line. */
    @Override
    public synchronized void close() {
        closed = true;
        notifyAll();
        if (dirty) {
            dirty = false;
            err.printf("\r%" + WIDTH + "s\r", "");
            err.flush();
        }
    }
}
