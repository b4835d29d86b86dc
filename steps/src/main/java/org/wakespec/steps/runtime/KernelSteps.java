// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Given;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.idle.IdleState;
import org.wakespec.simulator.runqueue.PreemptModel;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.steps.Example;
import org.wakespec.steps.TimedScene;

/** What kernel and machine are like where time passes, beside what placement scenarios state as well. */
public final class KernelSteps {

    private static final long NS_PER_US = 1_000;

    private final RunWorld world;

    /** For injection. */
    public KernelSteps(RunWorld world) {
        this.world = world;
    }

    @Example(
            value = "HRTICK is off",
            does = "whether slices end by a high-resolution timer; on by default on x86, off on arm64")
    @Given("HRTICK is {switch}")
    public void hrtick(OnOff position) {
        world.given(run -> run.hrtick(position.on()));
    }

    @Example(value = "preemption is lazy", does = "PREEMPT_LAZY, the default of 7.2")
    @Given("preemption is lazy")
    public void lazy() {
        world.given(run -> run.configure(c -> c.withPreempt(PreemptModel.LAZY)));
    }

    @Example(value = "preemption is full", does = "preempt=full: fair-class requests are immediate")
    @Given("preemption is full")
    public void full() {
        world.given(run -> run.configure(c -> c.withPreempt(PreemptModel.FULL)));
    }

    @Example(value = "the scheduler feature RUN_TO_PARITY is off", does = "a switch of debugfs sched/features")
    @Given("the scheduler feature {word} is {switch}")
    public void feature(String name, OnOff position) {
        SchedFeature feature;
        try {
            feature = SchedFeature.valueOf(name);
        } catch (IllegalArgumentException e) {
            List<String> known =
                    Arrays.stream(SchedFeature.values()).map(Enum::name).toList();
            throw TimedScene.bad(
                    "the fair class has no feature '" + name + "'" + TimedScene.nearest(name, known) + " Features: "
                            + String.join(", ", known),
                    e);
        }
        if (feature == SchedFeature.HRTICK) {
            hrtick(position);
            return;
        }
        if (feature == SchedFeature.PARANOID_AVG && position.on()) {
            throw TimedScene.bad(
                    "the scheduler feature PARANOID_AVG is not modelled: it is off in 7.2, and acts only where a sum"
                            + " of virtual times overflows");
        }
        world.given(run -> run.configure(c -> c.withFeature(feature, position.on())));
    }

    @Example(
            value = "the base slice is set to 3 ms",
            does = "sched/base_slice_ns, scaled; default 0.7 to 2.8 ms by CPU count")
    @Given("the base slice is set to {duration}")
    public void baseSlice(Duration slice) {
        long ns = slice.atLeast(1, "a slice");
        world.given(run -> run.configure(c -> c.withBaseSliceNs(ns)));
    }

    @Example(value = "cache-aware balancing is off", does = "CONFIG_SCHED_CACHE; on by default")
    @Given("cache-aware balancing is {switch}")
    public void schedCache(OnOff position) {
        world.given(run -> run.configure(c -> c.withSchedCache(position.on())));
    }

    @Example(value = "the seed is 7", does = "decides tick phase, fork CPUs and NI_RANDOM; 1 unless stated")
    @Given("the seed is {int}")
    public void seed(int seed) {
        world.given(run -> run.seed(seed));
    }

    @Example(
            value = "the processors are arm64",
            does =
                    "intel, amd or arm64: costs, idle states and the default of HRTICK; as the machine file says unless stated")
    @Given("the processors are {word}")
    public void processors(String name) {
        MachineFamily family;
        try {
            family = MachineFamily.byName(name);
        } catch (IllegalArgumentException e) {
            throw TimedScene.bad(e.getMessage(), e);
        }
        world.given(run -> run.family(family));
    }

    @Example(
            value = "the cost context_switch is 1000",
            does = "what an action costs in ns (or a number), by its key of machine files")
    @Given("the cost {word} is {int}")
    public void cost(String key, int value) {
        Cost cost;
        try {
            cost = Cost.valueOf(key.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            List<String> known = Arrays.stream(Cost.values()).map(Cost::key).toList();
            throw TimedScene.bad(
                    "unknown cost '" + key + "'" + TimedScene.nearest(key, known) + " Costs: "
                            + String.join(", ", known),
                    e);
        }
        world.given(run -> run.cost(cost, value));
    }

    @Example(value = "idle CPUs poll", does = "the only idle state is POLL: a flag wakes, at once")
    @Given("idle CPUs poll")
    public void polling() {
        world.given(run -> run.idleStates(List.of(IdleState.poll())));
    }

    @Example(
            value = "idle CPUs watch their flags and take 2 us to wake",
            does = "the only idle state is entered by MWAIT, and left that late")
    @Given("idle CPUs watch their flags and take {duration} to wake")
    public void mwait(Duration exit) {
        oneState("MWAIT", exit, true);
    }

    @Example(
            value = "idle CPUs need an interrupt and take 2 us to wake",
            does = "the only idle state is entered by HLT or WFI, and left that late")
    @Given("idle CPUs need an interrupt and take {duration} to wake")
    public void halt(Duration exit) {
        oneState("HLT", exit, false);
    }

    private void oneState(String name, Duration exit, boolean flagWakes) {
        long ns = exit.atLeast(0, "an exit latency");
        long latency = Math.max(NS_PER_US, ns);
        world.given(run -> run.idleStates(List.of(new IdleState(name, latency, latency, ns, flagWakes, false))));
    }
}
