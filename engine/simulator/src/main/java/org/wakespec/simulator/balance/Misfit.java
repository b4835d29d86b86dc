// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;

/** Tasks too big for their CPU on machines with CPUs of different capacity (kernel 7.2: update_misfit_status()). */
public final class Misfit {

    private final Balancer balancer;
    private final SchedTopology topology;

    Misfit(Balancer balancer) {
        this.balancer = balancer;
        topology = balancer.sched.topology;
    }

    /**
     * Notes the load of a running task that its CPU cannot serve. Called when a task is set as next, at its ticks, and
     * with null before a CPU goes idle.
     */
    public void updateMisfitStatus(Task p, RunQueue rq) {
        if (!topology.asymCpucapActive) {
            return;
        }
        boolean content = p == null
                || p.nrCpusAllowed == 1
                || Loads.fitsCapacity(Loads.taskUtilEst(p), rq.cpuCapacity)
                || rq.archScaleCpuCapacity == maxAllowedCapacity(p);
        rq.misfitTaskLoad = content ? 0 : Math.max(balancer.loads.taskHLoad(p, rq), 1);
    }

    /** Capacity of the biggest CPU the task may use (kernel 7.2: p->max_allowed_capacity). */
    private long maxAllowedCapacity(Task p) {
        CpuMask allowed = p.cpusPtr;
        long max = 0;
        for (int cpu = allowed.first(); cpu >= 0; cpu = allowed.next(cpu + 1)) {
            max = Math.max(max, topology.archScaleCpuCapacity[cpu]);
        }
        return max;
    }

    /** Kernel 7.2: check_misfit_status(). */
    static boolean checkMisfitStatus(RunQueue rq) {
        return rq.misfitTaskLoad != 0;
    }
}
