// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedTopology;

/** What one balance pass works on (kernel 7.2: struct lb_env). One object serves all passes. */
public final class LbEnv {

    /** No task seen so far may run on the destination. */
    public static final int LBF_ALL_PINNED = 0x01;
    /** Detaching was interrupted to let others have the lock. */
    public static final int LBF_NEED_BREAK = 0x02;
    /** A task may not run on the destination, but on {@link #newDstCpu}. */
    public static final int LBF_DST_PINNED = 0x04;
    /** Affinity kept a task from being moved. */
    public static final int LBF_SOME_PINNED = 0x08;
    /** The running task of the source is pushed. */
    public static final int LBF_ACTIVE_LB = 0x10;
    /** A task was spared because it would lose its preferred LLC. */
    public static final int LBF_LLC_PINNED = 0x20;

    /** Tasks looked at before detaching is interrupted (kernel: SCHED_NR_MIGRATE_BREAK). */
    public static final int SCHED_NR_MIGRATE_BREAK = 32;

    public SchedDomain sd;
    public RunQueue srcRq;
    public int srcCpu;
    public RunQueue dstRq;
    public int dstCpu;
    /** CPUs of the local group that may take tasks instead of the destination. */
    public CpuMask dstGrpmask;

    public int newDstCpu;
    public CpuIdleType idle;
    /** How much to move, in the unit of {@link #migrationType}. */
    public long imbalance;

    public MigrationType migrationType;
    /** CPUs the pass considers: the domain's active ones, less those dropped. */
    public final CpuMask cpus;
    /** LBF_ flags. */
    public int flags;

    public int loop;
    public int loopBreak;
    public int loopMax;

    /** Detached tasks, the last one first; linked by {@link Task#groupNext}. */
    private Task tasks;

    LbEnv(int nrCpus) {
        cpus = new CpuMask(nrCpus);
    }

    /** Starts a pass of {@code dst} over {@code domain}. */
    public void begin(SchedTopology topology, RunQueue[] rq, SchedDomain domain, int dst, CpuIdleType type) {
        sd = domain;
        srcRq = null;
        srcCpu = -1;
        dstCpu = dst;
        dstRq = rq[dst];
        dstGrpmask = domain.groups.sgc.balanceMask;
        newDstCpu = -1;
        idle = type;
        imbalance = 0;
        migrationType = MigrationType.LOAD;
        cpus.setAnd(domain.span, topology.active);
        flags = 0;
        restartLoop();
        loopMax = 0;
        tasks = null;
    }

    void setSource(RunQueue rq) {
        srcRq = rq;
        srcCpu = rq.cpu;
    }

    void setDestination(RunQueue rq) {
        dstRq = rq;
        dstCpu = rq.cpu;
    }

    void restartLoop() {
        loop = 0;
        loopBreak = SCHED_NR_MIGRATE_BREAK;
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    void set(int flag) {
        flags |= flag;
    }

    void clear(int flag) {
        flags &= ~flag;
    }

    void pushDetached(Task p) {
        p.groupNext = tasks;
        tasks = p;
    }

    Task popDetached() {
        Task p = tasks;
        if (p != null) {
            tasks = p.groupNext;
            p.groupNext = null;
        }
        return p;
    }
}
