// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedTopology;

/**
 * Makes schedulers that note where a shortest or longest slice they read from their trees is not the true one (kernel 7.2:
 * cfs_rq_min_slice(), cfs_rq_max_slice()). For comparisons with recorded reads; other schedulers have nothing of it.
 */
public final class SliceReads extends SchedParts {

    /** The last pair of a value read and the true one, where they differ, of the shortest and of the longest slice. */
    private final Read shortest = new Read();

    private final Read longest = new Read();

    /** One of the two. */
    public static final class Read {

        private boolean stale;
        private long seen;
        private long real;

        private Read() {}

        /** Whether a value that is not the true one was read since the reads were last cleared. */
        public boolean isStale() {
            return stale;
        }

        /** The last such value. */
        public long seen() {
            return seen;
        }

        /** What it should have been. */
        public long real() {
            return real;
        }

        private void note(long value, long trueValue) {
            if (value != trueValue) {
                stale = true;
                seen = value;
                real = trueValue;
            }
        }
    }

    /** A scheduler that notes its reads here. */
    public Scheduler scheduler(SchedTopology topology, KernelConfig config) {
        return new Scheduler(topology, config, this);
    }

    /** Forgets all reads. */
    public void clear() {
        shortest.stale = false;
        longest.stale = false;
    }

    /** The reads of the shortest slice. */
    public Read minSlice() {
        return shortest;
    }

    /** The reads of the longest slice. */
    public Read maxSlice() {
        return longest;
    }

    @Override
    FairQueue newFairQueue(RunQueue rq, KernelConfig config, long baseSlice) {
        return new NotingQueue(rq, config, baseSlice);
    }

    private final class NotingQueue extends FairQueue {

        NotingQueue(RunQueue rq, KernelConfig config, long baseSlice) {
            super(rq, config, baseSlice, SliceReads.this);
        }

        @Override
        long minSlice() {
            long used = super.minSlice();
            long least = curr != null && curr.seOnRq ? curr.slice : Long.MAX_VALUE;
            for (Task se = firstEntity(); se != null; se = nextEntity(se)) {
                least = Math.min(least, se.slice);
            }
            shortest.note(used, least);
            return used;
        }

        @Override
        long maxSlice() {
            long used = super.maxSlice();
            long most = curr != null && curr.seOnRq ? curr.slice : 0;
            for (Task se = firstEntity(); se != null; se = nextEntity(se)) {
                most = Math.max(most, se.slice);
            }
            longest.note(used, most);
            return used;
        }

        /** The kernel reads the shortest slice for the task group that the entity may belong to (enqueue_task_fair()). */
        @Override
        void enqueueEntity(Task se, int flags) {
            super.enqueueEntity(se, flags);
            minSlice();
        }

        /** As at the enqueue, if something is left (kernel 7.2: dequeue_entities()). */
        @Override
        boolean dequeueEntity(Task se, int flags) {
            boolean dequeued = super.dequeueEntity(se, flags);
            if (dequeued && loadWeight != 0) {
                minSlice();
            }
            return dequeued;
        }
    }
}
