// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SdFlag;

/** Finds the queue of a group to pull from (kernel 7.2: sched_balance_find_src_rq()). NUMA balancing is off. */
final class BusiestQueue {

    private final Balancer balancer;
    private final Scheduler sched;

    BusiestQueue(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
    }

    /** The busiest queue in the unit of the migration, or null if none qualifies. */
    RunQueue schedBalanceFindSrcRq(LbEnv env, SchedGroup group) {
        RunQueue busiest = null;
        long most = 0;
        long busiestCapacity = 1;
        boolean asymCapacity = env.sd.has(SdFlag.SD_ASYM_CPUCAPACITY);
        CpuMask span = group.span;
        for (int cpu = span.first(); cpu >= 0; cpu = span.next(cpu + 1)) {
            if (!env.cpus.test(cpu)) {
                continue;
            }
            RunQueue rq = sched.rq[cpu];
            int nrRunning = rq.cfs.hNrRunnable;
            if (nrRunning == 0) {
                continue;
            }
            long capacity = rq.cpuCapacity;
            if (nrRunning == 1) {
                if (asymCapacity && !Loads.capacityGreater(env.dstRq.cpuCapacity, capacity)) {
                    continue;
                }
                if (balancer.asym.schedAsym(env.sd, cpu, env.dstCpu)) {
                    continue;
                }
            }
            switch (env.migrationType) {
                case LOAD: {
                    long load = Loads.cpuLoad(rq);
                    if (nrRunning == 1 && load > env.imbalance && !Loads.checkCpuCapacity(rq, env.sd)) {
                        break;
                    }
                    if (load * busiestCapacity > most * capacity) {
                        most = load;
                        busiestCapacity = capacity;
                        busiest = rq;
                    }
                    break;
                }
                case UTIL: {
                    long util = balancer.loads.cpuUtilCfsBoost(rq);
                    if (nrRunning > 1 && util > most) {
                        most = util;
                        busiest = rq;
                    }
                    break;
                }
                case TASK:
                    if (nrRunning > most) {
                        most = nrRunning;
                        busiest = rq;
                    }
                    break;
                case MISFIT:
                    if (rq.misfitTaskLoad > most) {
                        most = rq.misfitTaskLoad;
                        busiest = rq;
                    }
                    break;
                default: {
                    int preferring = balancer.cache.nrPrefDstLlc(rq, env.dstCpu);
                    if (preferring > most) {
                        most = preferring;
                        busiest = rq;
                    }
                    break;
                }
            }
        }
        return busiest;
    }
}
