// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.function.ToDoubleFunction;
import org.wakespec.steps.Example;
import org.wakespec.steps.TimedScene;

/**
 * Budgets: what a program may take, or may take less than under another policy. Each is checked over several seeds; the mean
 * with its 95 % confidence interval decides, and decides nothing if a limit lies inside the interval.
 */
public final class BudgetSteps {

    private static final double ALL = 100;
    private static final String MS = "ms";

    private final RunWorld world;
    private int seeds = Budget.DEFAULT_SEEDS;

    /** For injection. */
    public BudgetSteps(RunWorld world) {
        this.world = world;
    }

    private Budget budget() {
        world.measured();
        return new Budget(world, seeds);
    }

    @Example(
            value = "budgets are checked with 3 seeds",
            does = "how often the scenario is run for a budget; 5 unless said, at least 3 decide")
    @Given("budgets are checked with {int} seed(s)")
    public void seeds(int count) {
        if (count < 1) {
            throw TimedScene.bad("a budget is checked with at least 1 seed, not " + count);
        }
        seeds = count;
    }

    @Example(
            value = "it takes at most 3.3 usec/op",
            does = "mean of several seeds, for pipe, messaging and seccomp-notify")
    @Then("it takes {bound} {double} usec\\/op")
    public void takes(Bound bound, double limit) {
        range(bound, limit, "usec/op", "", Command::usecsPerOp);
    }

    @Example(
            value = "it takes 3.851 usec/op, give or take 5 %",
            does = "mean of several seeds within percent of a published figure")
    @Then("it takes {double} usec\\/op, give or take {double} %")
    public void takesAbout(double value, double percent) {
        about(value, percent, "usec/op", "", Command::usecsPerOp);
    }

    @Example(
            value = "the p99 latency is 2.756 ms, give or take 25 %",
            does = "of schbench's wakeups and memtier's requests, mean of several seeds")
    @Then("the p{double} latency is {double} ms, give or take {double} %")
    public void latencyAbout(double percentile, double ms, double percent) {
        Percentile which = p(percentile);
        about(ms, percent, MS, " at " + which, c -> c.latencyUs(which) / 1_000);
    }

    @Example(value = "the p99 latency is at most 1 ms", does = "of schbench's wakeups and memtier's requests")
    @Then("the p{double} latency is {bound} {double} ms")
    public void latency(double percentile, Bound bound, double ms) {
        Percentile which = p(percentile);
        range(bound, ms, MS, " at " + which, c -> c.latencyUs(which) / 1_000);
    }

    @Example(
            value = "it serves 3.179 million a second, give or take 25 %",
            does = "requests of memtier and schbench, mean of several seeds")
    @Then("it serves {double} million a second, give or take {double} %")
    public void servesAbout(double millions, double percent) {
        about(millions, percent, "million a second", "", c -> c.perSecond() / 1e6);
    }

    private static Percentile p(double percent) {
        return new Percentile(percent, "p" + Measured.number(percent));
    }

    /** A range of percent, the smaller bound first. */
    private static void ordered(double least, double most) {
        if (!(least <= most)) {
            throw TimedScene.bad("'" + Measured.number(least) + " to " + Measured.number(most)
                    + " %' is no range: the smaller number comes first");
        }
    }

    private static void tolerance(double percent) {
        if (percent < 0) {
            throw TimedScene.bad("a tolerance is not negative: " + Measured.number(percent) + " %");
        }
    }

    private void about(double value, double percent, String unit, String where, ToDoubleFunction<Command> figure) {
        tolerance(percent);
        budget().value(
                        Measured.number(value) + " " + unit + where + " within " + Measured.number(percent) + " %",
                        unit,
                        figure,
                        value * (1 - percent / ALL),
                        value * (1 + percent / ALL));
    }

    private void range(Bound bound, double limit, String unit, String where, ToDoubleFunction<Command> figure) {
        if (bound == Bound.EXACTLY) {
            throw TimedScene.bad("a mean of several seeds is at most or at least a limit, never exactly");
        }
        double low =
                switch (bound) {
                    case AT_LEAST -> limit;
                    case MORE_THAN -> Math.nextUp(limit);
                    default -> Double.NEGATIVE_INFINITY;
                };
        double high =
                switch (bound) {
                    case AT_MOST -> limit;
                    case LESS_THAN -> Math.nextDown(limit);
                    default -> Double.POSITIVE_INFINITY;
                };
        budget().value(bound + " " + Measured.number(limit) + " " + unit + where, unit, figure, low, high);
    }

    @Example(
            value = "it is 15 to 25 % faster than policy \"no-sync\"",
            does = "less time for an operation: (this - that) / that from -25 to -15 %")
    @Then("it is {double} to {double} % faster than policy {string}")
    public void faster(double least, double most, String policy) {
        ordered(least, most);
        budget().change(
                        Measured.number(least) + " to " + Measured.number(most) + " % less time than with " + policy,
                        policy,
                        Command::usecsPerOp,
                        -most,
                        -least);
    }

    @Example(
            value = "it is 7 to 15 % slower than policy \"no-sync\"",
            does = "more time for an operation: (this - that) / that from 7 to 15 %")
    @Then("it is {double} to {double} % slower than policy {string}")
    public void slower(double least, double most, String policy) {
        ordered(least, most);
        budget().change(
                        Measured.number(least) + " to " + Measured.number(most) + " % more time than with " + policy,
                        policy,
                        Command::usecsPerOp,
                        least,
                        most);
    }

    @Example(
            value = "the p99 latency is at least 40 % lower than with policy \"no-sync\"",
            does = "(this - that) / that of -40 % or less")
    @Then("the p{double} latency is at least {double} % lower than with policy {string}")
    public void lower(double percentile, double percent, String policy) {
        Percentile which = p(percentile);
        budget().change(
                        which + " at least " + Measured.number(percent) + " % lower than with " + policy,
                        policy,
                        c -> c.latencyUs(which),
                        Double.NEGATIVE_INFINITY,
                        -percent);
    }

    @Example(
            value = "the p50 latency is 25 to 60 % higher than with policy \"no-sync\"",
            does = "(this - that) / that from 25 to 60 %")
    @Then("the p{double} latency is {double} to {double} % higher than with policy {string}")
    public void higher(double percentile, double least, double most, String policy) {
        ordered(least, most);
        Percentile which = p(percentile);
        budget().change(
                        which + " " + Measured.number(least) + " to " + Measured.number(most) + " % higher than with "
                                + policy,
                        policy,
                        c -> c.latencyUs(which),
                        least,
                        most);
    }

    @Example(
            value = "the p99 latency is within 8 % of policy \"no-sync\"",
            does = "(this - that) / that from -8 to 8 %")
    @Then("the p{double} latency is within {double} % of policy {string}")
    public void latencyWithin(double percentile, double percent, String policy) {
        tolerance(percent);
        Percentile which = p(percentile);
        budget().change(
                        which + " within " + Measured.number(percent) + " % of " + policy,
                        policy,
                        c -> c.latencyUs(which),
                        -percent,
                        percent);
    }

    @Example(
            value = "the difference to policy \"no-sync\" is within noise",
            does =
                    "time of an operation: the larger of the interval and the published noise, pipe 2 %, messaging 3 points")
    @Then("the difference to policy {string} is within noise")
    public void withinNoise(String policy) {
        budget().withinNoise(policy, Command::usecsPerOp);
    }
}
