// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;

/**
 * One call of CPU selection: who asks, and from where (inputs); which rules decided and how much was looked at (outcome).
 * Reused from call to call; allocates nothing unless a {@link Ladder} listens.
 */
public final class Selection {

    /** How averages are brought up to date where the kernel does so before a decision. */
    public interface LoadTracking {

        /** Kernel 7.2: sync_entity_load_avg(). */
        void syncEntityLoadAvg(Scheduler sched, Task p);
    }

    public final Scheduler sched;
    public final SchedTopology topology;
    /** Run queue of each CPU. */
    public final RunQueue[] rq;

    /** CPU that executes the selection (kernel: smp_processor_id()). */
    public int thisCpu;
    /** Task running on {@link #thisCpu}: the waker; the idle task in an interrupt on an idle CPU (kernel: current). */
    public Task current;
    /** Task context, not interrupt or softirq (kernel: in_task()). */
    public boolean inTask;

    /** WF_SYNC as the policy honours it in this call; set by the policy for its inner steps. */
    public boolean sync;

    /** Scratch for the candidates of a scan (kernel: select_rq_mask). */
    public final CpuMask selectRqMask;

    /** Rule that decided the affine comparison, or null if none was made. */
    public Rule affineRule;
    /** Rule that decided the CPU. */
    public Rule finalRule;
    /** CPUs whose idleness was examined. */
    public int scanned;

    private final LoadTracking loadTracking;
    private Ladder ladder;

    /** Selection over a stated state: averages are final as they stand. */
    public Selection(Scheduler sched) {
        this(sched, null);
    }

    /** Selection inside a simulation in which time passes. */
    public Selection(Scheduler sched, LoadTracking loadTracking) {
        this.sched = sched;
        this.loadTracking = loadTracking;
        this.topology = sched.topology;
        this.rq = sched.rq;
        this.selectRqMask = new CpuMask(sched.nrCpus());
    }

    /** Another call on the same state, for somebody who asks a second policy beside the first. */
    public Selection twin() {
        return new Selection(sched, loadTracking);
    }

    /** Starts a new call; forgets the outcome of the previous one. {@code ladder} may be null. */
    public void begin(int cpu, Task waker, boolean taskContext, Ladder listener) {
        thisCpu = cpu;
        current = waker;
        inTask = taskContext;
        ladder = listener;
        affineRule = null;
        finalRule = null;
        scanned = 0;
        sync = false;
    }

    /**
     * Kernel 7.2: sync_entity_load_avg(): decays a sleeping task's averages to the last update of the queue it slept on.
     * A state that was stated, not simulated, is up to date already: nothing has passed since.
     */
    public void syncEntityLoadAvg(Task p) {
        if (loadTracking != null) {
            loadTracking.syncEntityLoadAvg(sched, p);
        }
    }

    /** Kernel 7.2: available_idle_cpu(): idle, and not a preempted virtual CPU (never, on bare metal). */
    public boolean availableIdleCpu(int cpu) {
        boolean idle = rq[cpu].idleCpu();
        scanned++;
        if (ladder != null) {
            ladder.probe(cpu, idle);
        }
        return idle;
    }

    /** Whether a ladder listens; guards work that is only done for it. */
    public boolean listening() {
        return ladder != null;
    }

    /** Enters a rung: what follows is recorded under it. */
    public void ask(Rung rung) {
        if (ladder != null) {
            ladder.ask(rung);
        }
    }

    /** Records a quantity the current rung depends on. */
    public void saw(String what, long value) {
        if (ladder != null) {
            ladder.saw(what, value);
        }
    }

    /** Records a condition the current rung depends on. */
    public void saw(String what, boolean value) {
        if (ladder != null) {
            ladder.saw(what, value);
        }
    }

    /** Records the set of CPUs the current rung looks through; copied only while a ladder listens. */
    public void saw(String what, CpuMask cpus) {
        if (ladder != null) {
            ladder.saw(what, cpus.toString());
        }
    }

    /** Records the current rung's answer in words. */
    public void answer(String outcome) {
        if (ladder != null) {
            ladder.answer(outcome);
        }
    }

    /** The affine comparison is decided by {@code rule}; returns {@code cpu}. */
    public int affine(Rule rule, int cpu) {
        affineRule = rule;
        if (ladder != null) {
            ladder.decide(rule, cpu);
        }
        return cpu;
    }

    /** The CPU is decided by {@code rule}; returns {@code cpu}. */
    public int decide(Rule rule, int cpu) {
        finalRule = rule;
        if (ladder != null) {
            ladder.decide(rule, cpu);
        }
        return cpu;
    }

    /** {@code AFFINE|FINAL}, or {@code FINAL} alone if no affine comparison was made. */
    public String by() {
        String last = finalRule == null ? "?" : finalRule.label();
        return affineRule == null ? last : affineRule.label() + "|" + last;
    }
}
