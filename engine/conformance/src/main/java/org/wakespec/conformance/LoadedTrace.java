// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.policies.FairRungs;
import org.wakespec.simulator.runqueue.FairQueue;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/** A recorded call in the simulator's objects. */
final class LoadedTrace {

    private static final SchedPolicy[] POLICIES = {
        SchedPolicy.NORMAL, SchedPolicy.FIFO, SchedPolicy.FIFO, SchedPolicy.BATCH, null, SchedPolicy.IDLE
    };
    /** A record holds at most that many probes. */
    private static final int MAX_PROBES = 384;

    private final TraceRecord record;
    private final MachineState state;
    private final int majorVersion;
    private final Task p;
    private final Task current;

    LoadedTrace(TraceRecord record, MachineState state, int majorVersion) {
        this.record = record;
        this.state = state;
        this.majorVersion = majorVersion;
        state.reset(record.jiffies);
        loadCpus();
        p = task(record.p);
        current = record.cur.ptr.equals(record.p.ptr) ? p : waker();
        p.lastWakee = resolve(record.p.lastWakee);
        if (current != p) {
            current.lastWakee = resolve(record.cur.lastWakee);
        }
        loadWakeeAverages();
        attach(p, state.wakeeQueue, record.p.pid, record.cfsHLoad, record.cfsLoadAvg);
        if (current != p) {
            attach(current, state.wakerQueue, record.cur.pid, record.curCfsHLoad, record.curCfsLoadAvg);
        }
        RunQueue rq = state.sched.rq[record.cpu];
        if (rq.curr != rq.idle) {
            rq.curr = current;
        }
    }

    private void loadCpus() {
        SchedTopology topology = state.sched.topology;
        for (RunQueue rq : state.sched.rq) {
            int cpu = rq.cpu;
            rq.curr = record.currIsIdle[cpu] != 0 ? rq.idle : state.occupant(cpu);
            rq.nrRunning = (int) record.nrRunning[cpu];
            rq.ttwuPending = record.ttwuPending[cpu] != 0;
            rq.cfs.hNrQueued = (int) record.hNrQueued[cpu];
            rq.cfs.hNrRunnable = (int) (record.hNrQueued[cpu] - record.hNrDelayed[cpu]);
            rq.cfs.hNrIdle = (int) record.hNrIdle[cpu];
            rq.cfs.avg.loadAvg = record.loadAvg[cpu];
            rq.cfs.avg.utilAvg = record.utilAvg[cpu];
            rq.cfs.avg.runnableAvg = record.runnableAvg[cpu];
            rq.cfs.avg.utilEst = (int) record.utilEst[cpu];
            rq.cpuCapacity = record.cpuCapacity[cpu];
            rq.idleExitLatency = record.idleExitLatency[cpu];
            rq.idleStamp = record.idleStamp[cpu];
            SchedDomainShared llc = topology.sdLlcShared[cpu];
            if (llc != null) {
                llc.nrIdleScan = (int) record.nrIdleScan[cpu];
                llc.nrBusyCpus = (int) record.nrBusyCpus[cpu];
                llc.hasIdleCores = record.hasIdleCores[cpu] != 0;
            }
        }
    }

    private Task waker() {
        if (record.cur.pid != 0) {
            return task(record.cur);
        }
        Task idle = state.sched.rq[record.cpu].idle;
        fill(idle, record.cur);
        return idle;
    }

    private Task task(TraceRecord.TraceTask from) {
        Task task = new Task(from.pid, from.comm, from.cpus);
        fill(task, from);
        task.cpu = from.cpu;
        task.wakeCpu = record.prevCpu;
        task.kthread = from.kthread();
        task.kthreadIsPerCpu = from.kthread() && from.nrCpusAllowed == 1;
        task.nrCpusAllowed = from.nrCpusAllowed;
        task.onRq = from.onRq;
        task.onCpu = from.onCpu;
        task.schedDelayed = from.schedDelayed;
        return task;
    }

    private void fill(Task task, TraceRecord.TraceTask from) {
        SchedPolicy policy = from.policy >= 0 && from.policy < POLICIES.length ? POLICIES[from.policy] : null;
        task.policy = policy == null ? SchedPolicy.FIFO : policy;
        task.wakeeFlips = from.wakeeFlips;
        task.wakeeFlipDecayTs = from.wakeeFlipDecayTs;
        task.recentUsedCpu = from.recentUsedCpu;
        task.numaPreferredNid = from.numaPreferredNid;
        task.exiting = from.exiting();
        task.avg.lastUpdateTime = from.lastUpdateTime;
        task.avg.loadAvg = from.loadAvg;
        task.avg.utilEst = from.utilEst;
    }

