// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.After;
import io.cucumber.java.Scenario;
import io.cucumber.java.Status;
import org.wakespec.steps.compare.PairsJson;

/** After each scenario: looks for statements that came to nothing, and attaches what was decided. */
public final class EvidenceHooks {

    private final World world;

    /** For injection. */
    public EvidenceHooks(World world) {
        this.world = world;
    }

    /** Fails a scenario that passed only because nothing was asked of it. */
    @After(order = 20_000)
    public void nothingIdle(Scenario scenario) {
        if (scenario.getStatus() != Status.PASSED || !world.used() || world.timed()) {
            return;
        }
        if (world.placements().isEmpty()) {
            throw new BadScenarioException(
                    "nothing happened: the scenario states a machine, but no When step places " + "a task");
        }
        world.scene().checkAllUsed();
    }

    /** Attaches the decisions, the ladder and a line for summaries. */
    @After(order = 10_000)
    public void attach(Scenario scenario) {
        if (!world.placements().isEmpty()) {
            Evidence.configured().attach(scenario, world);
            world.comparison()
                    .ifPresent(second ->
                            scenario.attach(PairsJson.of(second.pairs()), PairsJson.MEDIA_TYPE, "comparison"));
        }
    }

    /** Lets go of what only this scenario used. */
    @After(order = 0)
    public void close() {
        world.close();
    }
}
