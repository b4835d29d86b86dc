// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;

/**
 * Loads, utilisations and capacities as balancing reads them. Loads: 1024 = one nice-0 task; the others: 1024 = one
 * full CPU.
 */
final class Loads {

    static final long SCHED_CAPACITY_SCALE = 1024;

    private final boolean utilEst;
    private final boolean fairGroupSched;

    Loads(KernelConfig config) {
        utilEst = config.features().has(SchedFeature.UTIL_EST);
        fairGroupSched = config.fairGroupSched();
    }

    /** Kernel 7.2: cpu_load(). */
    static long cpuLoad(RunQueue rq) {
        return rq.cfs.avg.loadAvg;
    }

    /** Kernel 7.2: cpu_runnable(). */
    static long cpuRunnable(RunQueue rq) {
        return rq.cfs.avg.runnableAvg;
    }

    /** Kernel 7.2: cpu_util_cfs(). */
    long cpuUtilCfs(RunQueue rq) {
        return bounded(rq, rq.cfs.avg.utilAvg);
    }

    /** With the time tasks waited counted as use (kernel 7.2: cpu_util_cfs_boost()). */
    long cpuUtilCfsBoost(RunQueue rq) {
        return bounded(rq, Math.max(rq.cfs.avg.utilAvg, rq.cfs.avg.runnableAvg));
    }

    private long bounded(RunQueue rq, long util) {
        long wanted = utilEst ? Math.max(util, rq.cfs.avg.utilEst) : util;
        return Math.min(wanted, rq.archScaleCpuCapacity);
    }

    /** Kernel 7.2: task_util_est(). */
    static long taskUtilEst(Task p) {
        return Math.max(p.avg.utilAvg, p.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED);
    }

    /** Kernel 7.2: task_h_load(). With group scheduling, of a task in the root group. */
    long taskHLoad(Task p, RunQueue rq) {
        if (!fairGroupSched) {
            return p.avg.loadAvg;
        }
        FairQueue cfs = p.cfsRq == null ? rq.cfs : p.cfsRq;
        long hLoad = p.cfsRq == null ? cfs.avg.loadAvg : cfs.hLoad;
        return p.avg.loadAvg * hLoad / (cfs.avg.loadAvg + 1);
    }

    /** Noticeably greater, by more than 5 percent (kernel 7.2: capacity_greater()). */
    static boolean capacityGreater(long a, long b) {
        return a * 1024 > b * 1078;
    }

    /** With a fifth to spare (kernel 7.2: fits_capacity()). */
    static boolean fitsCapacity(long util, long capacity) {
        return util * 1280 < capacity * 1024;
    }

    /** Other classes or interrupts take a noticeable part of the CPU (kernel 7.2: check_cpu_capacity()). */
    static boolean checkCpuCapacity(RunQueue rq, SchedDomain sd) {
        return rq.cpuCapacity * sd.imbalancePct < rq.archScaleCpuCapacity * 100;
    }

    /** Kernel 7.2: sched_reduced_capacity(): one task that a better CPU would serve better. */
    static boolean schedReducedCapacity(RunQueue rq, SchedDomain sd) {
        return rq.cfs.hNrRunnable == 1 && checkCpuCapacity(rq, sd);
    }
}
