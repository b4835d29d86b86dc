// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SdFlag;

/** Preferring some CPUs over others (kernel 7.2: SD_ASYM_PACKING and what belongs to it). */
public final class AsymPacking {

    private final Scheduler sched;
    /** Priority of each CPU, the higher the more preferred (kernel: arch_asym_cpu_priority()). */
    private final int[] priority;

    AsymPacking(Scheduler sched) {
        this.sched = sched;
        priority = new int[sched.nrCpus()];
        for (int cpu = 0; cpu < priority.length; cpu++) {
            priority[cpu] = sched.topology.machine == null ? -cpu : sched.topology.machine.asymPriority(cpu);
        }
    }

    /** Sets the priority of a CPU; without one, and without a machine that has ranks, lower numbers are preferred. */
    public void setPriority(int cpu, int value) {
        priority[cpu] = value;
    }

    /** Kernel 7.2: sched_asym_prefer(). */
    boolean schedAsymPrefer(int a, int b) {
        return priority[a] > priority[b];
    }

    /**
     * Priorities count for this CPU: always within a core, above only if its siblings are idle (kernel 7.2:
     * sched_use_asym_prio()).
     */
    boolean schedUseAsymPrio(SchedDomain sd, int cpu) {
        if (!sd.has(SdFlag.SD_ASYM_PACKING)) {
            return false;
        }
        return !sched.topology.smtActive || sd.has(SdFlag.SD_SHARE_CPUCAPACITY) || isCoreIdle(cpu);
    }

    /** Kernel 7.2: sched_asym(). */
    boolean schedAsym(SchedDomain sd, int dstCpu, int srcCpu) {
        return schedUseAsymPrio(sd, dstCpu) && schedAsymPrefer(dstCpu, srcCpu);
    }

    /** Whether all siblings are idle; the CPU itself is not asked (kernel 7.2: is_core_idle()). */
    boolean isCoreIdle(int cpu) {
        CpuMask siblings = sched.topology.smtMask[cpu];
        RunQueue[] rq = sched.rq;
        for (int c = siblings.first(); c >= 0; c = siblings.next(c + 1)) {
            if (c != cpu && !rq[c].idleCpu()) {
                return false;
            }
        }
        return true;
    }
}
