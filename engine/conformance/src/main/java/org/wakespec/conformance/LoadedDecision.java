// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.Selection;

/** A golden decision in the simulator's objects, ready to be asked, as often as wanted. */
public final class LoadedDecision {

    /** Any instant will do: nothing but the age of the flip counter depends on it. */
    private static final long JIFFIES = 10_000_000;

    private final DecisionRecord record;
    private final MachineState state;
    private final Selection selection;
    private final Task p;
    private final Task current;
    private final boolean inTask;
    private final int thisCpu;
    private final int prevCpu;
    private final int wakeFlags;
    /** Shared objects whose flag is part of the outcome, with their keys in the record. */
    private final String[] sharedKeys;

    private final SchedDomainShared[] shared;

    private final int recentUsedCpu;
    private final int wakeeFlips;
    private final long wakeeFlipDecayTs;
    private final Task lastWakee;
    private final boolean[] hasIdleCores;

    LoadedDecision(DecisionRecord record, MachineState state) {
        this.record = record;
        this.state = state;
        this.selection = state.selection;
        this.thisCpu = checked(record.thisCpu, "this_cpu");
        this.prevCpu = checked(record.prevCpu, "prev_cpu");
        this.wakeFlags = record.wakeFlags;
        this.inTask = record.inTask;
        state.reset(JIFFIES);
        loadCpus();
        p = loadWakee();
        current = record.isExec() ? p : loadWaker();
        linkWakees();
        occupyThisCpu();
        state.refreshGroupCapacities();

        Map<String, SchedDomainShared> objects = loadShared();
        sharedKeys = objects.keySet().toArray(new String[0]);
        shared = objects.values().toArray(new SchedDomainShared[0]);
        hasIdleCores = new boolean[shared.length];
        for (int i = 0; i < shared.length; i++) {
            hasIdleCores[i] = shared[i].hasIdleCores;
        }
        recentUsedCpu = p.recentUsedCpu;
        wakeeFlips = current.wakeeFlips;
        wakeeFlipDecayTs = current.wakeeFlipDecayTs;
        lastWakee = current.lastWakee;
    }

    private int checked(int cpu, String field) {
        if (cpu < 0 || cpu >= state.nrCpus()) {
            throw wrong("'" + field + "' is CPU " + cpu + ", " + record.topo() + " has CPUs 0-" + (state.nrCpus() - 1));
        }
        return cpu;
    }

    private UnreadableRecordsException wrong(String what) {
        return new UnreadableRecordsException(record.place + " (" + record.id() + "): " + what);
    }

    private CpuMask cpus(String list) {
        try {
            return CpuMask.parse(state.nrCpus(), list);
        } catch (IllegalArgumentException e) {
            throw wrong(e.getMessage());
        }
    }

