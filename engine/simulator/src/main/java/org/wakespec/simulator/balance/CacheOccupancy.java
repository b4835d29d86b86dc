// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import java.util.Arrays;
import org.wakespec.simulator.runqueue.MmAccounting;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.MmStruct;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedTopology;

/**
 * How a process comes to prefer a last-level cache (kernel 7.2: account_mm_sched(), task_tick_cache(), task_cache_work()).
 * For each process and CPU run time is kept of an epoch of 10 ms and halved every epoch; the same for each CPU. At a tick, once
 * an epoch, one thread of the process sums what part of the CPUs the process had in each cache. The busiest CPU of the cache
 * with the largest sum becomes the preferred one if the sum is more than twice that of the present one. Single-threaded
 * processes prefer nothing.
 *
 * <p>The kernel does the summing on the thread's way back to user mode; here it is done in the tick itself, at the latest a
 * system call earlier.
 */
public final class CacheOccupancy implements MmAccounting {

    /** Epochs without a look after which a preference is forgotten (kernel: EPOCH_LLC_AFFINITY_TIMEOUT). */
    private static final int TIMEOUT = 5;
    /** Ticks a second by epochs a second. */
    private static final int EPOCHS_A_SECOND = 100;

    private final Scheduler sched;
    private final SchedTopology topology;
    private final CacheAware cache;
    private final long epochPeriod;

    /** By CPU: run time of processes, halved each epoch; the epoch; the jiffy at which the next one begins. */
    private final long[] cpuRuntime;

    private final long[] cpuEpoch;
    private final long[] cpuEpochNext;
    private final CpuMask toScan;
    private long looks;

    CacheOccupancy(Balancer balancer) {
        sched = balancer.sched;
        topology = sched.topology;
        cache = balancer.cache;
        epochPeriod = Math.max(1, sched.config.hz() / EPOCHS_A_SECOND);
        int n = sched.nrCpus();
        cpuRuntime = new long[n];
        cpuEpoch = new long[n];
        cpuEpochNext = new long[n];
        Arrays.fill(cpuEpochNext, sched.jiffies);
        toScan = new CpuMask(n);
    }

    /** Times a thread summed what its process had. */
    public long looks() {
        return looks;
    }

    @Override
    public void accountMmSched(RunQueue rq, Task p, long deltaNs) {
        MmStruct mm = p.mm;
        if (mm == null) {
            return;
        }
        int cpu = rq.cpu;
        updateCpu(cpu);
        cpuRuntime[cpu] += deltaNs;
        if (p.signal.nrThreads <= 1) {
            mm.schedCpu = -1;
            prefer(rq, p, -1);
            return;
        }
        if (mm.runtime == null) {
            mm.keepOccupancy(sched.nrCpus(), cpuEpoch[cpu]);
        }
        updateMm(mm, cpu);
        mm.runtime[cpu] += deltaNs;
        if (cpuEpoch[cpu] - mm.schedEpoch > TIMEOUT || cache.exceedLlcNr(mm, cpu) || cache.exceedLlcCapacity(mm, cpu)) {
            mm.schedCpu = -1;
        }
        prefer(rq, p, preferredLlc(p, mm));
    }

    /** Kernel 7.2: get_pref_llc(). The node that NUMA balancing prefers comes first. */
    private int preferredLlc(Task p, MmStruct mm) {
        if (mm.schedCpu < 0) {
            return -1;
        }
        if (p.numaPreferredNid >= 0 && topology.cpuToNode[mm.schedCpu] != p.numaPreferredNid) {
            return -1;
        }
        return topology.sdLlcId[mm.schedCpu];
    }

    private static void prefer(RunQueue rq, Task p, int llc) {
        if (p.preferredLlc == llc) {
            return;
        }
        if (p.seOnRq) {
            rq.accountLlcDequeue(p);
        }
        p.preferredLlc = llc;
        if (p.seOnRq) {
            rq.accountLlcEnqueue(p);
        }
    }

    /** Halves the CPU's run time once for each epoch that began since (kernel 7.2: __update_mm_sched()). */
    private void updateCpu(int cpu) {
        long behind = sched.jiffies - cpuEpochNext[cpu];
        if (behind > 0) {
            long epochs = (behind + epochPeriod - 1) / epochPeriod;
            cpuEpoch[cpu] += epochs;
            cpuEpochNext[cpu] += epochs * epochPeriod;
            cpuRuntime[cpu] = halve(cpuRuntime[cpu], epochs);
        }
    }

    private void updateMm(MmStruct mm, int cpu) {
        long behind = cpuEpoch[cpu] - mm.epoch[cpu];
        if (behind > 0) {
            mm.epoch[cpu] = cpuEpoch[cpu];
            mm.runtime[cpu] = halve(mm.runtime[cpu], behind);
        }
    }

    private static long halve(long value, long times) {
        return times >= Long.SIZE ? 0 : value >> times;
    }

    /** What part of the CPU the process had, 1048576 being all (kernel 7.2: fraction_mm_sched()). */
    private long occupancy(MmStruct mm, int cpu) {
        updateCpu(cpu);
        updateMm(mm, cpu);
        return Weights.NICE_0_LOAD * mm.runtime[cpu] / (cpuRuntime[cpu] + 1);
    }

    /**
     * The tick of a CPU: its running task looks if it is the first of its process in this epoch.
     *
     * @return CPUs looked at
     */
    public int taskTickCache(RunQueue rq) {
        Task p = rq.curr;
        MmStruct mm = p.mm;
        if (mm == null || mm.runtime == null || p.exiting || p.signal.nrThreads <= 1) {
            return 0;
        }
        long epoch = cpuEpoch[rq.cpu];
        if (mm.schedEpoch >= epoch) {
            return 0;
        }
        mm.schedEpoch = epoch;
        return taskCacheWork(rq.cpu, mm);
    }

    private int taskCacheWork(int thisCpu, MmStruct mm) {
        looks++;
        if (cache.exceedLlcCapacity(mm, thisCpu)) {
            mm.schedCpu = -1;
            return 0;
        }
        long mostSum = 0;
        int mostCpu = -1;
        long presentSum = 0;
        int running = 0;
        int scanned = 0;
        toScan.copyFrom(topology.active);
        for (int cpu = toScan.first(); cpu >= 0; cpu = toScan.next(cpu + 1)) {
            SchedDomain llc = topology.sdLlc[cpu];
            if (llc == null) {
                continue;
            }
            long sum = 0;
            long most = 0;
            int busiest = -1;
            for (int i = llc.span.first(); i >= 0; i = llc.span.next(i + 1)) {
                long occupancy = occupancy(mm, i);
                sum += occupancy;
                if (occupancy > most) {
                    most = occupancy;
                    busiest = i;
                }
                Task curr = sched.rq[i].curr;
                if (curr.mm == mm && !curr.exiting) {
                    running++;
                }
                scanned++;
            }
            if (sum > mostSum) {
                mostSum = sum;
                mostCpu = busiest;
            }
            if (mm.schedCpu >= 0 && topology.sdLlcId[cpu] == topology.sdLlcId[mm.schedCpu]) {
                presentSum = sum;
            }
            toScan.andNot(llc.span);
        }
        if (mostSum > 2 * presentSum) {
            mm.schedCpu = mostCpu;
        }
        int divisor = Math.max(2, Math.min(8, topology.sdLlcSize[thisCpu] >> 2));
        mm.nrRunningAvg += (running - mm.nrRunningAvg) / divisor;
        return scanned;
    }
}
