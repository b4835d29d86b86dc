// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.ipc.Kernel;
import org.wakespec.simulator.ipc.Operation;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.runqueue.EnqueueFlags;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;

/**
 * The threads that move running tasks by preempting them (kernel 7.2: migration/N, the stop class). They run as real-time
 * tasks of their CPU.
 */
final class Stoppers {

    private final SimKernel k;
    private final long workNs;
    private final SimTask[] stopper;
    private final boolean[] balance;
    private final SimTask[] toMove;

    Stoppers(SimKernel k, CostModel costs) {
        this.k = k;
        workNs = costs.of(Cost.MIGRATE);
        int n = k.sched.nrCpus();
        stopper = new SimTask[n];
        balance = new boolean[n];
        toMove = new SimTask[n];
    }

    /** Makes the thread of each CPU. */
    void create() {
        for (int cpu = 0; cpu < stopper.length; cpu++) {
            String name = "migration/" + cpu;
            int index = k.nextIndex(name);
            Task p = new Task(index + 1, name, CpuMask.of(stopper.length, cpu));
            p.policy = SchedPolicy.FIFO;
            p.kthread = true;
            p.kthreadIsPerCpu = true;
            p.cpu = cpu;
            p.wakeCpu = cpu;
            SimTask w = new SimTask(p, api -> {}, index);
            w.op = new Work(cpu);
            w.segment = SimTask.KERNEL;
            w.state = SimTask.SLEEPING;
            k.register(w);
            stopper[cpu] = w;
        }
    }

    /** Asks for the push of the balancer. */
    void activeBalance(SimCpu c) {
        balance[c.cpu] = true;
        queue(c);
    }

    /** Asks for a move of a task that runs there now, or is on the CPU's wake list. The last destination asked for counts. */
    void move(SimCpu c, SimTask w, int dest) {
        w.moveTo = dest;
        if (!isToMove(c, w)) {
            w.moveNext = toMove[c.cpu];
            toMove[c.cpu] = w;
        }
        queue(c);
    }

    private boolean isToMove(SimCpu c, SimTask w) {
        SimTask t = toMove[c.cpu];
        while (t != null && t != w) {
            t = t.moveNext;
        }
        return t == w;
    }

    /** A task that was to be moved away may stay after all. */
    void stay(SimCpu c, SimTask w) {
        if (isToMove(c, w)) {
            w.moveTo = c.cpu;
        }
    }

    private void queue(SimCpu c) {
        SimTask w = stopper[c.cpu];
        if (w.state != SimTask.SLEEPING) {
            return;
        }
        w.state = SimTask.RUNNING;
        w.runnableSince = -1;
        k.awake++;
        if (w.task.onRq) {
            return;
        }
        RunQueue rq = c.rq;
        rq.updateClock();
        rq.activateTask(w.task, EnqueueFlags.ENQUEUE_WAKEUP);
        rq.wakeupPreempt(w.task, 0);
    }

    private final class Work implements Operation {

        private final int cpu;

        Work(int cpu) {
            this.cpu = cpu;
        }

        @Override
        public void advance(Kernel kernel, SimTask w) {
            if (w.phase == 0) {
                w.phase = 1;
                kernel.work(workNs);
                return;
            }
            if (w.phase == 1) {
                work();
            }
            if (balance[cpu] || toMove[cpu] != null) {
                w.phase = 1;
                kernel.work(workNs);
                return;
            }
            w.phase = 0;
            kernel.sleep(0, 0);
        }

        private void work() {
            RunQueue rq = k.sched.rq[cpu];
            if (balance[cpu]) {
                balance[cpu] = false;
                Task moved = k.balancing.balancer().activeLoadBalanceCpuStop(rq);
                k.counters.balanceMoved += moved == null ? 0 : 1;
            }
            while (toMove[cpu] != null) {
                SimTask w = toMove[cpu];
                toMove[cpu] = w.moveNext;
                w.moveNext = null;
                Task p = w.task;
                if (w.state == SimTask.WAKING && p.cpu == cpu) {
                    // it may still be on the wake list (kernel 7.2: migration_cpu_stop())
                    k.wakeups.flush(k.cpus[cpu]);
                }
                if (p.onRq && p.cpu == cpu && w.moveTo != cpu && p.cpusPtr.test(w.moveTo)) {
                    k.wakeups.migrated(w, w.moveTo);
                    k.sched.core.moveQueuedTask(p, w.moveTo);
                }
            }
        }

        @Override
        public String name() {
            return "moving tasks";
        }
    }
}
