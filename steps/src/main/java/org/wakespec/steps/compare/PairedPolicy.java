// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.compare;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.steps.compare.StateInWords.Difference;

/**
 * A policy that decides as the candidate does, and beside it asks the base policy for every decision: on the same state,
 * with all side effects undone. For whoever looks on from outside nothing but time tells it from the candidate.
 */
public final class PairedPolicy implements PlacementPolicy {

    private final PlacementPolicy candidate;
    private final PlacementPolicy base;
    private final Pairs pairs;
    private final StateInWords words;

    private Selection beside;
    private SideEffects before;
    private SideEffects after;
    private Difference last;

    /**
     * @param candidate decides; an instance of its own
     * @param base is asked beside it; an instance of its own
     * @param pairs takes the differences
     * @param words puts the states of differences into steps; null: nobody does
     */
    public PairedPolicy(PlacementPolicy candidate, PlacementPolicy base, Pairs pairs, StateInWords words) {
        this.candidate = candidate;
        this.base = base;
        this.pairs = pairs;
        this.words = words;
    }

    /** An empty log for two policies. */
    public static Pairs log(PlacementPolicy candidate, PlacementPolicy base) {
        return new Pairs(base.info().id(), candidate.info().id());
    }

    @Override
    public PolicyInfo info() {
        return candidate.info();
    }

    /** The difference in the last decision, or null. */
    public Difference last() {
        return last;
    }

    @Override
    public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
        if (beside == null || beside.sched != s.sched) {
            beside = s.twin();
            before = new SideEffects(s.topology);
            after = new SideEffects(s.topology);
            pairs.on(s.topology.machine.name());
        }
        before.save(s, p);
        beside.begin(s.thisCpu, s.current, s.inTask, null);
        int baseAnswer = base.selectTaskRq(beside, p, prevCpu, wakeFlags);
        before.restore();
        int answer = candidate.selectTaskRq(s, p, prevCpu, wakeFlags);
        last = null;
        if (baseAnswer == answer) {
            pairs.same();
            return answer;
        }
        int baseCpu = usable(s, p, baseAnswer);
        int cpu = usable(s, p, answer);
        if (baseCpu == cpu) {
            pairs.same();
            return answer;
        }
        after.save(s, p);
        before.restore();
        note(s, p, prevCpu, wakeFlags, baseCpu, cpu);
        after.restore();
        return answer;
    }

    private void note(Selection s, Task p, int prevCpu, int wakeFlags, int baseCpu, int cpu) {
        Facts facts = Facts.of(s, p, prevCpu, wakeFlags, baseCpu, cpu);
        last = new Difference(facts, baseCpu, beside.by(), cpu, s.by());
        if (pairs.different(facts, baseCpu, beside.by(), cpu, s.by()) && words != null) {
            List<String> steps = words.tell(s, p, prevCpu, wakeFlags, last);
            if (!steps.isEmpty()) {
                pairs.inWords(facts, steps);
            }
        }
    }

    /** What the core makes of an answer (kernel 7.2: is_cpu_allowed(), select_fallback_rq()), without widening an affinity. */
    private static int usable(Selection s, Task p, int cpu) {
        SchedTopology t = s.topology;
        if (p.cpusPtr.test(cpu) && t.active.test(cpu)) {
            return cpu;
        }
        CpuMask node = t.nodeMask[t.cpuToNode[p.cpu]];
        for (int c = node.first(); c >= 0; c = node.next(c + 1)) {
            if (p.cpusPtr.test(c) && t.active.test(c)) {
                return c;
            }
        }
        for (int c = p.cpusPtr.first(); c >= 0; c = p.cpusPtr.next(c + 1)) {
            if (t.active.test(c)) {
                return c;
            }
        }
        return t.active.first();
    }
}
