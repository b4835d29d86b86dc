// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Decision.Path;

/**
 * Asks a policy for a CPU and replaces an unusable answer (kernel 7.2: select_task_rq() and what it calls, ttwu_queue_cond()).
 * Shared by single wakeups and by simulations; allocates nothing unless a ladder listens.
 */
public final class TaskPlacement {

    private final Scheduler sched;
    private final SchedTopology topology;
    private final PlacementPolicy policy;
    private final Selection selection;
    private final boolean ttwuQueue;
    private int selectedCpu;
    private Path path;

    public TaskPlacement(Scheduler sched, PlacementPolicy policy, Selection selection) {
        this.sched = sched;
        this.topology = sched.topology;
        this.policy = policy;
        this.selection = selection;
        ttwuQueue = sched.config.features().has(SchedFeature.TTWU_QUEUE);
    }

    /** The policy asked. */
    public PlacementPolicy policy() {
        return policy;
    }

    /** The call of CPU selection; holds the outcome of the last one. */
    public Selection selection() {
        return selection;
    }

    /** What the policy returned in the last call, or -1 if it was not asked. */
    public int selectedCpu() {
        return selectedCpu;
    }

    /** How the last call came to its CPU. */
    public Path path() {
        return path;
    }

    /**
     * Kernel 7.2: select_task_rq().
     *
     * @param start the CPU the search starts at
     * @param current the task running on {@code thisCpu}
     * @param inTask task context
     * @param flags {@link WakeFlags}
     * @param ladder records the questions asked; may be null
     * @return the CPU the task goes to
     */
    public int selectTaskRq(Task p, int start, int thisCpu, Task current, boolean inTask, int flags, Ladder ladder) {
        int cpu;
        selectedCpu = -1;
        selection.begin(thisCpu, current, inTask, ladder);
        if (p.nrCpusAllowed > 1 && !p.migrationDisabled) {
            cpu = policy.selectTaskRq(selection, p, start, flags);
            selectedCpu = cpu;
            path = Path.SELECTED;
        } else {
            cpu = p.cpusPtr.first();
            path = Path.PINNED;
        }
        if (!isCpuAllowed(p, cpu)) {
            cpu = selectFallbackRq(p.cpu, p);
            path = Path.FALLBACK;
        }
        return cpu;
    }

    /**
     * The selection of an exec, which has neither the shortcut for a task with one allowed CPU nor a fallback (kernel 7.2:
     * sched_exec()).
     *
     * @return the selected CPU if the task moves there, else {@code thisCpu}
     */
    public int selectExec(Task p, int thisCpu, Ladder ladder) {
        selection.begin(thisCpu, p, true, ladder);
        selectedCpu = policy.selectTaskRq(selection, p, p.cpu, WakeFlags.WF_EXEC);
        boolean moves = selectedCpu != thisCpu && topology.active.test(selectedCpu) && isCpuAllowed(p, selectedCpu);
        path = moves ? Path.SELECTED : Path.EXEC_STAYS;
        return moves ? selectedCpu : thisCpu;
    }

    /** Kernel 7.2: is_cpu_allowed(). CPUs on their way down are not modelled: online and active are the same. */
    public boolean isCpuAllowed(Task p, int cpu) {
        return p.cpusPtr.test(cpu) && topology.active.test(cpu);
    }

    /** Kernel 7.2: select_fallback_rq(): first usable CPU of the node, else of the affinity, else of the machine. */
    public int selectFallbackRq(int cpu, Task p) {
        CpuMask node = topology.nodeMask[topology.cpuToNode[cpu]];
        for (int c = node.first(); c >= 0; c = node.next(c + 1)) {
            if (isCpuAllowed(p, c)) {
                return c;
            }
        }
        for (int c = p.cpusPtr.first(); c >= 0; c = p.cpusPtr.next(c + 1)) {
            if (isCpuAllowed(p, c)) {
                return c;
            }
        }
        // no allowed CPU is usable: the affinity is widened to the cpuset's, here the whole machine
        p.setCpusAllowed(CpuMask.all(sched.nrCpus()));
        return topology.active.first();
    }

    /**
     * Kernel 7.2: ttwu_queue_cond(), and the feature TTWU_QUEUE: whether the target enqueues the task itself. Until 5.19 a
     * CPU that shares the waker's cache did so only for a task it was just switching away from.
     */
    public boolean ttwuQueueCond(Task p, int cpu, int thisCpu) {
        if (!ttwuQueue || !topology.active.test(cpu) || !p.cpusPtr.test(cpu)) {
            return false;
        }
        if (!topology.cpusShareCache(thisCpu, cpu)) {
            return true;
        }
        if (!p.onCpu && !sched.config.wakeListToIdle()) {
            return false;
        }
        return cpu != thisCpu && sched.rq[cpu].nrRunning == 0;
    }
}
