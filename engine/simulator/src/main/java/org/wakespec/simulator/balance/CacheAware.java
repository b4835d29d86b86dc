// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.MmStruct;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

/**
 * Keeps the threads of a process in one last-level cache (kernel 7.2: CONFIG_SCHED_CACHE, the balancing half). How
 * processes come to prefer a cache is decided by {@link CacheOccupancy}.
 */
final class CacheAware {

    private static final long PAGE_SIZE = 4096;

    /** What moving a task between two LLCs would mean (kernel 7.2: enum llc_mig). */
    private enum LlcMig {
        FORBID,
        LLC,
        UNRESTRICTED
    }

    /** Compiled in, switched on, and the machine has several LLCs (kernel 7.2: sched_cache_enabled()). */
    boolean enabled;
    /** NUMA balancing runs, so that memory footprints are known and count. */
    boolean footprints;

    private final Balancer balancer;
    private final Scheduler sched;
    private final SchedTopology topology;

    CacheAware(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
        topology = sched.topology;
        enabled = sched.config.schedCache() && topology.cachePresent;
    }

    /** Queued tasks of a CPU that prefer the destination's LLC. */
    int nrPrefDstLlc(RunQueue rq, int dstCpu) {
        int dstLlc = topology.sdLlcId[dstCpu];
        int[] counts = rq.llcCounts;
        return counts == null || dstLlc < 0 || dstLlc >= counts.length ? 0 : counts[dstLlc];
    }

    /** The same, of a CPU outside that LLC. */
    int nrComingToDstLlc(RunQueue rq, int dstCpu) {
        return topology.sdLlcId[rq.cpu] == topology.sdLlcId[dstCpu] ? 0 : nrPrefDstLlc(rq, dstCpu);
    }

    /** The group has tasks that would gain by coming to the destination's LLC (kernel 7.2: llc_balance()). */
    boolean llcBalance(LbEnv env, SgLbStats sgs, SchedGroup group) {
        if (env.sd.has(SdFlag.SD_SHARE_LLC) || env.sd.nrBalanceFailed >= env.sd.cacheNiceTries + 1) {
            return false;
        }
        return sgs.nrPrefDstLlc != 0 && canMigrateLlc(group.span.first(), env.dstCpu, 0, true) == LlcMig.LLC;
    }

    /** Notes how full an LLC is, one level above the LLCs (kernel 7.2: record_sg_llc_stats()). */
    void recordSgLlcStats(LbEnv env, SgLbStats sgs, SchedGroup group) {
        if (env.idle == CpuIdleType.NEWLY_IDLE) {
            return;
        }
        SchedDomain child = env.sd.child;
        if (child == null || child != topology.sdLlc[env.sd.cpu]) {
            return;
        }
        SchedDomainShared shared = topology.sdLlcShared[group.span.first()];
        if (shared != null) {
            shared.utilAvg = sgs.groupUtil;
            shared.capacity = sgs.groupCapacity;
        }
    }

    /** Kernel 7.2: can_migrate_llc(). */
    private LlcMig canMigrateLlc(int srcCpu, int dstCpu, long taskUtil, boolean toPref) {
        SchedDomainShared src = topology.sdLlcShared[srcCpu];
        SchedDomainShared dst = topology.sdLlcShared[dstCpu];
        if (src == null || dst == null) {
            return LlcMig.UNRESTRICTED;
        }
        long srcUtil = Math.max(0, src.utilAvg - taskUtil);
        long dstUtil = dst.utilAvg + taskUtil;
        if (!fitsLlcCapacity(srcUtil, src.capacity) && !fitsLlcCapacity(dstUtil, dst.capacity)) {
            return LlcMig.UNRESTRICTED;
        }
        boolean forbidden;
        if (toPref) {
            forbidden = !fitsLlcCapacity(dstUtil, dst.capacity) && utilGreater(dstUtil, srcUtil);
        } else {
            forbidden = fitsLlcCapacity(srcUtil, src.capacity) || !utilGreater(srcUtil, dstUtil);
        }
        return forbidden ? LlcMig.FORBID : LlcMig.LLC;
    }

    /** Kernel 7.2: fits_llc_capacity(). Without SMT half as much again is allowed. */
    private boolean fitsLlcCapacity(long util, long max) {
        int pct = balancer.tunables.llcOveraggrPct;
        if (!topology.smtActive) {
            pct = pct * 3 / 2;
        }
        return util * 100 < max * pct;
    }

    /** Kernel 7.2: util_greater(). */
    private boolean utilGreater(long a, long b) {
        return a * 100 > b * (100 + balancer.tunables.llcImbPct);
    }

    /** Kernel 7.2: can_migrate_llc_task(). A process that cannot use a preferred LLC loses it on the way. */
    private LlcMig canMigrateLlcTask(int srcCpu, int dstCpu, Task p) {
        MmStruct mm = p.mm;
        if (mm == null) {
            return LlcMig.UNRESTRICTED;
        }
        int preferred = mm.schedCpu;
        if (preferred < 0) {
            return LlcMig.UNRESTRICTED;
        }
        if (p.signal.nrThreads <= 1 || exceedLlcNr(mm, dstCpu) || exceedLlcCapacity(mm, dstCpu)) {
            mm.schedCpu = -1;
            return LlcMig.UNRESTRICTED;
        }
        if (topology.cpusShareCache(dstCpu, preferred)) {
            return canMigrateLlc(srcCpu, dstCpu, p.avg.utilAvg, true);
        }
        if (topology.cpusShareCache(srcCpu, preferred)) {
            return canMigrateLlc(srcCpu, dstCpu, p.avg.utilAvg, false);
        }
        return LlcMig.UNRESTRICTED;
    }

    /** More threads run than the LLC has room for (kernel 7.2: exceed_llc_nr()). */
    boolean exceedLlcNr(MmStruct mm, int cpu) {
        int smt = topology.smtMask[cpu].weight();
        return !Loads.fitsCapacity(mm.nrRunningAvg * smt, topology.sdLlcSize[cpu]);
    }

    /** The memory in use does not fit into the LLC (kernel 7.2: exceed_llc_capacity()). */
    boolean exceedLlcCapacity(MmStruct mm, int cpu) {
        SchedDomain llc = topology.sdLlc[cpu];
        return footprints && llc != null && mm.footprint * PAGE_SIZE > llc.llcBytes;
    }

    /**
     * Whether the move would work against the preferred LLC (kernel 7.2: migrate_degrades_llc()). When LLCs are evened
     * out by preference, only tasks that prefer the destination's LLC come, also within one LLC.
     */
    boolean migrateDegradesLlc(Task p, LbEnv env) {
        if (env.migrationType == MigrationType.LLC_TASK && p.preferredLlc != topology.sdLlcId[env.dstCpu]) {
            return true;
        }
        return !topology.cpusShareCache(env.srcCpu, env.dstCpu)
                && canMigrateLlcTask(env.srcCpu, env.dstCpu, p) == LlcMig.FORBID;
    }

    /** The running task should stay in its LLC (kernel 7.2: alb_break_llc()). */
    boolean albBreakLlc(LbEnv env) {
        if (topology.cpusShareCache(env.srcCpu, env.dstCpu)) {
            return false;
        }
        int preferring = env.srcRq.nrPrefLlcRunning;
        if (preferring == 0 || preferring != env.srcRq.cfs.hNrRunnable) {
            return false;
        }
        if (env.srcRq.nrRunning <= 1) {
            return true;
        }
        long util = env.srcRq.curr.avg.utilAvg;
        return canMigrateLlc(env.srcCpu, env.dstCpu, util, false) == LlcMig.FORBID;
    }
}