    private void loadCpus() {
        for (DecisionRecord.CpuState from : record.cpus) {
            CpuMask mask = cpus(from.cpuList);
            for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
                RunQueue rq = state.sched.rq[cpu];
                rq.nrRunning = from.nrRunning;
                rq.curr = from.currIdle ? rq.idle : state.occupant(cpu);
                rq.ttwuPending = from.ttwuPending;
                rq.cfs.hNrQueued = from.hNrQueued;
                rq.cfs.hNrRunnable = from.hNrRunnable;
                rq.cfs.hNrIdle = from.hNrIdle;
                rq.cfs.avg.loadAvg = from.loadAvg;
                rq.cfs.avg.runnableAvg = from.runnableAvg;
                rq.cfs.avg.utilAvg = from.utilAvg;
                rq.cfs.avg.utilEst = from.utilEst;
                rq.idleStamp = from.idleStamp;
                rq.idleExitLatency = from.exitLatency;
                if (from.cpuCapacity >= 0) {
                    rq.cpuCapacity = from.cpuCapacity;
                }
            }
        }
    }

    private Task loadWakee() {
        DecisionRecord.TaskState from = record.p;
        Task task = new Task(2, "p", from.cpusPtr == null ? state.allCpus() : cpus(from.cpusPtr));
        fill(task, from);
        task.cpu = checked(from.taskCpu, "task_cpu");
        task.wakeCpu = prevCpu;
        task.onRq = record.isExec();
        task.onCpu = record.isExec();
        return task;
    }

    private Task loadWaker() {
        DecisionRecord.TaskState from = record.current;
        Task task;
        if (from.idleTask) {
            task = state.sched.rq[thisCpu].idle;
        } else {
            task = new Task(1, "current", state.allCpus());
            if (from.nrCpusAllowed == 1) {
                task.setCpusAllowed(CpuMask.of(state.nrCpus(), thisCpu));
            } else {
                task.nrCpusAllowed = from.nrCpusAllowed;
            }
            task.kthread = from.kthread;
            task.kthreadIsPerCpu = from.kthread && from.nrCpusAllowed == 1;
            task.cpu = thisCpu;
            task.onRq = true;
            task.onCpu = true;
        }
        fill(task, from);
        return task;
    }

    private void fill(Task task, DecisionRecord.TaskState from) {
        task.policy = from.policy;
        task.avg.loadAvg = from.loadAvg;
        task.avg.runnableAvg = from.runnableAvg;
        task.avg.utilAvg = from.utilAvg;
        task.avg.utilEst = from.utilEst;
        task.avg.lastUpdateTime = from.isNew ? 0 : 1;
        task.recentUsedCpu = from.recentUsedCpu;
        task.wakeeFlips = from.wakeeFlips;
        task.wakeeFlipDecayTs = JIFFIES - from.flipDecayAge;
        task.numaPreferredNid = from.numaPreferredNid;
        task.exiting = from.exiting;
    }

    private void linkWakees() {
        p.lastWakee = resolve(record.p.lastWakee);
        if (current != p) {
            current.lastWakee = resolve(record.current.lastWakee);
        }
    }

    private Task resolve(String name) {
        return switch (name) {
            case "none" -> null;
            case "other" -> state.other;
            case "p" -> p;
            case "current" -> current;
            default -> throw wrong("'last_wakee' is '" + name + "', expected current, p, other or none");
        };
    }

    private void occupyThisCpu() {
        RunQueue rq = state.sched.rq[thisCpu];
        if (rq.curr != rq.idle || current == rq.idle) {
            rq.curr = current;
        }
    }

    private Map<String, SchedDomainShared> loadShared() {
        SchedTopology topology = state.sched.topology;
        Map<String, SchedDomainShared> objects = new TreeMap<>();
        record.llc.forEach((first, from) -> {
            SchedDomainShared object = topology.sdLlcShared[checked(first, "llc")];
            if (object == null) {
                throw wrong("'llc' gives the state of CPU " + first + "'s cache domain, but " + record.topo()
                        + " has no such domain there");
            }
            load(object, from);
            objects.put(Integer.toString(first), object);
        });
        if (record.asymShared != null) {
            SchedDomainShared object = asymShared(topology);
            load(object, record.asymShared);
            objects.put("asym", object);
        }
        return objects;
    }

    /** The object of this CPU's asymmetric-capacity domain; of prev's or any, if this CPU is isolated and has none. */
    private SchedDomainShared asymShared(SchedTopology topology) {
        SchedDomainShared object = ownAsymShared(topology, thisCpu);
        if (object == null) {
            object = ownAsymShared(topology, prevCpu);
        }
        for (int cpu = 0; object == null && cpu < state.nrCpus(); cpu++) {
            object = ownAsymShared(topology, cpu);
        }
        if (object == null) {
            throw wrong("'asym_shared' is given, but no asymmetric-capacity domain of " + record.topo()
                    + " has a shared object of its own");
        }
        return object;
    }

    private static SchedDomainShared ownAsymShared(SchedTopology topology, int cpu) {
        SchedDomainShared object = topology.sdBalanceShared[cpu];
        return object == topology.sdLlcShared[cpu] ? null : object;
    }

    private static void load(SchedDomainShared object, DecisionRecord.SharedState from) {
        if (from.nrBusyCpus >= 0) {
            object.nrBusyCpus = from.nrBusyCpus;
        }
        object.nrIdleScan = from.nrIdleScan;
        object.hasIdleCores = from.hasIdleCores;
    }

    /** Asks the policy once; the side effects stay until {@link #undo()}. {@code ladder} may be null. */
    public int ask(PlacementPolicy policy, Ladder ladder) {
        selection.begin(thisCpu, current, inTask, ladder);
        return policy.selectTaskRq(selection, p, prevCpu, wakeFlags);
    }

    /** Takes the side effects of {@link #ask} back. */
    public void undo() {
        p.recentUsedCpu = recentUsedCpu;
        current.wakeeFlips = wakeeFlips;
        current.wakeeFlipDecayTs = wakeeFlipDecayTs;
        current.lastWakee = lastWakee;
        for (int i = 0; i < shared.length; i++) {
            shared[i].hasIdleCores = hasIdleCores[i];
        }
    }

    /** The record this was loaded from. */
    public DecisionRecord record() {
        return record;
    }

    /** What differs between the policy's answer {@code cpu}, its side effects and the record; empty if nothing does. */
    List<String> differences(int cpu, String variant) {
        List<String> differences = new ArrayList<>();
        differ(differences, "CPU", record.expectedCpu(variant), cpu);
        String by = record.expectedBy(variant);
        if (by != null) {
            differ(differences, "decided by", by, selection.by());
        }
        differ(differences, "recent_used_cpu of p", record.expectedRecentUsedCpu(variant), p.recentUsedCpu);
        if (record.isWakeup()) {
            differ(differences, "wakee_flips of current", record.expectedWakeeFlips(), current.wakeeFlips);
            differ(differences, "last_wakee of current", record.expectedLastWakee(), nameOf(current.lastWakee));
            differ(
                    differences,
                    "wakee_flip_decayed",
                    record.expectedFlipDecayed(),
                    current.wakeeFlipDecayTs != wakeeFlipDecayTs);
        }
        differ(differences, "has_idle_cores changes", record.expectedIdleCoreChanges(variant), idleCoreChanges());
        return differences;
    }

    private static void differ(List<String> differences, String what, Object expected, Object got) {
        if (!expected.equals(got)) {
            differences.add(what + ": expected " + expected + ", got " + got);
        }
    }

    private String nameOf(Task task) {
        if (task == null) {
            return "none";
        }
        return task == p ? "p" : task == current ? "current" : "other";
    }

    private Map<String, Integer> idleCoreChanges() {
        Map<String, Integer> changes = new TreeMap<>();
        for (int i = 0; i < shared.length; i++) {
            if (shared[i].hasIdleCores != hasIdleCores[i]) {
                changes.put(sharedKeys[i], shared[i].hasIdleCores ? 1 : 0);
            }
        }
        return changes;
    }
}
