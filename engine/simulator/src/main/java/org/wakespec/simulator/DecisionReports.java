// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.TaskPlacement;
import org.wakespec.simulator.wakeup.WakerContext;

/** Tells an observer where tasks are placed, and why; exists only if one wants to know. */
final class DecisionReports {

    private final SimKernel k;
    private final TaskPlacement placement;
    private final SimObserver observer;
    private final String policy;

    DecisionReports(SimKernel k, TaskPlacement placement, SimObserver observer) {
        this.k = k;
        this.placement = placement;
        this.observer = observer;
        policy = placement.policy().info().id();
    }

    /** Where the rungs of the coming selection are recorded; null: nowhere. */
    Ladder ladder(Task p) {
        return observer.wantsLadder(p) ? new Ladder() : null;
    }

    /** The selection that was just made by {@code c}. */
    void placed(SimCpu c, Task p, WakerContext context, int prev, int flags, int cpu, Queued queued, Ladder ladder) {
        int selected = placement.selectedCpu();
        String by =
                selected >= 0 ? placement.selection().by() : placement.path().label();
        report(
                c,
                p,
                context,
                prev,
                flags,
                placement.path(),
                selected,
                cpu,
                by,
                placement.selection().scanned,
                queued,
                ladder);
    }

    /** A wakeup by {@code c} that left the task where it is. */
    void notAsked(SimCpu c, Task p, WakerContext context, int flags, Path path, Queued queued) {
        Ladder ladder = observer.wantsLadder(p) ? new Ladder() : null;
        report(c, p, context, p.cpu, flags, path, -1, p.cpu, path.label(), 0, queued, ladder);
    }

    private void report(
            SimCpu c,
            Task p,
            WakerContext context,
            int prev,
            int flags,
            Path path,
            int selected,
            int cpu,
            String by,
            int scanned,
            Queued queued,
            Ladder ladder) {
        observer.onDecision(
                k.now,
                new Decision(
                        policy, p, c.rq.curr, c.cpu, context, prev, flags, path, selected, cpu, by, scanned, queued,
                        ladder));
    }
}
