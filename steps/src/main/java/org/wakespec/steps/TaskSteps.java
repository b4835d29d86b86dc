// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.en.Given;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.steps.Actor.State;

/** The tasks a scenario names: where they are and what they may do. */
public final class TaskSteps {

    private final World world;

    /** For injection. */
    public TaskSteps(World world) {
        this.world = world;
    }

    @Example(value = "A runs on CPU 0", does = "it is current there, alone unless more is said")
    @Given("{task} runs on {cpu}")
    public void runs(TaskName task, CpuNumber cpu) {
        world.given(s -> s.runs(task.name(), cpu.cpu(), 0, 0));
    }

    @Example(value = "A runs on CPU 0 beside 2 other tasks", does = "it is current there, other runnable tasks wait")
    @Given("{task} runs on {cpu} beside {int} other task(s)")
    public void runsBeside(TaskName task, CpuNumber cpu, int others) {
        Numbers.within("the number of other tasks", others, 0, Numbers.MOST_TASKS);
        world.given(s -> s.runs(task.name(), cpu.cpu(), others, 0));
    }

    @Example(
            value = "A runs on CPU 0 beside a delayed task",
            does = "a task asleep is still queued there (delayed dequeue)")
    @Given("{task} runs on {cpu} beside a delayed task")
    public void runsBesideDelayed(TaskName task, CpuNumber cpu) {
        world.given(s -> s.runs(task.name(), cpu.cpu(), 0, 1));
    }

    @Example(value = "A runs on CPU 0 beside 2 delayed tasks", does = "so many tasks asleep are still queued there")
    @Given("{task} runs on {cpu} beside {int} delayed tasks")
    public void runsBesideManyDelayed(TaskName task, CpuNumber cpu, int delayed) {
        Numbers.within("the number of delayed tasks", delayed, 0, Numbers.MOST_TASKS);
        world.given(s -> s.runs(task.name(), cpu.cpu(), 0, delayed));
    }

    @Example(
            value = {"B sleeps, last on CPU 5", "B slept on CPU 5"},
            does = "it is asleep; the CPU is its previous one")
    @Given("{task} sleeps, last on {cpu}")
    @Given("{task} slept on {cpu}")
    public void sleeps(TaskName task, CpuNumber cpu) {
        world.given(s -> s.sleeps(task.name(), cpu.cpu(), State.SLEEPING));
    }

    @Example(value = "B sleeps, delayed on CPU 5", does = "it is asleep but still queued there (delayed dequeue)")
    @Given("{task} sleeps, delayed on {cpu}")
    public void sleepsDelayed(TaskName task, CpuNumber cpu) {
        world.given(s -> s.sleeps(task.name(), cpu.cpu(), State.DELAYED));
    }

    @Example(
            value = "B is still switching out on CPU 5",
            does = "it went to sleep, but its CPU has not switched away from it yet (on_cpu)")
    @Given("{task} is still switching out on {cpu}")
    public void switchingOut(TaskName task, CpuNumber cpu) {
        world.given(s -> s.sleeps(task.name(), cpu.cpu(), State.SWITCHING_OUT));
    }

    @Example(value = "B may run on CPUs 4-7", does = "its affinity")
    @Given("{task} may run on {cpus}")
    public void mayRunOn(TaskName task, CpuSet cpus) {
        world.given(s -> s.mayRunOn(task.name(), s.resolve(cpus)));
    }

    @Example(value = "B is pinned to CPU 3", does = "its affinity is that one CPU")
    @Given("{task} is pinned to {cpu}")
    public void pinned(TaskName task, CpuNumber cpu) {
        world.given(s -> s.mayRunOn(task.name(), s.only(cpu.cpu())));
    }

    @Example(value = "B has migration disabled", does = "migrate_disable(): CPU selection is not asked")
    @Given("{task} has migration disabled")
    public void migrationDisabled(TaskName task) {
        world.given(s -> s.described(task.name()).task.migrationDisabled = true);
    }

    @Example(value = "B is SCHED_IDLE", does = "its scheduling policy")
    @Given("{task} is SCHED_IDLE")
    public void schedIdle(TaskName task) {
        world.given(s -> s.schedPolicy(task.name(), SchedPolicy.IDLE));
    }

    @Example(value = "B is SCHED_BATCH", does = "its scheduling policy")
    @Given("{task} is SCHED_BATCH")
    public void schedBatch(TaskName task) {
        world.given(s -> s.schedPolicy(task.name(), SchedPolicy.BATCH));
    }

    @Example(value = "A is exiting", does = "PF_EXITING: its wakeups do not count as sync")
    @Given("{task} is exiting")
    public void exiting(TaskName task) {
        world.given(s -> s.described(task.name()).task.exiting = true);
    }

    @Example(value = "A is a kernel thread pinned to CPU 0", does = "a per-CPU kernel thread")
    @Given("{task} is a kernel thread pinned to {cpu}")
    public void kernelThread(TaskName task, CpuNumber cpu) {
        world.given(s -> {
            s.mayRunOn(task.name(), s.only(cpu.cpu()));
            Task kthread = s.described(task.name()).task;
            kthread.kthread = true;
            kthread.kthreadIsPerCpu = true;
        });
    }

    @Example(value = "A is a kernel thread", does = "a kernel thread that may run everywhere")
    @Given("{task} is a kernel thread")
    public void unboundKernelThread(TaskName task) {
        world.given(s -> s.described(task.name()).task.kthread = true);
    }

    @Example(value = "the load of B is 512", does = "1024 is one nice-0 task that never sleeps")
    @Given("the load of {task} is {int}")
    public void load(TaskName task, int load) {
        Numbers.notNegative("the load of " + task, load);
        world.given(s -> s.load(task.name(), load));
    }

    @Example(value = "the utilisation of B is 300", does = "1024 is one full CPU of the biggest kind")
    @Given("the utilisation of {task} is {int}")
    public void utilisation(TaskName task, int utilisation) {
        world.given(s -> s.utilisation(task.name(), full("the utilisation of " + task, utilisation)));
    }

    @Example(value = "the estimated utilisation of B is 300", does = "util_est")
    @Given("the estimated utilisation of {task} is {int}")
    public void estimatedUtilisation(TaskName task, int estimate) {
        world.given(s -> s.estimatedUtilisation(task.name(), full("the estimated utilisation of " + task, estimate)));
    }

    @Example(
            value = "A runs for 50 us on average",
            does = "average run between two sleeps; only some proposals read it")
    @Given("{task} runs for {int} us on average")
    public void averageRun(TaskName task, int us) {
        Numbers.notNegative("the average run of " + task + " in us", us);
        world.given(s -> s.described(task.name()).task.durAvg = us * 1000L);
    }

    @Example(value = "A and B run for 50 us on average", does = "average run between two sleeps of both")
    @Given("{task} and {task} run for {int} us on average")
    public void averageRuns(TaskName first, TaskName second, int us) {
        averageRun(first, us);
        averageRun(second, us);
    }

    @Example(
            value = "the NUMA-preferred node of B is 1",
            does = "numa_preferred_nid, as NUMA balancing would have set it")
    @Given("the NUMA-preferred node of {task} is {int}")
    public void preferredNode(TaskName task, int node) {
        world.given(s -> s.preferredNode(task.name(), node));
    }

    private static int full(String what, int value) {
        return Numbers.within(what, value, 0, (int) Live.FULL);
    }
}
