// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.balance.BalanceObserver.Kick;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;

/** Balancing for CPUs whose tick is stopped (kernel 7.2: the NO_HZ half of fair.c). Times in jiffies. */
public final class NohzBalance {

    /** Balance on behalf of idle CPUs. */
    public static final int NOHZ_BALANCE_KICK = 0x1;
    /** Let the blocked load of idle CPUs decay. */
    public static final int NOHZ_STATS_KICK = 0x2;
    /** The same, before this CPU enters idle itself. */
    public static final int NOHZ_NEWILB_KICK = 0x4;
    /** Find out when the next idle balance is due. */
    public static final int NOHZ_NEXT_KICK = 0x8;

    public static final int NOHZ_KICK_MASK = NOHZ_BALANCE_KICK | NOHZ_STATS_KICK | NOHZ_NEXT_KICK;

    /** Half-life of load tracking in ms (kernel: LOAD_AVG_PERIOD). */
    private static final int LOAD_AVG_PERIOD = 32;

    /** CPUs whose tick is stopped (kernel: nohz.idle_cpus_mask). */
    public final CpuMask idleCpusMask;
    /** Some idle CPU may have load that decays (kernel: nohz.has_blocked_load). */
    public boolean hasBlockedLoad;
    /** A CPU has stopped its tick since {@link #nextBalance} was computed (kernel: nohz.needs_update). */
    public boolean needsUpdate;
    /** When idle CPUs are balanced next (kernel: nohz.next_balance). */
    public long nextBalance;
    /** When blocked load is updated next (kernel: nohz.next_blocked). */
    public long nextBlocked;

    private final Balancer balancer;
    private final Scheduler sched;
    private final SchedTopology topology;

    NohzBalance(Balancer balancer) {
        this.balancer = balancer;
        sched = balancer.sched;
        topology = sched.topology;
        idleCpusMask = new CpuMask(sched.nrCpus());
    }

    // ---- entering and leaving ----

    /** The tick of an idle CPU is stopped (kernel 7.2: nohz_balance_enter_idle()). */
    public void nohzBalanceEnterIdle(RunQueue rq) {
        if (!topology.active.test(rq.cpu)) {
            return;
        }
        rq.hasBlockedLoad = true;
        if (!rq.nohzTickStopped) {
            if (topology.sd[rq.cpu] == null) {
                return;
            }
            rq.nohzTickStopped = true;
            idleCpusMask.set(rq.cpu);
            setCpuSdStateIdle(rq.cpu);
            needsUpdate = true;
        }
        hasBlockedLoad = true;
    }

    /** The first busy tick after idle (kernel 7.2: nohz_balance_exit_idle()). */
    public void nohzBalanceExitIdle(RunQueue rq) {
        if (!rq.nohzTickStopped) {
            return;
        }
        rq.nohzTickStopped = false;
        idleCpusMask.clear(rq.cpu);
        setCpuSdStateBusy(rq.cpu);
    }

    private void setCpuSdStateIdle(int cpu) {
        SchedDomain llc = topology.sdLlc[cpu];
        if (llc != null && llc.shared != null && !llc.nohzIdle) {
            llc.nohzIdle = true;
            llc.shared.nrBusyCpus--;
        }
    }

    private void setCpuSdStateBusy(int cpu) {
        SchedDomain llc = topology.sdLlc[cpu];
        if (llc != null && llc.shared != null && llc.nohzIdle) {
            llc.nohzIdle = false;
            llc.shared.nrBusyCpus++;
        }
    }

    // ---- kicking ----

