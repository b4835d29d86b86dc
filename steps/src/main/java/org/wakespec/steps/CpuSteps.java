// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.en.Given;
import java.util.function.Consumer;
import org.wakespec.steps.CpuState.Occupation;

/** What runs on the CPUs. Unsaid: idle. */
public final class CpuSteps {

    private final World world;

    /** For injection. */
    public CpuSteps(World world) {
        this.world = world;
    }

    @Example(value = "CPUs 2-5 are idle", does = "nothing runs there")
    @Given("{cpus} is/are idle")
    public void idle(CpuSet cpus) {
        world.given(s -> s.occupy(cpus, Occupation.IDLE, 0));
    }

    @Example(
            value = "CPUs 2-5 are busy",
            does = "each runs one task, a named one or a nice-0 task of load and utilisation 1024")
    @Given("{cpus} is/are busy")
    public void busy(CpuSet cpus) {
        world.given(s -> s.occupy(cpus, Occupation.BUSY, 1));
    }

    @Example(value = "CPUs 2-5 are busy with 3 tasks", does = "each has that many tasks, named ones included")
    @Given("{cpus} is/are busy with {int} task(s)")
    public void busyWith(CpuSet cpus, int tasks) {
        Numbers.within("the number of tasks of a busy CPU", tasks, 1, Numbers.MOST_TASKS);
        world.given(s -> s.occupy(cpus, Occupation.BUSY, tasks));
    }

    @Example(value = "CPU 4 runs only SCHED_IDLE tasks", does = "one SCHED_IDLE task runs there")
    @Given("{cpus} run(s) only SCHED_IDLE tasks")
    public void schedIdle(CpuSet cpus) {
        world.given(s -> s.occupy(cpus, Occupation.SCHED_IDLE, 1));
    }

    @Example(value = "CPU 4 runs a real-time task", does = "a real-time task occupies the CPU")
    @Given("{cpus} run(s) a real-time task")
    public void realTime(CpuSet cpus) {
        world.given(s -> s.occupy(cpus, Occupation.REAL_TIME, 1));
    }

    @Example(
            value = "CPU 4 holds a delayed task",
            does = "a task asleep is still queued there (delayed dequeue): the CPU is not idle")
    @Given("{cpus} hold(s) a delayed task")
    public void delayed(CpuSet cpus) {
        world.given(s -> s.delayedTasks(cpus, 1));
    }

    @Example(value = "CPU 4 holds 2 delayed tasks", does = "so many tasks asleep are still queued there")
    @Given("{cpus} hold(s) {int} delayed tasks")
    public void delayedTasks(CpuSet cpus, int count) {
        Numbers.within("the number of delayed tasks", count, 0, Numbers.MOST_TASKS);
        world.given(s -> s.delayedTasks(cpus, count));
    }

    @Example(
            value = "CPU 4 has a pending remote wakeup",
            does = "ttwu_pending: a wakeup waits on its wake list, it is not idle")
    @Given("{cpus} has/have a pending remote wakeup")
    public void pending(CpuSet cpus) {
        world.given(s -> s.pendingWakeup(cpus));
    }

    @Example(value = "the load of CPU 4 is 2048", does = "load of the run queue, instead of the sum over its tasks")
    @Given("the load of {cpu} is {int}")
    public void load(CpuNumber cpu, int load) {
        quantity(cpu, "load", load, 0, Integer.MAX_VALUE, c -> c.load = load);
    }

    @Example(value = "the utilisation of CPU 4 is 700", does = "utilisation of the run queue, 0 to 1024")
    @Given("the utilisation of {cpu} is {int}")
    public void utilisation(CpuNumber cpu, int utilisation) {
        quantity(cpu, "utilisation", utilisation, 0, 1024, c -> c.utilisation = utilisation);
    }

    @Example(value = "the capacity left on CPU 4 is 600", does = "capacity left for fair tasks, 1 to 1024")
    @Given("the capacity left on {cpu} is {int}")
    public void capacity(CpuNumber cpu, int capacity) {
        quantity(cpu, "capacity", capacity, 1, 1024, c -> c.capacity = capacity);
    }

    @Example(
            value = "CPU 4 went idle 300 us ago",
            does = "when newly-idle balancing found nothing: fork and exec prefer the CPU that went idle last")
    @Given("{cpu} went idle {int} us ago")
    public void idleFor(CpuNumber cpu, int us) {
        quantity(cpu, "idle time", us, 0, Integer.MAX_VALUE, c -> c.idleForUs = us);
    }

    @Example(
            value = "CPU 4 is in an idle state with exit latency 2 us",
            does = "fork and exec prefer the shallowest idle state")
    @Given("{cpu} is in an idle state with exit latency {int} us")
    public void exitLatency(CpuNumber cpu, int us) {
        quantity(cpu, "exit latency", us, 0, Integer.MAX_VALUE, c -> c.exitLatencyUs = us);
    }

    private void quantity(CpuNumber cpu, String what, int value, int least, int most, Consumer<CpuState> statement) {
        world.given(s -> {
            CpuState state = s.cpu(cpu.cpu());
            Numbers.within("the " + what + " of CPU " + state.cpu, value, least, most);
            statement.accept(state);
            s.touched(state);
        });
    }
}
