// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Then;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.steps.Example;

/** What was counted since measuring started, as schedstat counts and beyond. */
public final class CounterSteps {

    private final RunWorld world;

    /** For injection. */
    public CounterSteps(RunWorld world) {
        this.world = world;
    }

    @Example(
            value = "the counter newidle_pulled is exactly 1",
            does =
                    "switches, wakeups, ttwu_local, ttwu_delayed, cpus_scanned, newidle_pulled, migrations, ipis and more")
    @Then("the counter {word} is {bound} {int}")
    public void counter(String name, Bound bound, int value) {
        MachineRun run = world.measured();
        CounterName counter = CounterName.named(name);
        Measured.number(run, name, bound, value, run.counted(counter));
    }

    @Example(value = "the counter ttwu_local is at least 99 % of wakeups", does = "one counter as a part of another")
    @Then("the counter {word} is {bound} {double} % of {word}")
    public void part(String name, Bound bound, double percent, String of) {
        MachineRun run = world.measured();
        long whole = run.counted(CounterName.named(of));
        long part = run.counted(CounterName.named(name));
        if (whole == 0) {
            throw Verdicts.undecided("there were no " + of + ": nothing can be a part of them");
        }
        Measured.number(run, name + " in percent of " + of, bound, percent, 100.0 * part / whole);
    }

    @Example(
            value = "the counter migrations is lower than with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("the counter {word} is lower than with policy {string}")
    public void lower(String name, String policy) {
        MachineRun run = world.measured();
        CounterName counter = CounterName.named(name);
        Measured.number(run, name, Bound.LESS_THAN, world.under(policy).counted(counter), run.counted(counter));
    }
}
