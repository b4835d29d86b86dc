// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Then;
import java.util.List;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.steps.CpuNumber;
import org.wakespec.steps.CpuSet;
import org.wakespec.steps.Example;
import org.wakespec.steps.TaskName;

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
        CpuMask mask = run.scene().cpus(cpus);
        for (SimTask t : run.tasks(task.name())) {
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
        for (SimTask t : run.tasks(task.name())) {
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
            does = "idle_cpu(): idle task, empty queue, no pending wakeup; each of several CPUs")
    @Then("{cpus} is/are idle now")
    public void idle(CpuSet cpus) {
        MachineRun run = world.measured();
        CpuMask mask = run.scene().cpus(cpus);
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
        CpuMask mask = run.scene().cpus(cpus);
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
        CpuMask mask = run.scene().cpus(cpus);
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
        return used;
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
        return run.tasks(task.name()).stream()
                .mapToLong(t -> run.track(t).migrations)
                .sum();
    }

    @Example(value = "the copies of hog are on 4 different CPUs now", does = "so many CPUs hold at least one")
    @Then("the copies of {task} are on {int} different CPU(s) now")
    public void differentCpus(TaskName task, int count) {
        MachineRun run = world.measured();
        CpuMask cpus = new CpuMask(run.scheduler().nrCpus());
        run.tasks(task.name()).forEach(t -> cpus.set(t.task.cpu));
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
        List<Integer> cores = run.tasks(task.name()).stream()
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
        CpuMask mask = run.scene().cpus(cpus);
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            Measured.number(run, "runnable tasks on CPU " + cpu, bound, count, run.scheduler().rq[cpu].cfs.hNrRunnable);
        }
    }

    @Example(value = "CPUs 0-3 hold exactly 5 runnable tasks together now", does = "the sum of h_nr_runnable")
    @Then("{cpus} hold(s) {bound} {int} runnable task(s) together now")
    public void togetherHold(CpuSet cpus, Bound bound, int count) {
        MachineRun run = world.measured();
        CpuMask mask = run.scene().cpus(cpus);
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
