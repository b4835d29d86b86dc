// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;
import org.wakespec.simulator.wakeup.Rule;
import org.wakespec.simulator.wakeup.Rung;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * The rule sched_ext uses when a BPF scheduler brings none (kernel 7.1: scx_select_cpu_dfl(), one idle mask for the machine).
 * The search is centred on the previous CPU; a sync wakee from another LLC is stacked on the waker's CPU as long as some CPU of
 * the machine is idle; wake_wide, loads and reciprocity play no part. Reconstructed from a description, as a comparison.
 */
public final class ScxDefault implements PlacementPolicy {

    private static final int NONE = -1;

    static final Rung SELECT_CPU_DFL = new Rung("scx_select_cpu_dfl", 0, "where does the task go?");
    static final Rung SYNC_PREV = new Rung("scx_sync_prev", 1, "sync: is prev idle, and in the waker's LLC?");
    static final Rung SYNC_WAKER =
            new Rung("scx_sync_waker", 1, "sync: does nothing wait on the waker's CPU while some CPU is idle?");
    static final Rung IDLE_CORE =
            new Rung("scx_idle_core", 1, "is there an idle core: prev's, in its LLC, its node, anywhere?");
    static final Rung IDLE_CPU =
            new Rung("scx_idle_cpu", 1, "is there an idle CPU: prev, its sibling, its LLC, its node, anywhere?");

    static final Rule TAKE_SYNC_PREV = new Rule("scx:sync-prev", "sync: the idle previous CPU in the waker's LLC");
    static final Rule TAKE_SYNC_WAKER = new Rule("scx:sync-waker", "sync: the waker's CPU, nothing waits there");
    static final Rule TAKE_PREV_CORE = new Rule("scx:prev-core", "prev's core is idle");
    static final Rule TAKE_CORE = new Rule("scx:idle-core", "an idle core near prev");
    static final Rule TAKE_PREV = new Rule("scx:prev-idle", "prev is idle");
    static final Rule TAKE_CPU = new Rule("scx:idle-cpu", "an idle CPU near prev");
    static final Rule FALLBACK = new Rule("scx:prev", "no idle CPU: prev");

    private static final PolicyInfo INFO = new PolicyInfo(
            "scx-default",
            List.of("scx-dfl"),
            "sched_ext's built-in CPU selection",
            "sync: idle prev in the waker's LLC, else the waker's CPU; then idle core, then idle CPU, nearest to prev",
            "kernel/sched/ext_idle.c of Linux 7.1, in words",
            Standing.RECONSTRUCTED,
            Scope.PLACEMENT);

    private CpuMask candidates;

    @Override
    public PolicyInfo info() {
        return INFO;
    }

    /** Kernel 7.1: scx_select_cpu_dfl(). Fork and exec go the same way, without the sync steps. */
    @Override
    public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
        s.ask(SELECT_CPU_DFL);
        if (candidates == null || candidates.size() != s.sched.nrCpus()) {
            candidates = new CpuMask(s.sched.nrCpus());
        }
        SchedTopology topology = s.topology;
        if ((wakeFlags & WakeFlags.WF_SYNC) != 0) {
            s.ask(SYNC_PREV);
            if (p.cpusPtr.test(prevCpu) && topology.cpusShareCache(s.thisCpu, prevCpu) && s.availableIdleCpu(prevCpu)) {
                return s.decide(TAKE_SYNC_PREV, prevCpu);
            }
            s.answer("no");
            s.ask(SYNC_WAKER);
            s.saw("nr_running", s.rq[s.thisCpu].nrRunning);
            if (!s.current.exiting && s.rq[s.thisCpu].nrRunning <= 1 && p.cpusPtr.test(s.thisCpu) && anyIdle(s)) {
                return s.decide(TAKE_SYNC_WAKER, s.thisCpu);
            }
            s.answer("no");
        }

        CpuMask llc = llcOf(topology, prevCpu);
        CpuMask node = topology.nodeMask[topology.cpuToNode[prevCpu]];
        if (topology.smtActive) {
            s.ask(IDLE_CORE);
            if (p.cpusPtr.test(prevCpu) && coreIdle(s, prevCpu)) {
                return s.decide(TAKE_PREV_CORE, prevCpu);
            }
            int core = firstIdle(s, p, llc, true);
            if (core == NONE) {
                core = firstIdle(s, p, node, true);
            }
            if (core == NONE) {
                core = firstIdle(s, p, topology.active, true);
            }
            if (core != NONE) {
                return s.decide(TAKE_CORE, core);
            }
            s.answer("no");
        }

        s.ask(IDLE_CPU);
        if (p.cpusPtr.test(prevCpu) && s.availableIdleCpu(prevCpu)) {
            return s.decide(TAKE_PREV, prevCpu);
        }
        int cpu = topology.smtActive ? firstIdle(s, p, topology.smtMask[prevCpu], false) : NONE;
        if (cpu == NONE) {
            cpu = firstIdle(s, p, llc, false);
        }
        if (cpu == NONE) {
            cpu = firstIdle(s, p, node, false);
        }
        if (cpu == NONE) {
            cpu = firstIdle(s, p, topology.active, false);
        }
        if (cpu != NONE) {
            return s.decide(TAKE_CPU, cpu);
        }
        s.answer("no");
        return s.decide(FALLBACK, prevCpu);
    }

    private static CpuMask llcOf(SchedTopology topology, int cpu) {
        SchedDomain llc = topology.sdLlc[cpu];
        return llc == null ? topology.smtMask[cpu] : llc.span;
    }

    private static boolean anyIdle(Selection s) {
        CpuMask active = s.topology.active;
        for (int cpu = active.first(); cpu >= 0; cpu = active.next(cpu + 1)) {
            if (s.rq[cpu].idleCpu()) {
                return true;
            }
        }
        return false;
    }

    private static boolean coreIdle(Selection s, int cpu) {
        CpuMask siblings = s.topology.smtMask[cpu];
        for (int i = siblings.first(); i >= 0; i = siblings.next(i + 1)) {
            if (!s.availableIdleCpu(i)) {
                return false;
            }
        }
        return true;
    }

    private int firstIdle(Selection s, Task p, CpuMask within, boolean wholeCore) {
        candidates.setAnd(within, p.cpusPtr);
        candidates.and(s.topology.active);
        for (int cpu = candidates.first(); cpu >= 0; cpu = candidates.next(cpu + 1)) {
            if (wholeCore ? coreIdle(s, cpu) : s.availableIdleCpu(cpu)) {
                return cpu;
            }
        }
        return NONE;
    }
}
