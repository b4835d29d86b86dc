// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Then;
import java.util.List;
import org.wakespec.engine.spi.Verdicts;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.steps.CpuNumber;
import org.wakespec.steps.CpuSet;
import org.wakespec.steps.Example;
import org.wakespec.steps.TaskName;
import org.wakespec.steps.TimedScene;

/** Where tasks are and were. Of several copies each one is meant. */
public final class ResidenceSteps {

    private final RunWorld world;

    /** For injection. */
    public ResidenceSteps(RunWorld world) {
        this.world = world;
    }

    @Example(value = "B is on CPU 3 now", does = "the CPU it runs, waits or last ran on")
    @Then("{task} is on {cpus} now")
    public void isOn(TaskName task, CpuSet cpus) {
        MachineRun run = world.measured();
        CpuMask mask = named(run, cpus);
        for (SimTask t : started(run, task)) {
            Measured.that(
                    run, mask.test(t.task.cpu), t.task.comm + " on " + cpus, t.task.comm + " on CPU " + t.task.cpu);
        }
    }

    @Example(value = "B is running now", does = "it is the current task of its CPU")
    @Then("{task} is running now")
    public void running(TaskName task) {
        running(task, true);
    }

    @Example(value = "B is not running now", does = "it waits or sleeps")
    @Then("{task} is not running now")
    public void notRunning(TaskName task) {
        running(task, false);
    }

    private void running(TaskName task, boolean wanted) {
        MachineRun run = world.measured();
        for (SimTask t : started(run, task)) {
            boolean current = run.scheduler().rq[t.task.cpu].curr == t.task;
            Measured.that(
                    run,
                    current == wanted,
                    t.task.comm + (wanted ? " running" : " not running"),
                    t.task.comm + (current ? " running" : " not running") + " on CPU " + t.task.cpu);
        }
    }