    /**
     * Averages as the decision saw them. Where the kernel syncs them it does so before reading utilisation and runnable
     * time; the load of a waking task is read by wake_affine() before any sync.
     */
    private void loadWakeeAverages() {
        p.avg.utilAvg = record.utilAvgExit;
        p.avg.runnableAvg = record.runnableAvgExit;
        if (!record.isWakeup()) {
            p.avg.loadAvg = record.loadAvgExit;
        }
    }

    /**
     * Gives the task the fair queue it was attached to. The record has that queue's load and its h_load at entry, but
     * not the groups above, from which task_h_load() refreshes h_load once a jiffy; where the call was made its
     * result tells the refreshed value.
     */
    private void attach(Task task, FairQueue queue, int pid, long hLoadAtEntry, long loadAvg) {
        queue.avg.loadAvg = loadAvg;
        queue.hLoad = hLoadAtEntry;
        queue.lastHLoadUpdate = state.sched.jiffies;
        long result = record.recordedHLoad(pid);
        if (result >= 0 && task.avg.loadAvg > 0) {
            queue.hLoad = refreshedHLoad(result, loadAvg, task.avg.loadAvg);
        }
        task.cfsRq = queue;
    }

    /** The smallest h_load for which {@code load * h_load / (queueLoad + 1)} is {@code result}. */
    private static long refreshedHLoad(long result, long queueLoad, long load) {
        return (result * (queueLoad + 1) + load - 1) / load;
    }

    private Task resolve(String ptr) {
        if (ptr.equals("0")) {
            return null;
        }
        return ptr.equals(record.p.ptr) ? p : ptr.equals(record.cur.ptr) ? current : state.other;
    }

    /** Asks the policy; {@code ladder} may be null. */
    int ask(PlacementPolicy policy, Ladder ladder) {
        state.selection.begin(record.cpu, current, record.inTask(majorVersion), ladder);
        return policy.selectTaskRq(state.selection, p, record.prevCpu, record.wakeFlags);
    }

    String by() {
        return state.selection.by();
    }

    /** What differs between the policy's answer and the kernel's; empty if nothing does. */
    List<String> differences(int cpu, Ladder ladder, boolean probesRecorded) {
        List<String> differences = new ArrayList<>();
        if (cpu != record.ret) {
            differences.add("CPU: expected " + record.ret + ", got " + cpu + " by " + by());
        }
        if (p.recentUsedCpu != record.recentUsedCpuExit) {
            differences.add("recent_used_cpu: expected " + record.recentUsedCpuExit + ", got " + p.recentUsedCpu);
        }
        if (record.isWakeup()) {
            List<String> expected = recordedLoads();
            List<String> got = loads(ladder);
            if (!expected.equals(got)) {
                differences.add("task_h_load calls: expected " + expected + ", got " + got);
            }
        }
        if (probesRecorded) {
            List<Ladder.Probe> expected = recordedProbes();
            List<Ladder.Probe> got = ladder.probes();
            if (expected.size() == MAX_PROBES && got.size() > MAX_PROBES) {
                got = got.subList(0, MAX_PROBES);
            }
            if (!expected.equals(got)) {
                differences.add(
                        "idle probes: expected " + RungLines.probes(expected) + ", got " + RungLines.probes(got));
            }
        }
        return differences;
    }

    /** The calls of task_h_load(): whether the loads were compared, and whether the waker's counted. */
    private List<String> recordedLoads() {
        List<String> loads = new ArrayList<>(2);
        for (int i = 0; i < record.taskHLoad.length; i += 2) {
            loads.add(record.taskHLoad[i] + "=" + record.taskHLoad[i + 1]);
        }
        return loads;
    }

    private List<String> loads(Ladder ladder) {
        List<String> loads = new ArrayList<>(2);
        for (Ladder.Entry entry : ladder.entries()) {
            if (entry.rung() == FairRungs.WAKE_AFFINE_WEIGHT) {
                addLoad(loads, current, entry.saw().get(FairRungs.WAKERS_LOAD));
                addLoad(loads, p, entry.saw().get(FairRungs.WAKEES_LOAD));
            }
        }
        return loads;
    }

    private static void addLoad(List<String> loads, Task task, Object load) {
        if (load != null) {
            loads.add(task.pid + "=" + load);
        }
    }

    private List<Ladder.Probe> recordedProbes() {
        List<Ladder.Probe> probes = new ArrayList<>(record.probes.length / 2);
        for (int i = 0; i < record.probes.length; i += 2) {
            probes.add(new Ladder.Probe(record.probes[i], record.probes[i + 1] != 0));
        }
        return probes;
    }
}