    /** Decides in a tick whether an idle CPU should balance for the stopped ones (kernel 7.2: nohz_balancer_kick()). */
    public void nohzBalancerKick(RunQueue rq) {
        if (rq.idleBalance) {
            decided(rq, Kick.IDLE_TICK);
            return;
        }
        nohzBalanceExitIdle(rq);
        int flags = 0;
        if (hasBlockedLoad && sched.jiffies - nextBlocked > 0) {
            flags = NOHZ_STATS_KICK;
        }
        Kick why = Kick.TOO_EARLY;
        if (sched.jiffies - nextBalance >= 0) {
            if (idleCpusMask.isEmpty()) {
                decided(rq, Kick.NOBODY_STOPPED);
                return;
            }
            why = needed(rq);
            if (kicks(rq, why)) {
                flags = NOHZ_STATS_KICK | NOHZ_BALANCE_KICK;
            }
        }
        decided(rq, why);
        if (needsUpdate) {
            flags |= NOHZ_NEXT_KICK;
        }
        if (flags != 0) {
            kickIlb(rq, flags);
        }
    }

    /** The first reason that applies; the last two also stand for not kicking. */
    private Kick needed(RunQueue rq) {
        if (rq.nrRunning >= 2) {
            return Kick.NR_RUNNING;
        }
        SchedDomain sd = topology.sd[rq.cpu];
        if (sd != null && rq.cfs.hNrRunnable >= 1 && Loads.checkCpuCapacity(rq, sd)) {
            return Kick.REDUCED_CAPACITY;
        }
        SchedDomain packing = topology.sdAsymPacking[rq.cpu];
        if (packing != null && preferredCpuStopped(packing, rq.cpu)) {
            return Kick.ASYM_PACKING;
        }
        return topology.sdAsymCpucapacity[rq.cpu] != null ? Kick.ASYM_CAPACITY : Kick.LLC_BUSY_OR_NONE;
    }

    private boolean kicks(RunQueue rq, Kick why) {
        switch (why) {
            case ASYM_CAPACITY:
                return Misfit.checkMisfitStatus(rq);
            case LLC_BUSY_OR_NONE: {
                SchedDomainShared shared = topology.sdBalanceShared[rq.cpu];
                return shared != null && shared.nrBusyCpus > 1;
            }
            default:
                return true;
        }
    }

    private boolean preferredCpuStopped(SchedDomain packing, int cpu) {
        for (int c = idleCpusMask.first(); c >= 0; c = idleCpusMask.next(c + 1)) {
            if (packing.span.test(c) && balancer.asym.schedAsym(packing, c, cpu)) {
                return true;
            }
        }
        return false;
    }

    /** Kernel 7.2: kick_ilb(). */
    private void kickIlb(RunQueue rq, int flags) {
        if ((flags & NOHZ_BALANCE_KICK) != 0) {
            nextBalance = sched.jiffies + 1;
        }
        int ilbCpu = findNewIlb(rq.cpu);
        if (ilbCpu < 0) {
            return;
        }
        RunQueue ilb = sched.rq[ilbCpu];
        int pending = ilb.nohzFlags;
        if ((pending & flags) == flags) {
            return;
        }
        ilb.nohzFlags = pending | flags;
        if ((pending & NOHZ_KICK_MASK) == 0) {
            balancer.host.nohzIpi(ilb);
        }
    }

    /** The first stopped CPU that is idle, other than this one; -1: none (kernel 7.2: find_new_ilb()). */
    private int findNewIlb(int thisCpu) {
        for (int cpu = idleCpusMask.first(); cpu >= 0; cpu = idleCpusMask.next(cpu + 1)) {
            if (cpu != thisCpu && sched.rq[cpu].idleCpu()) {
                return cpu;
            }
        }
        return -1;
    }

    /**
     * The interrupt arrived: takes the flags, and balances in the softirq if the CPU is still idle (kernel 7.2:
     * nohz_csd_func()).
     */
    public void nohzCsdFunc(RunQueue rq) {
        int flags = rq.nohzFlags & (NOHZ_KICK_MASK | NOHZ_NEWILB_KICK);
        rq.nohzFlags &= ~flags;
        rq.idleBalance = rq.idleCpu();
        if (rq.idleBalance) {
            rq.nohzIdleBalance = flags;
            balancer.host.raiseSchedSoftirq(rq);
        }
    }

    // ---- balancing ----

