// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

import org.HdrHistogram.Histogram;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.TaskApi;
import org.wakespec.simulator.topology.CpuMask;

/** A fair task that a timer wakes every period and that then computes for a while; measures how late it runs. */
public final class PeriodicTask implements Workload {

    private static final long LONGEST = 3_600_000_000_000L;

    private final String name;
    private final long periodNs;
    private final long workNs;
    private final int rounds;
    private CpuMask cpus;
    private final Histogram latency = new Histogram(LONGEST, 3);
    private long missed;

    /**
     * A task.
     *
     * @param rounds after how many periods it ends; 0: never
     */
    public PeriodicTask(String name, long periodNs, long workNs, int rounds) {
        if (periodNs < 1 || workNs < 0 || rounds < 0) {
            throw new IllegalArgumentException("periodic task '" + name + "': period " + periodNs + " ns, work "
                    + workNs + " ns, " + rounds + " rounds: expected a period of at least 1 and the rest not negative");
        }
        this.name = name;
        this.periodNs = periodNs;
        this.workNs = workNs;
        this.rounds = rounds;
    }

    /** CPUs it may use. */
    public PeriodicTask taskset(CpuMask allowed) {
        cpus = allowed;
        return this;
    }

    @Override
    public SimTask start(Simulation sim) {
        Program program = new Rounds();
        SimTask t = cpus == null ? sim.task(name, program) : sim.task(name, program, cpus);
        sim.start(t);
        return t;
    }

    /** Time from the end of the sleep to user mode, timer slack included, in ns. */
    public Histogram latency() {
        return latency;
    }

    /** Periods that began before the work of the one before was done. */
    public long missed() {
        return missed;
    }

    private final class Rounds implements Program {

        private long next = -1;
        private int done;
        private boolean sleeping;

        @Override
        public void step(TaskApi task) {
            if (next < 0) {
                next = task.now();
            }
            if (sleeping) {
                sleeping = false;
                latency.recordValue(Math.min(Math.max(0, task.now() - next), LONGEST));
                task.compute(workNs);
                return;
            }
            if (rounds != 0 && done++ == rounds) {
                task.exit();
                return;
            }
            next += periodNs;
            if (next < task.now()) {
                missed++;
                next = task.now();
            }
            sleeping = true;
            task.sleepUntil(next);
        }
    }
}
