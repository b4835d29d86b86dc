// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import io.cucumber.java.en.Then;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.steps.CpuNumber;
import org.wakespec.steps.Example;
import org.wakespec.steps.TaskName;
import org.wakespec.steps.TimedScene;

/** The scheduler's own state at the moment: lag, delayed tasks, averages, shared state of last-level caches. */
public final class QueueSteps {

    private final RunWorld world;

    /** For injection. */
    public QueueSteps(RunWorld world) {
        this.world = world;
    }

    @Example(value = "B is delayed now", does = "asleep but still queued (sched_delayed)")
    @Then("{task} is delayed now")
    public void delayed(TaskName task) {
        state(task, "delayed");
    }

    @Example(value = "B is asleep now", does = "asleep and off its queue")
    @Then("{task} is asleep now")
    public void asleep(TaskName task) {
        state(task, "asleep");
    }

    @Example(value = "B is runnable now", does = "running or waiting")
    @Then("{task} is runnable now")
    public void runnable(TaskName task) {
        state(task, "runnable");
    }

    @Example(value = "B has ended now", does = "it has exited")
    @Then("{task} has ended now")
    public void ended(TaskName task) {
        state(task, "ended");
    }

    private void state(TaskName task, String wanted) {
        MachineRun run = world.measured();
        for (SimTask t : run.tasks(task.name())) {
            String is = t.state == SimTask.DEAD
                    ? "ended"
                    : t.task.schedDelayed
                            ? "delayed"
                            : t.task.onRq ? "runnable" : t.state == SimTask.NEW ? "not started" : "asleep";
            Measured.that(run, is.equals(wanted), t.task.comm + " " + wanted, t.task.comm + " " + is);
        }
    }

    @Example(
            value = "the lag of B is at least 0.1 ms now",
            does = "owed virtual time: the average less its own while it is queued, what was stored while it sleeps")
    @Then("the lag of {task} is {bound} {duration} now")
    public void lag(TaskName task, Bound bound, Duration lag) {
        MachineRun run = world.measured();
        Measured.time(run, "lag of " + task, bound, lag, lag(run, run.task(task.name()).task));
    }

    @Example(value = "the lag of B is 0.3 ms now, give or take 5 us", does = "the same with a tolerance")
    @Then("the lag of {task} is {duration} now, give or take {duration}")
    public void lagNear(TaskName task, Duration lag, Duration tolerance) {
        MachineRun run = world.measured();
        Measured.near(run, "lag of " + task, lag, tolerance, lag(run, run.task(task.name()).task));
    }

    private static long lag(MachineRun run, Task p) {
        if (!p.onRq || p.schedDelayed) {
            return p.vlag;
        }
        RunQueue rq = run.scheduler().rq[p.cpu];
        long average = rq.cfs.peekAvgVruntime();
        Task curr = rq.cfs.curr;
        if (curr == null || !curr.seOnRq) {
            return average - p.vruntime;
        }
        // what the running task has used since it was last charged; it is not charged here, since looking must change
        // nothing
        long used = Math.max(0, run.simulation().now() - curr.execStart) * Weights.NICE_0_LOAD;
        average += used / (rq.cfs.sumWeight + curr.weight);
        return average - p.vruntime - (p == curr ? used / curr.weight : 0);
    }

    @Example(
            value = "the utilisation of B is 506 now, give or take 2",
            does = "util_avg as it was last updated; 1024 is one CPU")
    @Then("the utilisation of {task} is {int} now, give or take {int}")
    public void utilisation(TaskName task, int utilisation, int tolerance) {
        MachineRun run = world.measured();
        for (SimTask t : run.tasks(task.name())) {
            Measured.near(run, "utilisation of " + t.task.comm, utilisation, tolerance, t.task.avg.utilAvg);
        }
    }

    @Example(
            value = "the estimated utilisation of B is 300 now, give or take 5",
            does = "util_est, without its flag bit")
    @Then("the estimated utilisation of {task} is {int} now, give or take {int}")
    public void estimate(TaskName task, int estimate, int tolerance) {
        MachineRun run = world.measured();
        for (SimTask t : run.tasks(task.name())) {
            Measured.near(
                    run,
                    "estimated utilisation of " + t.task.comm,
                    estimate,
                    tolerance,
                    t.task.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED);
        }
    }

