// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Given;
import org.wakespec.simulator.ipc.InterruptLine;
import org.wakespec.steps.CallerFlags;
import org.wakespec.steps.CpuNumber;
import org.wakespec.steps.CpuSet;
import org.wakespec.steps.Example;
import org.wakespec.steps.TaskName;
import org.wakespec.steps.TimedScene;

/**
 * What tasks do where time passes. Affinity and policy are said as in placement scenarios: {@code B is pinned to CPU 3},
 * {@code B may run on CPUs 4-7}, {@code B is SCHED_IDLE}.
 */
public final class ProgramSteps {

    private final RunWorld world;

    /** For injection. */
    public ProgramSteps(RunWorld world) {
        this.world = world;
    }

    @Example(value = "hog computes for ever", does = "a task that never enters the kernel by itself")
    @Given("{task} computes for ever")
    public void endless(TaskName task) {
        copiesEndless(1, task);
    }

    @Example(value = "4 copies of hog compute for ever", does = "so many tasks, hog-1 to hog-4, called hog together")
    @Given("{int} copies of {task} compute for ever")
    public void copiesEndless(int copies, TaskName task) {
        world.given(run -> run.define(task.name(), copies, Behaviours.Endless::new));
    }

    @Example(value = "B computes 5 ms and ends", does = "so much work at full speed, then exit")
    @Given("{task} computes {duration} and ends")
    public void once(TaskName task, Duration work) {
        copiesOnce(1, task, work);
    }

    @Example(value = "4 copies of job compute 5 ms and end", does = "the same for several tasks")
    @Given("{int} copies of {task} compute {duration} and end")
    public void copiesOnce(int copies, TaskName task, Duration work) {
        long ns = work.atLeast(0, "work");
        world.given(run -> run.define(task.name(), copies, () -> new Behaviours.Once(ns)));
    }

    @Example(
            value = "B computes 1 ms every 10 ms",
            does = "a timer wakes it each period; it computes at once at the start")
    @Given("{task} computes {duration} every {duration}")
    public void periodic(TaskName task, Duration work, Duration period) {
        copiesPeriodic(1, task, work, period);
    }

    @Example(value = "3 copies of timer compute 1 ms every 10 ms", does = "the same for several tasks")
    @Given("{int} copies of {task} compute {duration} every {duration}")
    public void copiesPeriodic(int copies, TaskName task, Duration work, Duration period) {
        long workNs = work.atLeast(0, "work");
        long periodNs = period.atLeast(1_000, "a period");
        world.given(run -> run.define(task.name(), copies, () -> new Behaviours.Periodic(workNs, periodNs)));
    }

    @Example(
            value = "B computes 2 ms and sleeps 8 ms in turn",
            does = "the sleep starts when the work is done; slack adds to it")
    @Given("{task} computes {duration} and sleeps {duration} in turn")
    public void computeAndSleep(TaskName task, Duration work, Duration sleep) {
        copiesComputeAndSleep(1, task, work, sleep);
    }

    @Example(value = "3 copies of job compute 2 ms and sleep 8 ms in turn", does = "the same for several tasks")
    @Given("{int} copies of {task} compute {duration} and sleep {duration} in turn")
    public void copiesComputeAndSleep(int copies, TaskName task, Duration work, Duration sleep) {
        long workNs = work.atLeast(0, "work");
        long sleepNs = sleep.atLeast(1, "a sleep");
        world.given(run -> run.define(task.name(), copies, () -> new Behaviours.ComputeAndSleep(workNs, sleepNs)));
    }

    @Example(value = "B computes 100 us and yields in turn", does = "sched_yield() after each stretch of work")
    @Given("{task} computes {duration} and yields in turn")
    public void computeAndYield(TaskName task, Duration work) {
        long ns = work.atLeast(0, "work");
        world.given(run -> run.define(task.name(), 1, () -> new Behaviours.ComputeAndYield(ns)));
    }

    @Example(value = "B computes 1 ms whenever it is woken", does = "sleeps until another task wakes it")
    @Given("{task} computes {duration} whenever it is woken")
    public void woken(TaskName task, Duration work) {
        long ns = work.atLeast(0, "work");
        world.given(run -> run.define(task.name(), 1, () -> new Behaviours.Woken(ns)));
    }

    @Example(
            value = "A computes 5 ms and wakes B in turn",
            does = "a wakeup in task context, not sync, after each stretch of work")
    @Given("{task} computes {duration} and wakes {task} in turn")
    public void computeAndWake(TaskName waker, Duration work, TaskName wakee) {
        computeAndWake(waker, work, wakee, 0);
    }

