// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.cli;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.Supplier;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.workloads.DeterminismCheck;
import org.wakespec.workloads.Workload;

/**
 * Measures how fast simulations run: one thread, without observers and monitors, after warming up. The processor time of the
 * thread is measured, not the time on the wall, so that other load on the machine disturbs little.
 */
final class SimBench {

    /** Virtual time that is run before anything is counted, unless the workload ends earlier, in ns. */
    private static final long STEADY_AFTER = 20_000_000;

    /**
     * What was measured in one run.
     *
     * @param cpuNs processor time in ns
     * @param wallNs time on the wall in ns
     * @param virtualNs virtual time that passed, in ns
     * @param events switches, wakings, wakeups, migrations, ticks and balance passes
     * @param operations operations of programs: messages, system calls, computations
     * @param steadyBytes bytes allocated while the workload ran in its steady state
     * @param steadyEvents events of that time
     */
    record Result(
            String name,
            long cpuNs,
            long wallNs,
            long virtualNs,
            long events,
            long operations,
            long steadyBytes,
            long steadyEvents) {

        /** Events a second of processor time. */
        public double eventsPerSecond() {
            return events * 1e9 / cpuNs;
        }

        /** Operations a second of processor time. */
        public double operationsPerSecond() {
            return operations * 1e9 / cpuNs;
        }

        /** Virtual time by processor time. */
        public double realTimeFactor() {
            return (double) virtualNs / cpuNs;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-28s %8.3f s cpu %8.3f s virtual  %6.2f M events/s %6.2f M operations/s  real-time factor %6.2f  %d B in %d events",
                    name,
                    cpuNs / 1e9,
                    virtualNs / 1e9,
                    eventsPerSecond() / 1e6,
                    operationsPerSecond() / 1e6,
                    realTimeFactor(),
                    steadyBytes,
                    steadyEvents);
        }
    }

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SimBench() {}

    /**
     * Runs a workload to its end {@code runs} times and returns the fastest run.
     *
     * @param simulations makes a new simulation for each run, unobserved and unmonitored
     * @param workloads makes a new run of the program
     * @param limitNs virtual time by which it has to end
     * @param watcher told which simulation runs
     */
    static Result fastest(
            String name,
            Supplier<Simulation> simulations,
            Supplier<Workload> workloads,
            long limitNs,
            int runs,
            DeterminismCheck.Watcher watcher) {
        Result best = null;
        for (int i = 0; i < runs; i++) {
            Simulation sim = simulations.get();
            watcher.started(name, sim);
            Result result = run(name, sim, workloads.get(), limitNs);
            watcher.ended(name, sim);
            if (best == null || result.cpuNs() < best.cpuNs()) {
                best = result;
            }
        }
        return best;
    }

    private static Result run(String name, Simulation sim, Workload workload, long limitNs) {
        long start = sim.now();
        SimTask main = workload.start(sim);
        long wall = System.nanoTime();
        long cpu = THREADS.getCurrentThreadCpuTime();
        sim.runFor(Math.min(STEADY_AFTER, limitNs));
        long id = Thread.currentThread().getId();
        long bytes = THREADS.getThreadAllocatedBytes(id);
        long steady = sim.counters().events();
        // the difference of two readings in a row is what reading costs
        long reading = THREADS.getThreadAllocatedBytes(id) - bytes;
        bytes = THREADS.getThreadAllocatedBytes(id);
        if (main.state != SimTask.DEAD) {
            sim.runUntilDone(main, start + limitNs);
        }
        bytes = THREADS.getThreadAllocatedBytes(id) - bytes - reading;
        cpu = THREADS.getCurrentThreadCpuTime() - cpu;
        wall = System.nanoTime() - wall;
        long events = sim.counters().events();
        long operations = 0;
        for (SimTask t : sim.tasks()) {
            operations += t.operations;
        }
        return new Result(name, cpu, wall, sim.now() - start, events, operations, Math.max(0, bytes), events - steady);
    }
}
