// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Then;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.WorkConservation;
import org.wakespec.steps.Example;
import org.wakespec.steps.TaskName;
import org.wakespec.steps.TimedScene;

/** Run time, waiting time and latencies since measuring started. Of several copies run times are meant for each one. */
public final class TimeSteps {

    private final RunWorld world;

    /** For injection. */
    public TimeSteps(RunWorld world) {
        this.world = world;
    }

    @Example(
            value = "A has had 75 % of the time, give or take 1",
            does = "run time by virtual time; the tolerance in percent of the time")
    @Then("{task} has had {double} % of the time, give or take {double}")
    public void share(TaskName task, double percent, double tolerance) {
        MachineRun run = world.measured();
        long time = run.measuredNs();
        if (time == 0) {
            throw TimedScene.bad("no time has passed since measuring started");
        }
        for (SimTask t : run.tasks(task.name())) {
            Measured.near(
                    run, "percent of the time had by " + t.task.comm, percent, tolerance, 100.0 * run.ran(t) / time);
        }
    }

    @Example(value = "A has run for 40 ms, give or take 1 ms", does = "run time")
    @Then("{task} has run for {duration}, give or take {duration}")
    public void ran(TaskName task, Duration time, Duration tolerance) {
        MachineRun run = world.measured();
        for (SimTask t : run.tasks(task.name())) {
            Measured.near(run, "run time of " + t.task.comm, time, tolerance, run.ran(t));
        }
    }

    @Example(value = "A has run 3.06 times as long as B, give or take 0.05", does = "quotient of their run times")
    @Then("{task} has run {double} times as long as {task}, give or take {double}")
    public void ratio(TaskName a, double factor, TaskName b, double tolerance) {
        MachineRun run = world.measured();
        Measured.near(
                run,
                "run time of " + a + " by that of " + b,
                factor,
                tolerance,
                (double) run.ran(run.task(a.name())) / run.ran(run.task(b.name())));
    }

