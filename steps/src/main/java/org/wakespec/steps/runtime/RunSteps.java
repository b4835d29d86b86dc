// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.When;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.steps.CpuSet;
import org.wakespec.steps.Example;
import org.wakespec.steps.TaskName;
import org.wakespec.steps.TimedScene;

/** Time passes, and tasks are changed by somebody outside. */
public final class RunSteps {

    private final RunWorld world;

    /** For injection. */
    public RunSteps(RunWorld world) {
        this.world = world;
    }

    @Example(
            value = "the machine runs for 100 ms",
            does = "so much virtual time passes; tasks defined before start now")
    @When("the machine runs for {duration}")
    public void runFor(Duration time) {
        long ns = time.atLeast(0, "time that passes");
        world.given(run -> run.runFor(ns));
    }

    @Example(value = "the machine runs until job has ended", does = "with all its copies")
    @When("the machine runs until {task} has ended")
    public void runUntilEnded(TaskName task) {
        world.given(run -> run.runUntilEnded(task.name()));
    }

    @Example(
            value = "the machine runs until B has done 50 rounds",
            does = "a round is one turn of what the task does; exact to 10 us")
    @When("the machine runs until {task} has done {int} round(s)")
    public void runUntilRounds(TaskName task, int rounds) {
        if (rounds < 1) {
            throw TimedScene.bad("a task does at least 1 round, not " + rounds);
        }
        world.given(run -> run.runUntilRounds(task.name(), rounds));
    }

    @Example(
            value = "measuring starts",
            does = "what came before does not count in what is expected; else everything counts")
    @When("measuring starts")
    public void measure() {
        world.given(MachineRun::measure);
    }

    @Example(value = "B is moved to CPUs 4-7", does = "sched_setaffinity() by somebody outside")
    @When("{task} is moved to {cpus}")
    public void move(TaskName task, CpuSet cpus) {
        world.given(run -> run.move(task.name(), run.scene().cpus(cpus)));
    }

    @Example(
            value = "the cpuset of B becomes CPUs 4-7",
            does = "it may use those that its affinity names, or all; what it forks is in the same cpuset")
    @When("the cpuset of {task} becomes {cpus}")
    public void cpuset(TaskName task, CpuSet cpus) {
        world.given(run -> run.cpuset(task.name(), run.scene().cpus(cpus)));
    }

    @Example(value = "B is reniced to 10", does = "setpriority() by somebody outside")
    @When("{task} is reniced to {int}")
    public void renice(TaskName task, int nice) {
        ProgramSteps.checkNice(nice);
        world.given(run -> run.renice(task.name(), nice));
    }

    @Example(value = "the slice of B becomes 0.4 ms", does = "sched_setattr() by somebody outside")
    @When("the slice of {task} becomes {duration}")
    public void slice(TaskName task, Duration slice) {
        long ns = slice.atLeast(1, "a slice");
        world.given(run -> run.slice(task.name(), ns));
    }

    @Example(value = "B becomes SCHED_IDLE", does = "SCHED_NORMAL, SCHED_BATCH or SCHED_IDLE, by somebody outside")
    @When("{task} becomes {fairpolicy}")
    public void becomes(TaskName task, SchedPolicy policy) {
        world.given(run -> run.schedPolicy(task.name(), policy));
    }

    @Example(value = "B is told to end", does = "it exits after what it does now; a task asleep when it is woken next")
    @When("{task} is told to end")
    public void end(TaskName task) {
        world.given(run -> run.end(task.name()));
    }
}
