// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedTopology;

/** Notes where a decision used a shortest or longest slice that is not the true one. */
public final class SliceReads extends SchedParts {

    /** Pairs of the value used and the true one, in order. */
    public final List<List<Long>> minSlice = new ArrayList<>();

    public final List<List<Long>> maxSlice = new ArrayList<>();

    /** A scheduler that notes its reads here. */
    public Scheduler scheduler(SchedTopology topology, KernelConfig config) {
        return new Scheduler(topology, config, this);
    }

    public void clear() {
        minSlice.clear();
        maxSlice.clear();
    }

    @Override
    FairQueue newFairQueue(RunQueue rq, KernelConfig config, long baseSlice) {
        return new FairQueue(rq, config, baseSlice, this) {
            @Override
            long minSlice() {
                long used = super.minSlice();
                long least = curr != null && curr.seOnRq ? curr.slice : Long.MAX_VALUE;
                for (Task se = firstEntity(); se != null; se = nextEntity(se)) {
                    least = Math.min(least, se.slice);
                }
                note(minSlice, used, least);
                return used;
            }

            @Override
            long maxSlice() {
                long used = super.maxSlice();
                long most = curr != null && curr.seOnRq ? curr.slice : 0;
                for (Task se = firstEntity(); se != null; se = nextEntity(se)) {
                    most = Math.max(most, se.slice);
                }
                note(maxSlice, used, most);
                return used;
            }
        };
    }

    private static void note(List<List<Long>> reads, long used, long real) {
        if (used != real) {
            reads.add(List.of(used, real));
        }
    }
}