    /** Kernel 7.2: nohz_idle_balance(). Returns whether it was done, so that nothing else is. */
    boolean nohzIdleBalance(RunQueue rq, CpuIdleType idle) {
        int flags = rq.nohzIdleBalance;
        if (flags == 0) {
            return false;
        }
        rq.nohzIdleBalance = 0;
        if (idle != CpuIdleType.IDLE) {
            return false;
        }
        nohzIdleBalance(rq, flags);
        return true;
    }

    /** Balances, or only updates, all stopped CPUs, this one last (kernel 7.2: _nohz_idle_balance()). */
    public void nohzIdleBalance(RunQueue thisRq, int flags) {
        long now = sched.jiffies;
        long next = now + 60L * balancer.timing.hz();
        boolean updateNext = false;
        boolean blockedLoadLeft = false;
        boolean stats = (flags & NOHZ_STATS_KICK) != 0;
        if (stats) {
            hasBlockedLoad = false;
        }
        if ((flags & NOHZ_NEXT_KICK) != 0) {
            needsUpdate = false;
        }
        int cpu = thisRq.cpu;
        for (int left = idleCpusMask.weight(); left > 0; left--) {
            cpu = idleCpusMask.next(cpu + 1);
            if (cpu < 0) {
                cpu = idleCpusMask.first();
            }
            if (!sched.rq[cpu].idleCpu()) {
                continue;
            }
            if (!thisRq.idleCpu() && balancer.host.needResched(thisRq)) {
                hasBlockedLoad |= stats;
                needsUpdate |= (flags & NOHZ_NEXT_KICK) != 0;
                return;
            }
            RunQueue rq = sched.rq[cpu];
            if (stats) {
                blockedLoadLeft |= updateNohzStats(rq);
            }
            if (now - rq.nextBalance >= 0) {
                balancer.host.updateRqClock(rq);
                if ((flags & NOHZ_BALANCE_KICK) != 0) {
                    balancer.periodic.schedBalanceDomains(rq, CpuIdleType.IDLE);
                }
            }
            if (next - rq.nextBalance > 0) {
                next = rq.nextBalance;
                updateNext = true;
            }
        }
        if (updateNext) {
            nextBalance = next;
        }
        if (stats) {
            nextBlocked = now + balancer.timing.msecsToJiffies(LOAD_AVG_PERIOD);
        }
        hasBlockedLoad |= blockedLoadLeft;
    }

    /** Kernel 7.2: update_nohz_stats(). Returns whether the CPU still has blocked load. */
    private boolean updateNohzStats(RunQueue rq) {
        if (!rq.hasBlockedLoad || !idleCpusMask.test(rq.cpu)) {
            return false;
        }
        if (sched.jiffies - rq.lastBlockedLoadUpdateTick <= 0) {
            return true;
        }
        balancer.host.updateBlockedAverages(rq);
        return rq.hasBlockedLoad;
    }

    /**
     * A CPU found no work: it may update the blocked load of others before it sleeps (kernel 7.2:
     * nohz_newidle_balance()).
     */
    void nohzNewidleBalance(RunQueue rq) {
        if (rq.avgIdle < balancer.tunables.migrationCost) {
            return;
        }
        if (!hasBlockedLoad || sched.jiffies - nextBlocked < 0) {
            return;
        }
        rq.nohzFlags |= NOHZ_NEWILB_KICK;
    }

    /** Called by the idle loop before it sleeps (kernel 7.2: nohz_run_idle_balance()). */
    public void nohzRunIdleBalance(RunQueue rq) {
        int flags = rq.nohzFlags;
        rq.nohzFlags = flags & ~NOHZ_NEWILB_KICK;
        if (flags == NOHZ_NEWILB_KICK && !balancer.host.needResched(rq)) {
            nohzIdleBalance(rq, NOHZ_STATS_KICK);
        }
    }

    private void decided(RunQueue rq, Kick why) {
        if (balancer.observer != null) {
            balancer.observer.kick(rq, why);
        }
    }
}
