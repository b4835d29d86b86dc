// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import org.wakespec.simulator.task.Task;

/** Makes the parts of a run queue. The one seam at which a test can put in a part with a rule broken on purpose. */
class SchedParts {

    static final SchedParts KERNEL = new SchedParts();

    Pelt pelt() {
        return Pelt.KERNEL;
    }

    EntityTree newTree() {
        return new EntityTree();
    }

    FairLoad newFairLoad(FairQueue cfs, KernelConfig config) {
        return new FairLoad(cfs, config, pelt());
    }

    FairQueue newFairQueue(RunQueue rq, KernelConfig config, long baseSlice) {
        return new FairQueue(rq, config, baseSlice, this);
    }

    FairClass newFairClass(RunQueue rq, KernelConfig config) {
        return new FairClass(rq, config);
    }

    RunQueue newRunQueue(Scheduler sched, int cpu, Task idle, long capacity) {
        return new RunQueue(sched, cpu, idle, capacity, this);
    }

    SchedCore newCore(Scheduler sched) {
        return new SchedCore(sched);
    }
}
