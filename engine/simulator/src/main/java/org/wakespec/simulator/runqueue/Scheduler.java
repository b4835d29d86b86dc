// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;

/** The state of one simulated scheduler: domains, run queues, jiffies and configuration. One thread uses it at a time. */
public final class Scheduler {

    public final SchedTopology topology;
    public final KernelConfig config;
    /** Run queue of each CPU (kernel: cpu_rq). */
    public final RunQueue[] rq;
    /** Ticks since boot, {@link KernelConfig#hz()} a second. */
    public long jiffies;

    public Scheduler(SchedTopology topology, KernelConfig config) {
        this.topology = topology;
        this.config = config;
        rq = new RunQueue[topology.nrCpus];
        for (int cpu = 0; cpu < rq.length; cpu++) {
            Task idle = Task.idle(cpu, CpuMask.of(topology.nrCpus, cpu));
            rq[cpu] = new RunQueue(cpu, idle, topology.archScaleCpuCapacity[cpu]);
        }
    }

    public int nrCpus() {
        return rq.length;
    }
}
