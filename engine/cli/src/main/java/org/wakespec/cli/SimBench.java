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
     * @param virtualNs virtual time that passed, in ns
     * @param events switches, wakings, wakeups, migrations, ticks and balance passes
     * @param operations operations of programs: messages, system calls, computations
     * @param scanned CPUs looked at by CPU selection and by balance passes, as the kernel looks at them
     * @param steadyBytes bytes allocated while the workload ran in its steady state
     * @param steadyEvents events of that time
     */
    record Result(
            String name,
            long cpuNs,
            long virtualNs,
            long events,
            long operations,
            long scanned,
            long steadyBytes,
            long steadyEvents) {

        /** Processor time of an event, in ns. */
        double nsPerEvent() {
            return (double) cpuNs / events;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%-42s %7.3f s cpu %8.4f s virtual %6.2f M events/s %5.0f ns/event %5.1f operations/event %5.1f CPUs"
                            + " scanned/event  real-time factor %7.4f  %d B in %d events",
                    name,
                    cpuNs / 1e9,
                    virtualNs / 1e9,
                    events * 1e3 / cpuNs,
                    nsPerEvent(),
                    (double) operations / events,
                    (double) scanned / events,
                    (double) virtualNs / cpuNs,
                    steadyBytes,
                    steadyEvents);
        }
    }

    /** The counts of a simulation and its thread at one moment. */
    private record Reading(long virtualNs, long events, long operations, long scanned, long bytes, long cpuNs) {

        static Reading of(Simulation sim) {
            long operations = 0;
            for (SimTask t : sim.tasks()) {
                operations += t.operations;
            }
            long scanned = sim.counters().cpusScanned + sim.balancer().cpusExamined;
            long id = Thread.currentThread().getId();
            return new Reading(
                    sim.now(),
                    sim.counters().events(),
                    operations,
                    scanned,
                    THREADS.getThreadAllocatedBytes(id),
                    THREADS.getCurrentThreadCpuTime());
        }

        Result until(String name, Reading end, long steadyBytes, long steadyEvents) {
            return new Result(
                    name,
                    end.cpuNs - cpuNs,
                    end.virtualNs - virtualNs,
                    end.events - events,
                    end.operations - operations,
                    end.scanned - scanned,
                    steadyBytes,
                    steadyEvents);
        }
    }

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private SimBench() {}

    /**
     * Runs a workload to its end and returns the fastest of {@code runs} runs, which follow others that warm up.
     *
     * @param simulations makes a new simulation for each run, unobserved and unmonitored
     * @param workloads makes a new run of the program
     * @param limitNs virtual time by which it has to end
     * @param warmUpNs processor time of runs that do not count, at least
     * @param watcher told which simulation runs
     */
    static Result fastest(
            String name,
            Supplier<Simulation> simulations,
            Supplier<Workload> workloads,
            long limitNs,
            int runs,
            long warmUpNs,
            DeterminismCheck.Watcher watcher) {
        Result best = null;
        long warm = 0;
        for (int i = 0; i < runs; ) {
            Simulation sim = simulations.get();
            watcher.started(name, sim);
            Result result = run(name, sim, workloads.get(), limitNs);
            watcher.ended(name, sim);
            if (warm < warmUpNs) {
                warm += result.cpuNs();
                continue;
            }
            i++;
            if (best == null || result.cpuNs() < best.cpuNs()) {
                best = result;
            }
        }
        return best;
    }

    private static Result run(String name, Simulation sim, Workload workload, long limitNs) {
        SimTask main = workload.start(sim);
        Reading start = Reading.of(sim);
        sim.runFor(Math.min(STEADY_AFTER, limitNs));
        long bytes = allocated();
        long steady = sim.counters().events();
        bytes = allocated();
        if (main.state != SimTask.DEAD) {
            sim.runUntilDone(main, start.virtualNs() + limitNs);
        }
        bytes = allocated() - bytes;
        Reading end = Reading.of(sim);
        return start.until(name, end, bytes, end.events() - steady);
    }

    /**
     * Starts a workload, lets it come to its steady state, and returns the fastest of {@code windows} stretches that follow
     * each other.
     *
     * @param steadyAfterNs virtual time until the steady state
     * @param windowNs virtual time of a stretch
     * @param warmUpNs processor time of stretches that do not count, at least
     * @param watcher told that the simulation runs
     */
    static Result fastestWindow(
            String name,
            Simulation sim,
            Workload workload,
            long steadyAfterNs,
            long windowNs,
            int windows,
            long warmUpNs,
            DeterminismCheck.Watcher watcher) {
        watcher.started(name, sim);
        workload.start(sim);
        sim.runFor(steadyAfterNs);
        Result best = null;
        long warm = 0;
        for (int i = 0; i < windows; ) {
            Reading start = Reading.of(sim);
            long bytes = allocated();
            sim.runFor(windowNs);
            bytes = allocated() - bytes;
            Reading end = Reading.of(sim);
            Result result = start.until(name, end, bytes, end.events() - start.events());
            if (warm < warmUpNs) {
                warm += result.cpuNs();
                continue;
            }
            i++;
            if (best == null || result.nsPerEvent() < best.nsPerEvent()) {
                best = result;
            }
        }
        watcher.ended(name, sim);
        return best;
    }

    /** Bytes this thread has allocated; asking costs none. */
    private static long allocated() {
        return THREADS.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