    @Example(
            value = "CPU 3 is idle now",
            does =
                    "idle_cpu(): idle task, empty queue, no pending wakeup; each of several CPUs; \"no CPU is idle now\":"
                            + " all that are online are busy")
    @Then("{cpus} is/are idle now")
    public void idle(CpuSet cpus) {
        MachineRun run = world.measured();
        if (cpus.none()) {
            CpuMask online = run.scene().online();
            for (int cpu = online.first(); cpu >= 0; cpu = online.next(cpu + 1)) {
                Measured.that(run, !run.scheduler().rq[cpu].idleCpu(), "no CPU idle", "CPU " + cpu + " idle");
            }
            return;
        }
        CpuMask mask = named(run, cpus);
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            Measured.that(
                    run,
                    run.scheduler().rq[cpu].idleCpu(),
                    "CPU " + cpu + " idle",
                    "CPU " + cpu + " runs " + run.scheduler().rq[cpu].curr.comm + " with "
                            + run.scheduler().rq[cpu].nrRunning + " queued");
        }
    }

    @Example(value = "B has run only on CPUs 0-3", does = "since measuring started")
    @Then("{task} has run only on {cpus}")
    public void ranOnly(TaskName task, CpuSet cpus) {
        MachineRun run = world.measured();
        CpuMask mask = named(run, cpus);
        for (SimTask t : run.tasks(task.name())) {
            CpuMask used = run.track(t).cpus;
            Measured.that(
                    run,
                    used.isSubsetOf(mask) && !used.isEmpty(),
                    t.task.comm + " only on " + cpus,
                    t.task.comm + " on CPUs " + used);
        }
    }

    @Example(value = "B has run on each of CPUs 0-3", does = "since measuring started; copies together")
    @Then("{task} has run on each of {cpus}")
    public void ranOnEach(TaskName task, CpuSet cpus) {
        MachineRun run = world.measured();
        CpuMask mask = named(run, cpus);
        CpuMask used = used(run, task);
        Measured.that(run, mask.isSubsetOf(used), task + " on each of " + cpus, task + " on CPUs " + used);
    }

    @Example(value = "B has used exactly 2 CPUs", does = "how many it ran on since measuring started; copies together")
    @Then("{task} has used {bound} {int} CPU(s)")
    public void used(TaskName task, Bound bound, int count) {
        MachineRun run = world.measured();
        Measured.number(
                run, "CPUs used by " + task, bound, count, used(run, task).weight());
    }

    private static CpuMask used(MachineRun run, TaskName task) {
        CpuMask used = new CpuMask(run.scheduler().nrCpus());
        run.tasks(task.name()).forEach(t -> used.or(run.track(t).cpus));
        if (used.isEmpty()) {
            throw hasNotRun(task);
        }
        return used;
    }

    private static RuntimeException hasNotRun(TaskName task) {
        return Verdicts.undecided(task + " has not run since measuring started: where it runs is not measured");
    }

    /** The tasks of a name; one that was never started is nowhere. */
    private static List<SimTask> started(MachineRun run, TaskName task) {
        List<SimTask> tasks = run.tasks(task.name());
        for (SimTask t : tasks) {
            if (t.state == SimTask.NEW) {
                throw Verdicts.undecided(t.task.comm + " has not started yet: it is nowhere");
            }
        }
        return tasks;
    }

    /** The CPUs of a step; at least one, since of none everything holds. */
    private static CpuMask named(MachineRun run, CpuSet cpus) {
        CpuMask mask = run.scene().cpus(cpus);
        if (mask.isEmpty()) {
            throw TimedScene.bad("'" + cpus + "' are no CPUs here: of none everything holds");
        }
        return mask;
    }

    @Example(value = "B has migrated at most 2 times", does = "changes of CPU since measuring started; copies together")
    @Then("{task} has migrated {bound} {int} time(s)")
    public void migrated(TaskName task, Bound bound, int times) {
        MachineRun run = world.measured();
        Measured.number(run, "migrations of " + task, bound, times, migrations(run, task));
    }

    @Example(
            value = "B has migrated less often than with policy \"no-sync\"",
            does = "the scenario is run on the other policy, too")
    @Then("{task} has migrated less often than with policy {string}")
    public void migratedLess(TaskName task, String policy) {
        MachineRun run = world.measured();
        Measured.number(
                run,
                "migrations of " + task,
                Bound.LESS_THAN,
                migrations(world.under(policy), task),
                migrations(run, task));
    }

    private static long migrations(MachineRun run, TaskName task) {
        long migrations = 0;
        boolean ran = false;
        for (SimTask t : run.tasks(task.name())) {
            migrations += run.track(t).migrations;
            ran |= !run.track(t).cpus.isEmpty();
        }
        if (!ran && migrations == 0) {
            throw hasNotRun(task);
        }
        return migrations;
    }

    @Example(value = "the copies of hog are on 4 different CPUs now", does = "so many CPUs hold at least one")
    @Then("the copies of {task} are on {int} different CPU(s) now")
    public void differentCpus(TaskName task, int count) {
        MachineRun run = world.measured();
        CpuMask cpus = new CpuMask(run.scheduler().nrCpus());
        started(run, task).forEach(t -> cpus.set(t.task.cpu));
        Measured.that(
                run,
                cpus.weight() == count,
                task + " on " + count + " different CPUs",
                "on " + cpus.weight() + " (CPUs " + cpus + ")");
    }

    @Example(value = "the copies of hog are on 4 different cores now", does = "so many cores hold at least one")
    @Then("the copies of {task} are on {int} different core(s) now")
    public void differentCores(TaskName task, int count) {
        MachineRun run = world.measured();
        List<Integer> cores = started(run, task).stream()
                .map(t -> run.scheduler().topology.machine.coreIndex(t.task.cpu))
                .distinct()
                .toList();
        Measured.that(run, cores.size() == count, task + " on " + count + " different cores", "on " + cores.size());
    }

    @Example(
            value = "each of CPUs 0-3 holds exactly 1 runnable task now",
            does = "h_nr_runnable: without delayed tasks")
    @Then("each of {cpus} holds {bound} {int} runnable task(s) now")
    public void eachHolds(CpuSet cpus, Bound bound, int count) {
        MachineRun run = world.measured();
        CpuMask mask = named(run, cpus);
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            Measured.number(run, "runnable tasks on CPU " + cpu, bound, count, run.scheduler().rq[cpu].cfs.hNrRunnable);
        }
    }

    @Example(value = "CPUs 0-3 hold exactly 5 runnable tasks together now", does = "the sum of h_nr_runnable")
    @Then("{cpus} hold(s) {bound} {int} runnable task(s) together now")
    public void togetherHold(CpuSet cpus, Bound bound, int count) {
        MachineRun run = world.measured();
        CpuMask mask = named(run, cpus);
        int sum = 0;
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            sum += run.scheduler().rq[cpu].cfs.hNrRunnable;
        }
        Measured.number(run, "runnable tasks on " + cpus, bound, count, sum);
    }

    @Example(value = "CPU 0 holds 2 queued tasks now, 1 of them delayed", does = "h_nr_queued and h_nr_delayed")
    @Then("{cpu} holds {int} queued task(s) now, {int} of them delayed")
    public void queued(CpuNumber cpu, int queued, int delayed) {
        MachineRun run = world.measured();
        FairQueue cfs = run.scheduler().rq[run.scene().cpu(cpu)].cfs;
        Measured.that(
                run,
                cfs.hNrQueued == queued && cfs.hNrDelayed() == delayed,
                queued + " queued, " + delayed + " of them delayed",
                cfs.hNrQueued + " queued, " + cfs.hNrDelayed() + " of them delayed");
    }
}