    @Example(
            value = "the load of B is 335 now, give or take 5",
            does = "load_avg; 1024 is one nice-0 task that never sleeps")
    @Then("the load of {task} is {int} now, give or take {int}")
    public void load(TaskName task, int load, int tolerance) {
        MachineRun run = world.measured();
        for (SimTask t : run.tasks(task.name())) {
            Measured.near(run, "load of " + t.task.comm, load, tolerance, t.task.avg.loadAvg);
        }
    }

    @Example(
            value = "B prefers the LLC of CPU 4 now",
            does = "cache-aware balancing: the cache in which its process ran most; of several copies each one")
    @Then("{task} prefers the LLC of {cpu} now")
    public void prefers(TaskName task, CpuNumber cpu) {
        MachineRun run = world.measured();
        int llc = run.scheduler().topology.sdLlcId[run.scene().cpu(cpu)];
        if (llc < 0) {
            throw TimedScene.bad("CPU " + cpu.cpu() + " belongs to no LLC that could be preferred");
        }
        for (SimTask t : run.tasks(task.name())) {
            Measured.that(
                    run,
                    t.task.preferredLlc == llc,
                    t.task.comm + " prefers LLC " + llc,
                    t.task.comm + (t.task.preferredLlc < 0 ? " prefers none" : " prefers LLC " + t.task.preferredLlc));
        }
    }

    @Example(value = "B prefers no LLC now", does = "each copy")
    @Then("{task} prefers no LLC now")
    public void prefersNone(TaskName task) {
        MachineRun run = world.measured();
        for (SimTask t : run.tasks(task.name())) {
            Measured.that(
                    run,
                    t.task.preferredLlc < 0,
                    t.task.comm + " prefers no LLC",
                    t.task.comm + " prefers LLC " + t.task.preferredLlc);
        }
    }

    @Example(value = "the LLC of CPU 0 counts 3 busy CPUs now", does = "nr_busy_cpus, which lags behind")
    @Then("the LLC of {cpu} counts {int} busy CPU(s) now")
    public void busy(CpuNumber cpu, int count) {
        MachineRun run = world.measured();
        Measured.number(run, "nr_busy_cpus", Bound.EXACTLY, count, shared(run, cpu).nrBusyCpus);
    }

    @Example(value = "the scan budget of the LLC of CPU 0 is exactly 8 now", does = "nr_idle_scan")
    @Then("the scan budget of the LLC of {cpu} is {bound} {int} now")
    public void scanBudget(CpuNumber cpu, Bound bound, int budget) {
        MachineRun run = world.measured();
        Measured.number(run, "nr_idle_scan", bound, budget, shared(run, cpu).nrIdleScan);
    }

    private static SchedDomainShared shared(MachineRun run, CpuNumber number) {
        int cpu = run.scene().cpu(number);
        SchedDomainShared shared = run.scheduler().topology.sdLlcShared[cpu];
        if (shared == null) {
            throw TimedScene.bad("CPU " + cpu + " has no LLC domain");
        }
        return shared;
    }

    @Example(value = "the base slice is 2.8 ms now", does = "sched_base_slice, scaled by the number of CPUs")
    @Then("the base slice is {duration} now")
    public void baseSlice(Duration slice) {
        MachineRun run = world.measured();
        Measured.time(run, "base slice", Bound.EXACTLY, slice, run.scheduler().baseSlice);
    }

    @Example(
            value = "the average idle time of CPU 1 is at least 1 ms now",
            does = "avg_idle, which decides whether a newly idle CPU looks for work")
    @Then("the average idle time of {cpu} is {bound} {duration} now")
    public void averageIdle(CpuNumber cpu, Bound bound, Duration time) {
        MachineRun run = world.measured();
        Measured.time(
                run, "avg_idle", bound, time, run.scheduler().rq[run.scene().cpu(cpu)].avgIdle);
    }

    @Example(
            value = "CPU 0 counts as reachable for idle balancing now",
            does = "its tick stopped and no busy tick has come since")
    @Then("{cpu} counts as reachable for idle balancing now")
    public void nohz(CpuNumber cpu) {
        MachineRun run = world.measured();
        Measured.that(run, run.scheduler().rq[run.scene().cpu(cpu)].nohzTickStopped, "nohz_tick_stopped", "not");
    }
}
