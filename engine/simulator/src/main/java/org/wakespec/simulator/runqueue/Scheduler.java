// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;

/**
 * The state of one simulated scheduler: domains, run queues, jiffies and configuration. One thread uses it at a time.
 */
public final class Scheduler {

    public final SchedTopology topology;
    public final KernelConfig config;
    /** Default request length in ns on this machine (kernel: sysctl_sched_base_slice). */
    public final long baseSlice;
    /** Run queue of each CPU (kernel: cpu_rq). */
    public final RunQueue[] rq;
    /** Operations on tasks. */
    public final SchedCore core;
    /** Ticks since boot, {@link KernelConfig#hz()} a second. */
    public long jiffies;
    /** Wall clock in ns (kernel: sched_clock); run-queue clocks are brought to it by the operations. */
    public long now;
    /** The CPU that executes the present operation (kernel: smp_processor_id). */
    public int thisCpu;
    /** Hears of requests to the machine. */
    public SchedEvents events = SchedEvents.NONE;
    /** Asked before a CPU goes idle. */
    public NewidleBalance newidle = NewidleBalance.NONE;
    /** Told of run time; null: nobody. */
    public MmAccounting mmAccounting;

    public Scheduler(SchedTopology topology, KernelConfig config) {
        this(topology, config, SchedParts.KERNEL);
    }

    Scheduler(SchedTopology topology, KernelConfig config, SchedParts parts) {
        this.topology = topology;
        this.config = config;
        baseSlice = config.baseSlice(topology.active.weight());
        core = parts.newCore(this);
        rq = new RunQueue[topology.nrCpus];
        for (int cpu = 0; cpu < rq.length; cpu++) {
            Task idle = Task.idle(cpu, CpuMask.of(topology.nrCpus, cpu));
            idle.onCpu = true;
            rq[cpu] = parts.newRunQueue(this, cpu, idle, topology.archScaleCpuCapacity[cpu]);
        }
        for (CpuMask span : topology.rootDomains()) {
            RootDomain rd = new RootDomain();
            for (int cpu = span.first(); cpu >= 0; cpu = span.next(cpu + 1)) {
                rq[cpu].rd = rd;
            }
        }
    }

    /** Sets the wall clock and starts all run-queue clocks there. */
    public void startClocks(long start) {
        now = start;
        for (RunQueue queue : rq) {
            queue.startClock(start);
        }
    }

    public int nrCpus() {
        return rq.length;
    }
}
