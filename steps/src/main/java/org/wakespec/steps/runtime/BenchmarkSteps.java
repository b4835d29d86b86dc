// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.wakespec.steps.CpuSet;
import org.wakespec.steps.Example;
import org.wakespec.steps.TimedScene;
import org.wakespec.workloads.LatencyBuckets;

/** Benchmark programs by their command lines, rt-app workloads, and the figures they print. */
public final class BenchmarkSteps {

    private static final long NS_PER_US = 1_000;

    private final RunWorld world;

    /** For injection. */
    public BenchmarkSteps(RunWorld world) {
        this.world = world;
    }

    @Example(
            value = "the program \"taskset -c 0 perf bench sched pipe -l 1000\" runs to its end",
            does = "perf bench sched pipe, messaging or seccomp-notify, schbench, tbench, memtier_benchmark, openresty")
    @When("the program {string} runs to its end")
    public void runs(String line) {
        world.given(run -> run.run(Command.parse(line), true));
    }

    @Example(
            value =
                    "the program \"perf bench sched pipe -l 1000\" runs to its end with its tasks on CPUs 0-1, one each",
            does = "the two tasks of perf bench sched pipe, each pinned to a CPU of its own")
    @When("the program {string} runs to its end with its tasks on {cpus}, one each")
    public void runsOneEach(String line, CpuSet cpus) {
        world.given(run -> run.run(Command.parse(line).oneEach(run.scene().cpus(cpus)), true));
    }

    @Example(value = "the program \"schbench -t 8\" is started", does = "it runs while time passes in later steps")
    @Given("the program {string} is started")
    public void starts(String line) {
        world.given(run -> run.run(Command.parse(line), false));
    }

    @Example(
            value =
                    "this rt-app workload runs to its end:\n\"\"\"\n{\"tasks\": {\"T\": {\"loop\": 3, \"run\": 1000, \"sleep\": 500}}}\n\"\"\"",
            does = "an rt-app JSON file, written into the feature")
    @When("this rt-app workload runs to its end:")
    public void rtApp(String json) {
        world.given(run -> run.run(Command.rtApp(json, "rt-app workload of the scenario"), true));
    }

    @Example(
            value = "the rt-app file \"spread.json\" runs to its end",
            does = "a file, or a resource of the class path")
    @When("the rt-app file {string} runs to its end")
    public void rtAppFile(String name) {
        String json = read(name);
        world.given(run -> run.run(Command.rtApp(json, name), true));
    }

    private static String read(String name) {
        try (InputStream resource =
                Thread.currentThread().getContextClassLoader().getResourceAsStream(name)) {
            if (resource != null) {
                return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
            }
            Path file = Path.of(name);
            if (Files.isRegularFile(file)) {
                return Files.readString(file);
            }
        } catch (IOException e) {
            throw TimedScene.bad("rt-app file '" + name + "' cannot be read: " + e.getMessage(), e);
        }
        throw TimedScene.bad("there is no rt-app file '" + name + "', neither on the class path nor in "
                + Path.of("").toAbsolutePath());
    }

    @Example(
            value = "one operation took at most 5.5 us",
            does = "usecs/op of pipe and seccomp-notify, time per message of messaging")
    @Then("one operation took {bound} {double} us")
    public void usecsPerOp(Bound bound, double us) {
        MachineRun run = world.measured();
        Measured.number(run, "us per operation", bound, us, run.program().usecsPerOp());
    }

    @Example(value = "one operation took 2.4 us, give or take 0.2", does = "the same with a tolerance")
    @Then("one operation took {double} us, give or take {double}")
    public void usecsPerOpNear(double us, double tolerance) {
        MachineRun run = world.measured();
        Measured.near(run, "us per operation", us, tolerance, run.program().usecsPerOp());
    }

    @Example(
            value = "one operation took less time than with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("one operation took less time than with policy {string}")
    public void lessThanWith(String policy) {
        times(Bound.LESS_THAN, 1, policy);
    }

    @Example(
            value = "one operation took more time than with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("one operation took more time than with policy {string}")
    public void moreThanWith(String policy) {
        times(Bound.MORE_THAN, 1, policy);
    }

    @Example(
            value = "one operation took at most 0.9 times as long as with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("one operation took {bound} {double} times as long as with policy {string}")
    public void times(Bound bound, double factor, String policy) {
        MachineRun run = world.measured();
        double mine = run.program().usecsPerOp();
        double theirs = world.under(policy).program().usecsPerOp();
        Measured.that(
                run,
                bound.holds(mine, factor * theirs),
                "us per operation " + bound + " " + Measured.number(factor) + " times the " + Measured.number(theirs)
                        + " with " + policy,
                Measured.number(mine) + ", " + Measured.number(mine / theirs) + " times");
    }

    @Example(value = "the program took at most 2 s", does = "the total time it prints")
    @Then("the program took {bound} {duration}")
    public void took(Bound bound, Duration time) {
        MachineRun run = world.measured();
        Measured.time(run, "time of the program", bound, time, run.program().totalNs());
    }

    @Example(
            value = "the program served at least 1000 a second",
            does = "requests of schbench and memtier, bytes of tbench")
    @Then("the program served {bound} {double} a second")
    public void served(Bound bound, double rate) {
        MachineRun run = world.measured();
        Measured.number(run, "served a second", bound, rate, run.program().perSecond());
    }

    @Example(
            value = "the program served more than with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("the program served more than with policy {string}")
    public void servedMore(String policy) {
        MachineRun run = world.measured();
        Measured.number(
                run,
                "served a second",
                Bound.MORE_THAN,
                world.under(policy).program().perSecond(),
                run.program().perSecond());
    }

    @Example(
            value = "the 99th percentile of the program's wakeup latency was at most 3 ms",
            does = "as schbench prints it")
    @Then("the {percentile} of the program's wakeup latency was {bound} {duration}")
    public void wakeupLatency(Percentile percentile, Bound bound, Duration time) {
        MachineRun run = world.measured();
        bucket(run, run.program().wakeups(), "wakeup latency", percentile, bound, time);
    }

    @Example(
            value = "the 99th percentile of the program's request latency was at most 20 ms",
            does = "as schbench prints it")
    @Then("the {percentile} of the program's request latency was {bound} {duration}")
    public void requestLatency(Percentile percentile, Bound bound, Duration time) {
        MachineRun run = world.measured();
        bucket(run, run.program().requests(), "request latency", percentile, bound, time);
    }

    private static void bucket(
            MachineRun run, LatencyBuckets latencies, String what, Percentile percentile, Bound bound, Duration time) {
        Measured.enough(latencies.samples(), percentile, "the " + what + " of the program");
        Measured.time(
                run,
                percentile + " of the " + what,
                bound,
                time,
                latencies.percentile(percentile.percent()) * NS_PER_US);
    }
}
