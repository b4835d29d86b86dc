// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.List;
import java.util.Locale;
import org.opentest4j.AssertionFailedError;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.report.MeasuredJson;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.WorkConservation;
import org.wakespec.steps.TimedScene;

/** Compares what was measured with what was expected; a failure prints both, and what all tasks did. */
final class Measured {

    private static final int MOST_NAMES = 24;
    private static final int MOST_HISTOGRAMS = 12;

    private Measured() {}

    static void that(MachineRun run, boolean holds, String expected, String actual) {
        if (!holds) {
            throw new AssertionFailedError(
                    "expected: " + expected + "\n but was: " + actual + " [" + run.policy() + "]\n\n" + summary(run),
                    expected,
                    actual);
        }
    }

    static void number(MachineRun run, String what, Bound bound, double stated, double measured) {
        that(
                run,
                bound.holds(measured, stated),
                what + " " + bound + " " + number(stated),
                what + " " + number(measured));
    }

    static void time(MachineRun run, String what, Bound bound, Duration stated, long measured) {
        that(
                run,
                bound.holds(measured, stated.ns()),
                what + " " + bound + " " + stated,
                what + " " + Duration.words(measured));
    }

    static void near(MachineRun run, String what, double stated, double tolerance, double measured) {
        positive(tolerance);
        that(
                run,
                Math.abs(measured - stated) <= tolerance,
                what + " " + number(stated) + ", give or take " + number(tolerance),
                what + " " + number(measured));
    }

    static void near(MachineRun run, String what, Duration stated, Duration tolerance, long measured) {
        positive(tolerance.ns());
        that(
                run,
                Math.abs(measured - stated.ns()) <= tolerance.ns(),
                what + " " + stated + ", give or take " + tolerance,
                what + " " + Duration.words(measured));
    }

    private static void positive(double tolerance) {
        if (tolerance < 0) {
            throw TimedScene.bad("a tolerance is not negative: " + number(tolerance));
        }
    }

    /** A percentile of what was sampled; too few samples leave the question undecided. */
    static long percentile(Samples samples, Percentile percentile, String what) {
        enough(samples.count(), percentile, what);
        return samples.percentile(percentile.percent());
    }

    /** Leaves a question about a percentile undecided if there are too few samples to have one. */
    static void enough(long samples, Percentile percentile, String what) {
        if (samples < percentile.samples()) {
            throw Verdicts.undecided("the " + percentile + " of " + what + " needs at least " + percentile.samples()
                    + (percentile.samples() == 1 ? " sample" : " samples") + ", there "
                    + (samples == 1 ? "is " : "are ") + samples);
        }
    }

    static String number(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : String.format(Locale.ROOT, "%.4f", value);
    }

    /** What the tasks did since measuring started, and what was counted. */
    static String summary(MachineRun run) {
        StringBuilder text = new StringBuilder("after ")
                .append(Duration.words(run.measuredNs()))
                .append(" of virtual time, up to ")
                .append(Duration.words(run.simulation().now()))
                .append(":\n");
        int named = 0;
        for (String name : run.names()) {
            if (named++ == MOST_NAMES) {
                text.append("  ...\n");
                break;
            }
            task(run, name, text);
        }
        WorkConservation.Window idle = run.longestIdleBeside();
        if (idle != null) {
            text.append("  longest idle CPU beside a waiting task: CPU ")
                    .append(idle.cpu())
                    .append(" beside ")
                    .append(idle.task().comm)
                    .append(" for ")
                    .append(Duration.words(idle.ns()))
                    .append(" from ")
                    .append(Duration.words(idle.from()))
                    .append(" to ")
                    .append(Duration.words(idle.until()))
                    .append('\n');
        } else {
            text.append("  no CPU was idle beside a waiting task that could have used it\n");
        }
        text.append("  counted:");
        for (CounterName counter : CounterName.values()) {
            if (run.counted(counter) != 0) {
                text.append(' ').append(counter).append('=').append(run.counted(counter));
            }
        }
        return text.append('\n').toString();
    }

    /** The same for programs, with histograms. */
    static String document(MachineRun run) {
        MeasuredJson document = new MeasuredJson();
        Command program = run.programIfAny();
        if (program != null) {
            program.measured(document);
        }
        for (CounterName counter : CounterName.values()) {
            if (run.counted(counter) != 0) {
                document.counter(counter.toString(), run.counted(counter));
            }
        }
        int named = 0;
        for (String name : run.names()) {
            if (named++ == MOST_HISTOGRAMS) {
                break;
            }
            Samples waits = new Samples();
            Samples latency = new Samples();
            for (SimTask t : run.tasks(name)) {
                waits.addAll(run.track(t).waits);
                latency.addAll(run.track(t).latency);
            }
            document.histogram("wakeup latency of " + name, latency.sorted());
            document.histogram("waits of " + name, waits.sorted());
        }
        return document.write(program == null ? "" : program.toString(), run.measuredFrom(), run.measuredNs());
    }

    private static void task(MachineRun run, String name, StringBuilder text) {
        List<SimTask> tasks = run.tasks(name);
        long ran = 0;
        long migrations = 0;
        Samples waits = new Samples();
        Samples latency = new Samples();
        StringBuilder cpus = new StringBuilder();
        for (SimTask t : tasks) {
            TaskTrack track = run.track(t);
            ran += run.ran(t);
            migrations += track.migrations;
            waits.addAll(track.waits);
            latency.addAll(track.latency);
            cpus.append(cpus.length() == 0 ? "" : " | ")
                    .append(track.cpus)
                    .append(" now ")
                    .append(t.task.cpu);
        }
        text.append("  ").append(name);
        if (tasks.size() > 1) {
            text.append(" (").append(tasks.size()).append(" tasks)");
        }
        text.append(": ran ")
                .append(Duration.words(ran))
                .append(", migrations ")
                .append(migrations);
        spread(text, "waits", waits);
        spread(text, "wakeup latency", latency);
        String list = cpus.toString();
        text.append(", on CPUs ")
                .append(list.length() > 400 ? list.substring(0, 400) + " ..." : list)
                .append('\n');
    }

    private static void spread(StringBuilder text, String what, Samples samples) {
        if (samples.count() > 0) {
            text.append(", ")
                    .append(samples.count())
                    .append(' ')
                    .append(what)
                    .append(" 50%/99%/100% ")
                    .append(Duration.words(samples.percentile(50)))
                    .append('/')
                    .append(Duration.words(samples.percentile(99)))
                    .append('/')
                    .append(Duration.words(samples.max()));
        }
    }
}
