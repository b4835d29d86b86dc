// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.After;
import io.cucumber.java.Scenario;
import io.cucumber.java.Status;
import java.nio.charset.StandardCharsets;
import org.wakespec.report.DecisionJson;
import org.wakespec.report.MachineJson;
import org.wakespec.report.MeasuredJson;
import org.wakespec.report.TimelineJson;
import org.wakespec.steps.Comparison;
import org.wakespec.steps.TimedScene;
import org.wakespec.steps.compare.PairsJson;

/** After each scenario in which time passes: a last check of all accounting, and a summary of what happened. */
public final class RunHooks {

    /** Lines of each rt-app thread that a report shows. */
    private static final int LOG_LINES = 200;

    private final RunWorld world;

    /** For injection. */
    public RunHooks(RunWorld world) {
        this.world = world;
    }

    /** Fails a scenario that passed only because nothing ran, or whose accounting does not add up. */
    @After(order = 20_000)
    public void nothingLeftOpen(Scenario scenario) {
        if (scenario.getStatus() != Status.PASSED || !world.used()) {
            return;
        }
        MachineRun run = world.ifUsed();
        if (!run.started()) {
            throw TimedScene.bad("nothing happened: programs are stated, but no When step lets time pass,"
                    + " for example 'When the machine runs for 100 ms'");
        }
        run.simulation().monitor().checkAll(run.simulation().now());
    }

    /** The scenario is over. */
    @After(order = 1_000)
    public void over() {
        world.close();
    }

    /** Leaves a trace if one is wanted. */
    @After(order = 9_000)
    public void trace(Scenario scenario) {
        MachineRun run = world.ifUsed();
        if (run != null && run.started()) {
            TraceFiles.write(scenario, run);
        }
    }

    /** Attaches what tasks did and what was counted. */
    @After(order = 10_000)
    public void attach(Scenario scenario) {
        MachineRun run = world.ifUsed();
        if (run == null || !run.started() || "none".equalsIgnoreCase(System.getProperty("wakespec.evidence"))) {
            return;
        }
        scenario.attach(Measured.summary(run), "text/plain", "run");
        if (!run.placements().last().isEmpty()) {
            scenario.attach(run.placements().json(run), DecisionJson.MEDIA_TYPE, "decisions");
            scenario.attach(run.placements().text(), "text/plain", "ladder");
        }
        scenario.attach(Measured.document(run), MeasuredJson.MEDIA_TYPE, "measured");
        scenario.attach(run.timeline().document(run.simulation().now()), TimelineJson.MEDIA_TYPE, "timeline");
        scenario.attach(run.placements().machine(), MachineJson.MEDIA_TYPE, "machine");
        if (scenario.isFailed() && !run.placements().last().isEmpty()) {
            scenario.attach(run.placements().picture().getBytes(StandardCharsets.UTF_8), "image/svg+xml", "machine");
        }
        String log = run.programLog(LOG_LINES);
        if (!log.isEmpty()) {
            scenario.attach(log, "text/plain", "rt-app log");
        }
        if (scenario.isFailed()) {
            scenario.attach(String.join("\n", run.events().lines()) + "\n", "text/plain", "events");
        }
        run.comparison()
                .ifPresent(second -> scenario.attach(PairsJson.of(second.pairs()), PairsJson.MEDIA_TYPE, "comparison"));
        if (run.measuredByProgram()) {
            scenario.attach(Figures.of(world, run, run.policy()), Figures.MEDIA_TYPE, "figures");
            // a scenario that compares with the base itself does not run on it
            run.comparison()
                    .map(Comparison::base)
                    .filter(world::isComparedWith)
                    .ifPresent(base ->
                            scenario.attach(Figures.of(world, run, base), Figures.MEDIA_TYPE, "figures of " + base));
        }
    }
}