    @Example(
            value = "A has run longer than with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("{task} has run longer than with policy {string}")
    public void ranLonger(TaskName task, String policy) {
        MachineRun run = world.measured();
        MachineRun other = world.under(policy);
        long mine = run.ran(run.task(task.name()));
        long theirs = other.ran(other.task(task.name()));
        Measured.that(
                run,
                mine > theirs,
                task + " more than " + Duration.words(theirs) + " as with " + policy,
                Duration.words(mine));
    }

    @Example(
            value = "the longest wait of B was at most 3 ms",
            does = "from runnable or preempted to running; copies together")
    @Then("the longest wait of {task} was {bound} {duration}")
    public void longestWait(TaskName task, Bound bound, Duration time) {
        percentileOfWaits(new Percentile(100, "longest"), task, bound, time);
    }

    @Example(
            value = "the 99th percentile of the waits of B was at most 3 ms",
            does = "copies together; exact, no buckets")
    @Then("the {percentile} of the waits of {task} was {bound} {duration}")
    public void percentileOfWaits(Percentile percentile, TaskName task, Bound bound, Duration time) {
        percentile(percentile, Times.WAITS, task, bound, time);
    }

    @Example(
            value = "the longest wait of B was at most 0.5 times that with policy \"no-sync\"",
            does = "a comparison of two policies")
    @Then("the longest wait of {task} was {bound} {double} times that with policy {string}")
    public void longestWaitAgainst(TaskName task, Bound bound, double factor, String policy) {
        MachineRun run = world.measured();
        long mine = longestWait(run, task);
        long theirs = longestWait(world.under(policy), task);
        Measured.that(
                run,
                bound.holds(mine, factor * theirs),
                "longest wait of " + task + " " + bound + " " + Measured.number(factor) + " times the "
                        + Duration.words(theirs) + " with " + policy,
                Duration.words(mine));
    }

    private static long longestWait(MachineRun run, TaskName task) {
        Percentile longest = new Percentile(100, "longest");
        return Math.max(
                Measured.percentile(over(run, task, Times.WAITS), longest, "the waits of " + task),
                all(run, task, Times.WAITS).max());
    }

    @Example(
            value = "the longest wakeup latency of B was at most 50 us",
            does = "from try_to_wake_up() to the switch to it")
    @Then("the longest wakeup latency of {task} was {bound} {duration}")
    public void longestLatency(TaskName task, Bound bound, Duration time) {
        percentileOfLatency(new Percentile(100, "longest"), task, bound, time);
    }

    @Example(
            value = "the 50th percentile of the wakeup latency of B was at most 5 us",
            does = "copies together; exact, no buckets")
    @Then("the {percentile} of the wakeup latency of {task} was {bound} {duration}")
    public void percentileOfLatency(Percentile percentile, TaskName task, Bound bound, Duration time) {
        percentile(percentile, Times.LATENCY, task, bound, time);
    }

    @Example(value = "the longest stretch of A was at most 3 ms", does = "from the switch to it to the switch away")
    @Then("the longest stretch of {task} was {bound} {duration}")
    public void longestStretch(TaskName task, Bound bound, Duration time) {
        percentile(new Percentile(100, "longest"), Times.STRETCHES, task, bound, time);
    }

    @Example(
            value = "the median stretch of A was 2.8 ms, give or take 20 us",
            does = "from the switch to it to the switch away")
    @Then("the median stretch of {task} was {duration}, give or take {duration}")
    public void medianStretch(TaskName task, Duration time, Duration tolerance) {
        MachineRun run = world.measured();
        String what = "median stretch of " + task;
        Measured.near(
                run,
                what,
                time,
                tolerance,
                Measured.percentile(over(run, task, Times.STRETCHES), new Percentile(50, "50th percentile"), what));
    }

    /**
     * Judges a percentile. What still goes on counts with its time so far where that is the longer: a task that starves has
     * waited, though no wait of it is over; but it cannot show that a limit is kept.
     */
    private void percentile(Percentile percentile, Times times, TaskName task, Bound bound, Duration limit) {
        MachineRun run = world.measured();
        String which = percentile + " " + times + " of " + task;
        Samples over = over(run, task, times);
        Samples all = all(run, task, times);
        long least = all.count() < percentile.samples() ? Long.MIN_VALUE : all.percentile(percentile.percent());
        long value = over.count() < percentile.samples() && least > limit.ns()
                ? least
                : Math.max(least, Measured.percentile(over, percentile, "the " + times + " of " + task));
        Measured.time(run, which, bound, limit, value);
    }

    private static Samples over(MachineRun run, TaskName task, Times times) {
        Samples samples = new Samples();
        run.tasks(task.name()).forEach(t -> times.over(run.track(t), samples));
        return samples;
    }

    /** With what goes on now. */
    private static Samples all(MachineRun run, TaskName task, Times times) {
        Samples samples = over(run, task, times);
        long now = run.simulation().now();
        run.tasks(task.name()).forEach(t -> times.goingOn(run.track(t), now, samples));
        return samples;
    }

    @Example(
            value = "no CPU sat idle beside a waiting task for more than 4 ms",
            does = "work conservation: an idle CPU and a waiting task that may use it, at the same time")
    @Then("no CPU sat idle beside a waiting task for more than {duration}")
    public void noIdleBeside(Duration window) {
        MachineRun run = world.measured();
        if (run.measuredNs() <= window.ns()) {
            throw Verdicts.undecided("only " + Duration.words(run.measuredNs())
                    + " were measured: within them no CPU can sit idle for more than " + window);
        }
        WorkConservation.Window longest = run.longestIdleBeside();
        Measured.that(
                run,
                longest == null || longest.ns() <= window.ns(),
                "no CPU idle beside a waiting task for more than " + window,
                words(longest));
    }

    @Example(
            value = "a CPU sat idle beside a waiting task for more than 4 ms",
            does = "the opposite: work was not conserved")
    @Then("a CPU sat idle beside a waiting task for more than {duration}")
    public void idleBeside(Duration window) {
        MachineRun run = world.measured();
        WorkConservation.Window longest = run.longestIdleBeside();
        Measured.that(
                run,
                longest != null && longest.ns() > window.ns(),
                "a CPU idle beside a waiting task for more than " + window,
                words(longest));
    }

    private static String words(WorkConservation.Window longest) {
        return longest == null
                ? "no CPU was ever idle beside a waiting task"
                : "CPU " + longest.cpu() + " idle beside " + longest.task().comm + " for "
                        + Duration.words(longest.ns()) + " from " + Duration.words(longest.from()) + " on";
    }
}
