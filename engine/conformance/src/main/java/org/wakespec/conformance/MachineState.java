// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Selection;

/** The scheduler of one machine, into which one record after another is loaded. */
final class MachineState {

    final Scheduler sched;
    final Selection selection;

    /** Stand-ins for the tasks a record does not describe: one that occupies each CPU. */
    private final Task[] occupant;
    /** A task that is neither the waker nor the wakee. */
    final Task other;

    /** Queues of tasks that a record says live in a task group. */
    final FairQueue wakeeQueue = new FairQueue();

    final FairQueue wakerQueue = new FairQueue();

    private final CpuMask allCpus;
    /** One group of each shared capacity object. */
    private final List<SchedGroup> groups;

    private final List<SchedDomainShared> shared;
    private final long[] loadedCapacity;

    MachineState(SchedTopology topology, KernelConfig config) {
        sched = new Scheduler(topology, config);
        selection = new Selection(sched);
        allCpus = CpuMask.all(sched.nrCpus());
        occupant = new Task[sched.nrCpus()];
        for (int cpu = 0; cpu < occupant.length; cpu++) {
            occupant[cpu] = new Task(100_000 + cpu, "occupant/" + cpu, allCpus);
            occupant[cpu].cpu = cpu;
        }
        other = new Task(99_999, "other", allCpus);
        groups = new ArrayList<>();
        shared = new ArrayList<>();
        collect(topology);
        loadedCapacity = new long[sched.nrCpus()];
        sumGroupCapacities();
    }

    private void collect(SchedTopology topology) {
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (SchedDomain base : topology.sd) {
            for (SchedDomain sd = base; sd != null; sd = sd.parent) {
                if (sd.shared != null && seen.add(sd.shared)) {
                    shared.add(sd.shared);
                }
                SchedGroup group = sd.groups;
                do {
                    if (seen.add(group.sgc)) {
                        groups.add(group);
                    }
                    group = group.next;
                } while (group != sd.groups);
            }
        }
    }

    int nrCpus() {
        return occupant.length;
    }

    CpuMask allCpus() {
        return allCpus;
    }

    /** Every CPU idle, all averages zero, capacities as the machine has them. */
    void reset(long jiffies) {
        sched.jiffies = jiffies;
        for (RunQueue rq : sched.rq) {
            rq.curr = rq.idle;
            rq.nrRunning = 0;
            rq.ttwuPending = false;
            rq.cpuCapacity = sched.topology.archScaleCpuCapacity[rq.cpu];
            rq.idleStamp = 0;
            rq.idleExitLatency = -1;
            rq.cfs.hNrQueued = 0;
            rq.cfs.hNrRunnable = 0;
            rq.cfs.hNrIdle = 0;
            SchedAvg avg = rq.cfs.avg;
            avg.loadAvg = 0;
            avg.runnableAvg = 0;
            avg.utilAvg = 0;
            avg.utilEst = 0;
            rq.cfs.hLoad = 0;
            rq.cfs.lastHLoadUpdate = -1;
            resetIdleTask(rq.idle);
        }
        for (SchedDomainShared object : shared) {
            object.hasIdleCores = false;
            object.nrBusyCpus = 0;
            object.nrIdleScan = 0;
        }
    }

    private static void resetIdleTask(Task idle) {
        idle.wakeeFlips = 0;
        idle.wakeeFlipDecayTs = 0;
        idle.lastWakee = null;
        idle.avg.loadAvg = 0;
        idle.cfsRq = null;
        idle.exiting = false;
    }

    /** The task that stands for whatever runs on the CPU. */
    Task occupant(int cpu) {
        return occupant[cpu];
    }

    /** Makes group capacities agree with the CPUs' (kernel: update_group_capacity). */
    void refreshGroupCapacities() {
        boolean changed = false;
        for (RunQueue rq : sched.rq) {
            changed |= loadedCapacity[rq.cpu] != rq.cpuCapacity;
        }
        if (changed) {
            sumGroupCapacities();
        }
    }

    /** As {@link #refreshGroupCapacities}, but the sums stay those of the recorded domain tree. */
    void refreshGroupExtremes() {
        for (SchedGroup group : groups) {
            long min = Long.MAX_VALUE;
            long max = 0;
            for (int cpu = group.span.first(); cpu >= 0; cpu = group.span.next(cpu + 1)) {
                min = Math.min(min, sched.rq[cpu].cpuCapacity);
                max = Math.max(max, sched.rq[cpu].cpuCapacity);
            }
            group.sgc.minCapacity = min;
            group.sgc.maxCapacity = max;
        }
    }

    private void sumGroupCapacities() {
        for (RunQueue rq : sched.rq) {
            loadedCapacity[rq.cpu] = rq.cpuCapacity;
        }
        for (SchedGroup group : groups) {
            long sum = 0;
            long min = Long.MAX_VALUE;
            long max = 0;
            for (int cpu = group.span.first(); cpu >= 0; cpu = group.span.next(cpu + 1)) {
                long capacity = loadedCapacity[cpu];
                sum += capacity;
                min = Math.min(min, capacity);
                max = Math.max(max, capacity);
            }
            group.sgc.capacity = sum;
            group.sgc.minCapacity = min;
            group.sgc.maxCapacity = max;
        }
    }
}
