// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.wakespec.simulator.wakeup.WakeFlags.WF_SYNC;

import io.cucumber.java.en.When;
import org.wakespec.simulator.wakeup.WakerContext;

/** What happens: wakeups, fork and exec, and what the tasks do in between. */
public final class ActionSteps {

    private final World world;

    /** For injection. */
    public ActionSteps(World world) {
        this.world = world;
    }

    @Example(
            value = {"A wakes B", "A wakes B without WF_SYNC"},
            does = "a wakeup in task context, not sync")
    @When("{task} wakes {task}")
    @When("{task} wakes {task} without WF_SYNC")
    public void wakes(TaskName waker, TaskName wakee) {
        wake(waker, wakee, WakerContext.TASK, 0);
    }

    @Example(value = "A wakes B with WF_SYNC", does = "a wakeup in task context")
    @When("{task} wakes {task} with {flags}")
    public void wakesWith(TaskName waker, TaskName wakee, CallerFlags flags) {
        wake(waker, wakee, WakerContext.TASK, flags.value());
    }

    @Example(value = "A wakes B from softirq", does = "a softirq on the CPU of the waker, which is current there")
    @When("{task} wakes {task} from softirq")
    public void wakesFromSoftirq(TaskName waker, TaskName wakee) {
        wake(waker, wakee, WakerContext.SOFTIRQ, 0);
    }

    @Example(
            value = "A wakes B with WF_SYNC from softirq",
            does = "a softirq on the CPU of the waker, which is current there")
    @When("{task} wakes {task} with {flags} from softirq")
    public void wakesWithFromSoftirq(TaskName waker, TaskName wakee, CallerFlags flags) {
        wake(waker, wakee, WakerContext.SOFTIRQ, flags.value());
    }

    @Example(
            value = "an interrupt on CPU 3 wakes B",
            does = "the waker is whatever runs there, the idle task on an idle CPU")
    @When("an interrupt on {cpu} wakes {task}")
    public void interrupt(CpuNumber cpu, TaskName wakee) {
        wakeOn(cpu, wakee, WakerContext.INTERRUPT, 0);
    }

    @Example(value = "an interrupt on CPU 3 wakes B with WF_SYNC", does = "the waker is whatever runs there")
    @When("an interrupt on {cpu} wakes {task} with {flags}")
    public void interruptWith(CpuNumber cpu, TaskName wakee, CallerFlags flags) {
        wakeOn(cpu, wakee, WakerContext.INTERRUPT, flags.value());
    }

    @Example(value = "a softirq on CPU 3 wakes B", does = "the waker is whatever runs there")
    @When("a softirq on {cpu} wakes {task}")
    public void softirq(CpuNumber cpu, TaskName wakee) {
        wakeOn(cpu, wakee, WakerContext.SOFTIRQ, 0);
    }

    @Example(value = "a softirq on CPU 3 wakes B with WF_SYNC", does = "the waker is whatever runs there")
    @When("a softirq on {cpu} wakes {task} with {flags}")
    public void softirqWith(CpuNumber cpu, TaskName wakee, CallerFlags flags) {
        wakeOn(cpu, wakee, WakerContext.SOFTIRQ, flags.value());
    }

    @Example(value = "A writes to the pipe B reads from", does = "pipe_write() wakes the reader with WF_SYNC")
    @When("{task} writes to the pipe {task} reads from")
    public void pipeWrite(TaskName writer, TaskName reader) {
        wake(writer, reader, WakerContext.TASK, WF_SYNC);
    }

    @Example(
            value = "A reads from the pipe B writes to",
            does = "pipe_read() wakes the writer of a full pipe with WF_SYNC")
    @When("{task} reads from the pipe {task} writes to")
    public void pipeRead(TaskName reader, TaskName writer) {
        wake(reader, writer, WakerContext.TASK, WF_SYNC);
    }

    @Example(value = "A futex-wakes B", does = "FUTEX_WAKE: never sync")
    @When("{task} futex-wakes {task}")
    public void futexWake(TaskName waker, TaskName wakee) {
        wake(waker, wakee, WakerContext.TASK, 0);
    }

    @Example(
            value = "A sends on a localhost socket to B",
            does = "sock_def_readable() in the softirq of the sending CPU, sync if sockets pass it on")
    @When("{task} sends on a localhost socket to {task}")
    public void socketSend(TaskName sender, TaskName receiver) {
        world.act(live -> live.wake(
                sender.name(),
                receiver.name(),
                WakerContext.SOFTIRQ,
                live.sched().config.socketsPassSync() ? WF_SYNC : 0));
    }

    @Example(
            value = "A signals B through epoll",
            does = "ep_poll_callback(): the flag of a sync source, if epoll passes it on")
    @When("{task} signals {task} through epoll")
    public void epoll(TaskName waker, TaskName wakee) {
        world.act(live -> live.wake(
                waker.name(),
                wakee.name(),
                WakerContext.TASK,
                live.sched().config.epollPassesSync() ? WF_SYNC : 0));
    }

    @Example(value = "A forks B", does = "wake_up_new_task(): the child is placed by the slow path")
    @When("{task} forks {task}")
    public void forks(TaskName parent, TaskName child) {
        world.act(live -> live.fork(parent.name(), child.name()));
    }

    @Example(value = "A execs", does = "sched_exec(): the task itself may move")
    @When("{task} execs")
    public void execs(TaskName task) {
        world.act(live -> live.exec(task.name()));
    }

    @Example(value = "A sleeps", does = "the running task goes to sleep; the next one of its CPU runs, or it goes idle")
    @When("{task} sleeps")
    public void sleeps(TaskName task) {
        world.act(live -> live.sleep(task.name()));
    }

    @Example(value = "B runs", does = "the woken task becomes the current one of its CPU")
    @When("{task} runs")
    public void runs(TaskName task) {
        world.act(live -> live.run(task.name()));
    }

    @Example(
            value = {"time passes 5 ms", "5 ms pass"},
            does = "jiffies go on; nothing runs, no average decays")
    @When("time passes {int} ms")
    @When("{int} ms pass(es)")
    public void timePasses(int ms) {
        Numbers.notNegative("the time that passes, in ms,", ms);
        world.act(live -> live.passTime(ms));
    }

    private void wake(TaskName waker, TaskName wakee, WakerContext context, int flags) {
        world.act(live -> live.wake(waker.name(), wakee.name(), context, flags));
    }

    private void wakeOn(CpuNumber cpu, TaskName wakee, WakerContext context, int flags) {
        world.act(live -> live.wakeOn(cpu.cpu(), wakee.name(), context, flags));
    }
}
