// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.Map;
import java.util.stream.Collectors;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.report.LadderText;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.steps.Example;
import org.wakespec.steps.RuleNames;
import org.wakespec.steps.TaskName;

/** Which rules placed a task while time passed. Of several copies all are meant. */
public final class DecisionSteps {

    private final RunWorld world;

    /** For injection. */
    public DecisionSteps(RunWorld world) {
        this.world = world;
    }

    @Example(
            value = "the placements of B are recorded",
            does =
                    "every wakeup, fork and exec of it from now on, with the ladder of rules; the last ones are attached")
    @Given("the placements of {task} are recorded")
    public void record(TaskName task) {
        world.given(run -> run.recordPlacements(task.name()));
    }

    @Example(
            value = "at least 90 % of the placements of B were decided by \"sis:prev-idle\"",
            does = "by the rule that chose the CPU, or \"pinned\", \"delayed-requeue\", \"still-queued\" and the like")
    @Then("{bound} {double} % of the placements of {task} were decided by {string}")
    public void decided(Bound bound, double percent, TaskName task, String rule) {
        MachineRun run = world.measured();
        recorded(run, task);
        Map<String, Long> rules = run.placements().rules(task.name());
        long all = rules.values().stream().mapToLong(Long::longValue).sum();
        if (all == 0) {
            throw Verdicts.undecided(task + " was never placed since measuring started");
        }
        if (!rules.containsKey(rule)) {
            RuleNames.check(rule);
        }
        double part = 100.0 * rules.getOrDefault(rule, 0L) / all;
        Measured.that(
                run,
                bound.holds(part, percent),
                bound + " " + Measured.number(percent) + " % of the placements of " + task + " by " + rule,
                Measured.number(part) + " % of " + all + ": "
                        + rules.entrySet().stream()
                                .map(e -> e.getKey() + " " + e.getValue())
                                .collect(Collectors.joining(", ")));
    }

    private static void recorded(MachineRun run, TaskName task) {
        run.placements().check(task.name());
        // a name that stands for nothing is named
        run.tasks(task.name());
    }

    @Example(
            value = "the latest placement of B was decided by \"sis:prev-idle\"",
            does = "of the wakeups, forks and execs up to now; a failure shows its ladder")
    @Then("the latest placement of {task} was decided by {string}")
    public void latest(TaskName task, String rule) {
        MachineRun run = world.measured();
        recorded(run, task);
        Decision decision = run.placements().latest(task.name());
        if (decision == null) {
            throw Verdicts.undecided(task + " was never placed since measuring started");
        }
        Measured.that(
                run,
                PlacementLog.rule(decision).equals(rule),
                "latest placement of " + task + " by " + rule,
                "by " + decision.by() + "\n" + LadderText.of(decision));
    }
}