    @Example(value = "A computes 5 ms and wakes B with WF_SYNC in turn", does = "the same with a flag")
    @Given("{task} computes {duration} and wakes {task} with {flags} in turn")
    public void computeAndWakeWith(TaskName waker, Duration work, TaskName wakee, CallerFlags flags) {
        computeAndWake(waker, work, wakee, flags.value());
    }

    private void computeAndWake(TaskName waker, Duration work, TaskName wakee, int flags) {
        long ns = work.atLeast(0, "work");
        world.given(run -> {
            Signal signal = run.signalOf(wakee.name());
            run.define(waker.name(), 1, () -> new Behaviours.ComputeAndWake(ns, signal, flags));
        });
    }

    @Example(
            value = "B computes 50 us after each interrupt on CPU 3, every 2 ms",
            does = "a device interrupts that CPU with this period and wakes it there")
    @Given("{task} computes {duration} after each interrupt on {cpu}, every {duration}")
    public void interrupted(TaskName task, Duration work, CpuNumber cpu, Duration period) {
        long workNs = work.atLeast(0, "work");
        long periodNs = period.atLeast(1_000, "a period");
        world.given(run -> {
            InterruptLine line =
                    new InterruptLine("interrupt of " + task, run.scene().cpu(cpu));
            run.define(task.name(), 1, () -> new Behaviours.Interrupted(workNs, line, periodNs));
        });
    }

    @Example(
            value = "child is forked by parent after 3 ms",
            does =
                    "parent computes so long and forks it, before it does what it does; copies are forked one after the other")
    @Given("{task} is forked by {task} after {duration}")
    public void forked(TaskName child, TaskName parent, Duration after) {
        long ns = after.atLeast(0, "time before a fork");
        world.given(run -> run.forked(child.name(), parent.name(), ns));
    }

    @Example(
            value = "hog starts on CPU 0",
            does = "otherwise on a CPU drawn by the seed; copies start on several CPUs in turn")
    @Given("{task} starts on {cpus}")
    public void startsOn(TaskName task, CpuSet cpus) {
        world.given(run -> run.startsOn(task.name(), run.scene().cpus(cpus)));
    }

    @Example(value = "B starts after 5 ms", does = "of the first step in which time passes")
    @Given("{task} starts after {duration}")
    public void startsAfter(TaskName task, Duration after) {
        long ns = after.atLeast(0, "time before a start");
        world.given(run -> run.beforeStart(task.name(), "").startAfter = ns);
    }

    @Example(value = "the copies of hog are pinned to CPUs 0-3 one each", does = "the affinity of each copy is one CPU")
    @Given("the copies of {task} are pinned to {cpus} one each")
    public void pinnedOneEach(TaskName task, CpuSet cpus) {
        world.given(run -> run.pinnedOneEach(task.name(), run.scene().cpus(cpus)));
    }

    @Example(
            value = "the copies of hog are threads of one process",
            does =
                    "they share memory, which cache-aware balancing looks at; otherwise every task is a process of its own")
    @Given("the copies of {task} are threads of one process")
    public void oneProcess(TaskName task) {
        world.given(run -> run.beforeStart(task.name(), "").oneProcess = true);
    }

    @Example(value = "the nice value of B is 5", does = "-20 to 19, before it starts")
    @Given("the nice value of {task} is {int}")
    public void nice(TaskName task, int nice) {
        checkNice(nice);
        world.given(
                run -> run.beforeStart(task.name(), ", or use '" + task + " is reniced to " + nice + "'").nice = nice);
    }

    @Example(
            value = "the slice of B is 0.4 ms",
            does = "custom slice of sched_setattr(), before it starts; brought into 0.1 to 100 ms")
    @Given("the slice of {task} is {duration}")
    public void slice(TaskName task, Duration slice) {
        long ns = slice.atLeast(1, "a slice");
        world.given(run -> run.beforeStart(task.name(), ", or use 'the slice of " + task + " becomes " + slice + "'")
                .sliceNs = ns);
    }

    @Example(value = "the timer slack of B is 1 us", does = "what may be added to its sleeps; 50 us unless stated")
    @Given("the timer slack of {task} is {duration}")
    public void slack(TaskName task, Duration slack) {
        long ns = slack.atLeast(0, "timer slack");
        world.given(run -> run.beforeStart(task.name(), "").slackNs = ns);
    }

    static void checkNice(int nice) {
        if (nice < -20 || nice > 19) {
            throw TimedScene.bad("nice is -20 to 19, not " + nice);
        }
    }
}
