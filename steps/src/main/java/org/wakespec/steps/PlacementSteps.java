// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.datatable.DataTable;
import io.cucumber.java.en.Then;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Decision.Path;

/** Where tasks are expected. */
public final class PlacementSteps {

    private final World world;

    /** For injection. */
    public PlacementSteps(World world) {
        this.world = world;
    }

    @Example(
            value = "B is placed on an idle CPU of the waker's LLC",
            does = "the CPU after the core's fallback, judged by what was idle before")
    @Then("{task} is placed on {place}")
    public void placedOn(TaskName task, Place place) {
        Placement p = world.last(task.name());
        Verdict.placed(p, place, true);
    }

    @Example(value = "B is not placed on CPU 3", does = "any other CPU")
    @Then("{task} is not placed on {place}")
    public void notPlacedOn(TaskName task, Place place) {
        Placement p = world.last(task.name());
        Verdict.placed(p, place, false);
    }

    @Example(value = "B stays where it is", does = "nothing was placed: it is requeued or kept on its CPU")
    @Then("{task} stays where it is")
    public void stays(TaskName task) {
        Placement p = world.last(task.name());
        Decision d = p.decision();
        boolean stays = d.cpu() == d.prevCpu()
                && (!d.policyAsked() && d.path() != Path.PINNED && d.path() != Path.FALLBACK
                        || d.path() == Path.EXEC_STAYS);
        Verdict.that(
                p,
                stays,
                task + " stays on CPU " + d.prevCpu() + ", nothing is placed",
                "core path " + d.path().label() + ", CPU " + d.cpu());
    }

    @Example(
            value = {
                "by policy:\n| policy    | B is placed on | deciding rule |\n| linux-7.2 | CPU 10         | "
                        + "sis:prev-idle |\n| others    | CPU 10         |               |",
            },
            does = "the row of the running policy applies, else the row \"others\"; columns: X is placed on, "
                    + "deciding rule, affine rule, core path")
    @Then("by policy:")
    public void byPolicy(DataTable table) {
        PolicyTable.of(table, world.policy()).check(world);
    }

    @Example(
            value = "the placement is the same as with policy \"linux-7.2\"",
            does = "the whole scenario, replayed on that policy, places every task on the same CPU")
    @Then("the placement is the same as with policy {string}")
    public void sameAs(String policy) {
        Verdict.sameAs(world, policy, true);
    }

    @Example(
            value = "the placement differs from policy \"linux-7.2\"",
            does = "the scenario, replayed on that policy, places some task elsewhere")
    @Then("the placement differs from policy {string}")
    public void differsFrom(String policy) {
        Verdict.sameAs(world, policy, false);
    }
}
