// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import org.wakespec.steps.Scene.LlcStatement.Kind;

/**
 * Wake statistics of tasks and the shared state of last-level caches. Once something has been placed, the same words
 * ask for it.
 */
public final class StatisticsSteps {

    private final World world;

    /** For injection. */
    public StatisticsSteps(World world) {
        this.world = world;
    }

    @Example(value = "A and B wake each other", does = "each is the last wakee of the other")
    @Given("{task} and {task} wake each other")
    public void reciprocal(TaskName a, TaskName b) {
        world.given(s -> {
            s.lastWoke(a.name(), b.name());
            s.lastWoke(b.name(), a.name());
        });
    }

    @Example(value = "B last woke A", does = "last_wakee")
    @Given("{task} last woke {task}")
    public void lastWoke(TaskName waker, TaskName wakee) {
        world.given(s -> s.lastWoke(waker.name(), wakee.name()));
    }

    @Example(value = "A woke nobody yet", does = "no last wakee, no flips")
    @Given("{task} woke nobody yet")
    public void wokeNobody(TaskName task) {
        world.given(s -> s.wokeNobody(task.name()));
    }

    @Example(value = "A has 4 wakee flips", does = "wakee_flips; after the first action: expects that many")
    @Given("{task} has {int} wakee flip(s)")
    public void flips(TaskName task, int flips) {
        if (world.started()) {
            flipsAfterwards(task, flips);
        } else {
            Numbers.notNegative("the number of wakee flips", flips);
            world.given(s -> s.flips(task.name(), flips));
        }
    }

    @Example(value = "A has 3 wakee flips afterwards", does = "expects that many wakee_flips")
    @Then("{task} has {int} wakee flip(s) afterwards")
    public void flipsAfterwards(TaskName task, int flips) {
        Placement placement = world.last();
        Verdict.equal(placement, "wakee flips of " + task, flips, world.scene().known(task.name()).task.wakeeFlips);
    }

    @Example(
            value = "the flips of A were last halved 1200 ms ago",
            does = "wakee_flip_decay_ts, before the first action")
    @Given("the flips of {task} were last halved {int} ms ago")
    public void flipsHalved(TaskName task, int ms) {
        Numbers.within("the time since flips were halved, in ms,", ms, 0, Live.UPTIME_MS);
        world.given(s -> s.flipsHalved(task.name(), ms));
    }

    @Example(
            value = "A and B are a many-to-many pair",
            does = "flips at the size of the LLC of the first and its square: wake_wide() says wide")
    @Given("{task} and {task} are a many-to-many pair")
    public void manyToMany(TaskName a, TaskName b) {
        world.given(s -> s.manyToMany(a.name(), b.name()));
    }

    @Example(value = "B recently used CPU 7", does = "recent_used_cpu; after the first action: expects that CPU")
    @Given("{task} recently used {cpu}")
    public void recent(TaskName task, CpuNumber cpu) {
        if (world.started()) {
            recentAfterwards(task, cpu);
        } else {
            world.given(s -> s.recentlyUsed(task.name(), cpu.cpu()));
        }
    }

    @Example(value = "B recently used CPU 5 afterwards", does = "expects that recent_used_cpu")
    @Then("{task} recently used {cpu} afterwards")
    public void recentAfterwards(TaskName task, CpuNumber cpu) {
        Placement placement = world.last();
        world.scene().cpu(cpu.cpu());
        Verdict.equal(
                placement,
                "recently used CPU of " + task,
                cpu.cpu(),
                world.scene().known(task.name()).task.recentUsedCpu);
    }

    @Example(
            value = "the LLC of CPU 0 advertises an idle core",
            does = "has_idle_cores; after the first action: expects it")
    @Given("the LLC of {cpu} advertises an idle core")
    public void idleCore(CpuNumber cpu) {
        idleCore(cpu, true);
    }

    @Example(
            value = "the LLC of CPU 0 advertises no idle core",
            does = "has_idle_cores is off; after the first action: expects it")
    @Given("the LLC of {cpu} advertises no idle core")
    public void noIdleCore(CpuNumber cpu) {
        idleCore(cpu, false);
    }

    @Example(value = "the LLC of CPU 0 advertises an idle core afterwards", does = "expects has_idle_cores")
    @Then("the LLC of {cpu} advertises an idle core afterwards")
    public void idleCoreAfterwards(CpuNumber cpu) {
        expectIdleCore(cpu, true);
    }

    @Example(value = "the LLC of CPU 0 advertises no idle core afterwards", does = "expects has_idle_cores to be off")
    @Then("the LLC of {cpu} advertises no idle core afterwards")
    public void noIdleCoreAfterwards(CpuNumber cpu) {
        expectIdleCore(cpu, false);
    }

    @Example(
            value = "the scan budget of the LLC of CPU 0 is 4",
            does = "nr_idle_scan: how many CPUs select_idle_cpu() may examine")
    @Given("the scan budget of the LLC of {cpu} is {int}")
    public void scanBudget(CpuNumber cpu, int budget) {
        Numbers.notNegative("a scan budget", budget);
        world.given(s -> s.llc(cpu.cpu(), Kind.SCAN_BUDGET, budget));
    }

    @Example(value = "15 CPUs of the LLC of CPU 0 count as busy", does = "nr_busy_cpus, which lags behind")
    @Given("{int} CPU(s) of the LLC of {cpu} count(s) as busy")
    public void nrBusy(int busy, CpuNumber cpu) {
        Numbers.notNegative("the number of busy CPUs", busy);
        world.given(s -> s.llc(cpu.cpu(), Kind.NR_BUSY, busy));
    }

    @Example(value = "nothing balanced the LLC of CPU 0 yet", does = "nr_idle_scan is still 0")
    @Given("nothing balanced the LLC of {cpu} yet")
    public void notBalanced(CpuNumber cpu) {
        world.given(s -> s.llc(cpu.cpu(), Kind.SCAN_BUDGET, 0));
    }

    private void idleCore(CpuNumber cpu, boolean advertised) {
        if (world.started()) {
            expectIdleCore(cpu, advertised);
        } else {
            world.given(s -> s.llc(cpu.cpu(), Kind.IDLE_CORE, advertised ? 1 : 0));
        }
    }

    private void expectIdleCore(CpuNumber cpu, boolean advertised) {
        Placement placement = world.last();
        world.scene().cpu(cpu.cpu());
        boolean actual = world.scene().live().idleCoreShared(cpu.cpu()).hasIdleCores;
        Verdict.equal(placement, "idle core advertised by the LLC of CPU " + cpu.cpu(), advertised, actual);
    }
}
