// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.en.Given;
import java.util.function.UnaryOperator;
import org.wakespec.simulator.runqueue.KernelConfig;

/** The machine, its boot line and its kernel build. */
public final class MachineSteps {

    private final World world;

    /** For injection. */
    public MachineSteps(World world) {
        this.world = world;
    }

    @Example(value = "the machine \"altra-80-llc2\"", does = "the machine with that name")
    @Given("the machine {string}")
    public void namedMachine(String name) {
        world.given(s -> s.machine(Machines.named(name)));
    }

    @Example(
            value = {"an 80-core non-SMT LLC", "2 sockets of 8 cores with 2 threads, 4 cores per LLC"},
            does = "a machine described in words")
    @Given("^(?!.*counts? as busy$)((?:an?|the) \\d+-\\w.*|(?:an?|the) machine (?:with|of) .+"
            + "|an? (?:socket|package|node|LLC) of \\d.*"
            + "|(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
            + " (?:socket|package|node|LLC|cluster|core|CPU)s?\\b ?(?:of|with|in|,).*)$")
    public void describedMachine(String sentence) {
        world.given(s -> s.machine(Machines.described(sentence)));
    }

    @Example(value = "CPUs 4-7 are isolated at boot", does = "isolcpus=domain: no scheduling domains for these CPUs")
    @Given("{cpus} is/are isolated at boot")
    public void isolated(CpuSet cpus) {
        world.given(s -> s.setupBeforeStart().isolate(s.resolve(cpus)));
    }

    @Example(value = "CPUs 6-7 are offline", does = "the CPUs were unplugged after boot")
    @Given("{cpus} is/are offline")
    public void offline(CpuSet cpus) {
        world.given(s -> s.offline(s.resolve(cpus)));
    }

    @Example(value = "a cpuset partition of CPUs 0-3", does = "a partition root: the CPUs have domains of their own")
    @Given("a cpuset partition of {cpus}")
    public void partition(CpuSet cpus) {
        world.given(s -> s.setupBeforeStart().partition(s.resolve(cpus), false));
    }

    @Example(
            value = "an isolated cpuset partition of CPUs 4-7",
            does = "an isolated partition: the CPUs have no domains")
    @Given("an isolated cpuset partition of {cpus}")
    public void isolatedPartition(CpuSet cpus) {
        world.given(s -> s.setupBeforeStart().partition(s.resolve(cpus), true));
    }

    @Example(value = "HZ is 250", does = "ticks a second")
    @Given("HZ is {int}")
    public void hz(int hz) {
        if (hz < 1 || hz > 1000) {
            throw new BadScenarioException("HZ is between 1 and 1000, usually 100, 250, 300 or 1000, not " + hz);
        }
        configure("HZ", c -> c.withHz(hz));
    }

    @Example(value = "group scheduling is on", does = "CONFIG_FAIR_GROUP_SCHED, all tasks in the root group")
    @Given("group scheduling is on")
    public void groupSchedulingOn() {
        configure("group scheduling", c -> c.withFairGroupSched(true));
    }

    @Example(
            value = "group scheduling is off",
            does = "no CONFIG_FAIR_GROUP_SCHED: task_h_load() is the task's own load")
    @Given("group scheduling is off")
    public void groupSchedulingOff() {
        configure("group scheduling", c -> c.withFairGroupSched(false));
    }

    @Example(value = "epoll passes sync on", does = "an epoll waiter is woken with the flag of the source (from 6.13)")
    @Given("epoll passes sync on")
    public void epollPassesSync() {
        configure("epoll", c -> c.withEpollPassesSync(true));
    }

    @Example(value = "epoll does not pass sync on", does = "an epoll waiter is never woken with WF_SYNC (before 6.13)")
    @Given("epoll does not pass sync on")
    public void epollDropsSync() {
        configure("epoll", c -> c.withEpollPassesSync(false));
    }

    @Example(value = "sockets pass sync on", does = "data arriving at a socket wakes the reader with WF_SYNC")
    @Given("sockets pass sync on")
    public void socketsPassSync() {
        configure("sockets", c -> c.withSocketsPassSync(true));
    }

    @Example(
            value = {
                "sockets do not pass sync on",
            },
            does = "data arriving at a socket wakes the reader without WF_SYNC (the net-flag proposal, non-blocking "
                    + "reader)")
    @Given("sockets do not pass sync on")
    public void socketsDropSync() {
        configure("sockets", c -> c.withSocketsPassSync(false));
    }

    private void configure(String what, UnaryOperator<KernelConfig> change) {
        world.given(s -> {
            MachineSetup setup = s.setupBeforeStart();
            setup.configure(change.apply(setup.config()), what);
        });
    }
}
