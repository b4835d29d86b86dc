// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance.balance;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.wakespec.simulator.balance.Balancer;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.MmStruct;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedGroup;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;

/** A scheduler on one machine, loaded anew with the state of each record. */
final class MachineState {

    /** Present of every record. */
    static final long JIFFIES = 1L << 20;

    static final long NOW_NS = 1L << 50;
    /** Jiffies since which nothing has happened to a domain that a record says nothing about. */
    private static final long LONG_AGO = 1L << 18;

    private static final long DEFAULT_AGE = 1_000_000_000L;
    private static final Set<String> CPU_FIELDS = Set.of(
            "nr_running",
            "h_nr_queued",
            "h_nr_runnable",
            "h_nr_idle",
            "load_avg",
            "runnable_avg",
            "util_avg",
            "util_est",
            "cpu_capacity",
            "misfit_task_load",
            "ttwu_pending",
            "curr_idle",
            "llc_counts",
            "nr_pref_llc_running");
    private static final Set<String> TASK_FIELDS = Set.of(
            "id",
            "load_avg",
            "util_avg",
            "util_est",
            "policy",
            "running",
            "delayed",
            "ineligible",
            "percpu_kthread",
            "throttled",
            "buddy",
            "cpus",
            "age",
            "mm",
            "threads",
            "preferred_llc");
    private static final Set<String> CACHE_FIELDS = Set.of("llc_bytes", "llc_stats", "mm");
    private static final Set<String> MM_FIELDS = Set.of("cpu", "footprint", "nr_running_avg");

    final Scheduler sched;
    final SchedTopology topology;
    final RecordHost host;
    final Balancer balancer;
    /** The same around passes whose outcome the record states. */
    final Balancer scriptedBalancer;

    final ScriptedPass script = new ScriptedPass();

    private final int n;
    private final CpuMask all;
    private final List<SchedDomain> domains = new ArrayList<>();
    private final List<SchedGroup> groups = new ArrayList<>();
    private final Task[] occupant;
    private final int nrLlcs;
    private boolean asymPacking;
    private boolean capacitiesChanged;

    MachineState(Json machine, boolean schedCache) {
        topology = RecordedTopology.of(machine);
        KernelConfig config =
                KernelConfig.DEFAULT.withHz(1000).withFairGroupSched(false).withSchedCache(schedCache);
        sched = new Scheduler(topology, config);
        n = sched.nrCpus();
        all = CpuMask.all(n);
        host = new RecordHost(sched);
        balancer = new Balancer(sched, host);
        balancer.countFootprints(true);
        scriptedBalancer = new Balancer(sched, host, script);
        if (balancer.maxLoadBalanceInterval() != machine.number("max_interval_jiffies")) {
            throw machine.wrong("max_interval_jiffies is " + machine.number("max_interval_jiffies")
                    + ", the simulator has " + balancer.maxLoadBalanceInterval());
        }
        Map<SchedGroup, Boolean> seen = new IdentityHashMap<>();
        for (int cpu = 0; cpu < n; cpu++) {
            for (SchedDomain sd = topology.sd[cpu]; sd != null; sd = sd.parent) {
                domains.add(sd);
                SchedGroup group = sd.groups;
                do {
                    if (seen.put(group, true) == null) {
                        groups.add(group);
                    }
                    group = group.next;
                } while (group != sd.groups);
            }
        }
        int maxLlc = -1;
        for (int id : topology.sdLlcId) {
            maxLlc = Math.max(maxLlc, id);
        }
        nrLlcs = maxLlc + 1;
        occupant = new Task[n];
        for (int cpu = 0; cpu < n; cpu++) {
            occupant[cpu] = new Task(cpu + 1, "occupant/" + cpu, all);
            occupant[cpu].policy = SchedPolicy.FIFO;
            occupant[cpu].cpu = cpu;
        }
        sumCapacities();
    }

    int nrCpus() {
        return n;
    }

    /** Domain {@code index} of the CPU, counted from the bottom. */
    SchedDomain domain(Json record, int cpu, int index) {
        SchedDomain sd = topology.sd[cpu];
        for (int i = 0; i < index && sd != null; i++) {
            sd = sd.parent;
        }
        if (sd == null) {
            throw record.wrong("CPU " + cpu + " has no domain " + index);
        }
        return sd;
    }

    /** Forgets the last record and loads what all kinds of records have in common. */
    void load(Json record) {
        reset();
        for (Map.Entry<String, Json> entry : record.objectOrEmpty("cpus").members()) {
            CpuMask cpus = record.mask(entry.getKey(), n);
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                loadCpu(sched.rq[cpu], entry.getValue());
            }
        }
        MmStruct[] mms = record.has("cache") ? loadCache(record.object("cache")) : new MmStruct[0];
        for (Map.Entry<String, Json> entry : record.objectOrEmpty("tasks").members()) {
            int cpu = record.checkedCpu(record.key(entry.getKey()), n);
            loadTasks(sched.rq[cpu], entry.getValue(), mms);
        }
        if (record.has("asym_prio")) {
            loadPriorities(record.object("asym_prio"));
        }
        sumCapacities();
    }

    private void reset() {
        sched.jiffies = JIFFIES;
        sched.now = NOW_NS;
        host.reset();
        for (RunQueue rq : sched.rq) {
            resetQueue(rq);
        }
        for (SchedDomain sd : domains) {
            sd.balanceInterval = sd.minInterval;
            sd.nrBalanceFailed = 0;
            sd.lastBalance = JIFFIES - LONG_AGO;
            sd.nohzIdle = false;
            sd.maxNewidleLbCost = 0;
            sd.lastDecayMaxLbCost = JIFFIES;
            sd.newidleCall = 512;
            sd.newidleSuccess = 256;
            sd.newidleRatio = 512;
            sd.newidleStamp = NOW_NS;
            sd.groups.sgc.nextUpdate = JIFFIES + 1;
            if (sd.shared != null) {
                sd.shared.nrBusyCpus = sd.spanWeight;
                sd.shared.utilAvg = 0;
                sd.shared.capacity = 0;
            }
        }
        for (SchedGroup group : groups) {
            group.sgc.imbalance = 0;
        }
        if (asymPacking) {
            asymPacking = false;
            for (SchedDomain sd : domains) {
                sd.flags &= ~SdFlag.SD_ASYM_PACKING;
                topology.sdAsymPacking[sd.cpu] = null;
            }
        }
        balancer.schedBalanceRunning(false);
        balancer.tunables.nrMigrate = 32;
    }

    private void resetQueue(RunQueue rq) {
        rq.clock = NOW_NS;
        rq.curr = rq.idle;
        rq.nrRunning = 0;
        rq.ttwuPending = false;
        rq.cfs.hNrQueued = 0;
        rq.cfs.hNrRunnable = 0;
        rq.cfs.hNrIdle = 0;
        rq.cfs.next = null;
        rq.cfs.avg.clear();
        rq.cfsTasksHead = null;
        rq.cfsTasksTail = null;
        capacitiesChanged |= rq.cpuCapacity != rq.archScaleCpuCapacity;
        rq.cpuCapacity = rq.archScaleCpuCapacity;
        rq.misfitTaskLoad = 0;
        rq.rd.overloaded = false;
        rq.activeBalance = false;
        rq.idleBalance = false;
        rq.nohzTickStopped = false;
        rq.nohzFlags = 0;
        rq.nohzIdleBalance = 0;
        rq.hasBlockedLoad = false;
        rq.lastBlockedLoadUpdateTick = JIFFIES;
        rq.nextBalance = JIFFIES;
        rq.idleStamp = 0;
        rq.llcCounts = null;
        rq.nrPrefLlcRunning = 0;
    }

    /** The state of a queue apart from its tasks. */
    void loadCpu(RunQueue rq, Json from) {
        from.onlyFields(CPU_FIELDS);
        rq.nrRunning = from.integer("nr_running", 0);
        rq.cfs.hNrQueued = from.integer("h_nr_queued", rq.nrRunning);
        rq.cfs.hNrRunnable = from.integer("h_nr_runnable", rq.cfs.hNrQueued);
        rq.cfs.hNrIdle = from.integer("h_nr_idle", 0);
        rq.cfs.avg.loadAvg = from.number("load_avg", 0);
        rq.cfs.avg.runnableAvg = from.number("runnable_avg", 0);
        rq.cfs.avg.utilAvg = from.number("util_avg", 0);
        rq.cfs.avg.utilEst = from.integer("util_est", 0);
        rq.cpuCapacity = from.number("cpu_capacity", rq.archScaleCpuCapacity);
        capacitiesChanged |= rq.cpuCapacity != rq.archScaleCpuCapacity;
        rq.misfitTaskLoad = from.number("misfit_task_load", 0);
        rq.ttwuPending = from.flag("ttwu_pending");
        boolean currIdle = from.has("curr_idle") ? from.flag("curr_idle") : rq.nrRunning == 0;
        rq.curr = currIdle ? rq.idle : occupant[rq.cpu];
        rq.nrPrefLlcRunning = from.integer("nr_pref_llc_running", 0);
        if (from.has("llc_counts")) {
            rq.llcCounts = new int[nrLlcs];
            for (Map.Entry<String, Json> entry : from.object("llc_counts").members()) {
                int llc = from.key(entry.getKey());
                if (llc < 0 || llc >= nrLlcs) {
                    throw from.wrong("there is no LLC " + llc + ", the machine has 0-" + (nrLlcs - 1));
                }
                rq.llcCounts[llc] = (int) entry.getValue().value();
            }
        }
    }

    private MmStruct[] loadCache(Json cache) {
        cache.onlyFields(CACHE_FIELDS);
        long bytes = cache.number("llc_bytes");
        for (int cpu = 0; cpu < n; cpu++) {
            if (topology.sdLlc[cpu] != null) {
                topology.sdLlc[cpu].llcBytes = bytes;
            }
        }
        for (Map.Entry<String, Json> entry : cache.object("llc_stats").members()) {
            int cpu = cache.checkedCpu(cache.key(entry.getKey()), n);
            List<Json> stats = entry.getValue().elements();
            if (topology.sdLlcShared[cpu] == null || stats.size() != 2) {
                throw cache.wrong("'llc_stats' of CPU " + cpu + ": utilisation and capacity of its LLC were expected");
            }
            topology.sdLlcShared[cpu].utilAvg = stats.get(0).value();
            topology.sdLlcShared[cpu].capacity = stats.get(1).value();
        }
        List<Json> list = cache.elements("mm");
        MmStruct[] mms = new MmStruct[list.size()];
        for (int i = 0; i < mms.length; i++) {
            Json from = list.get(i);
            from.onlyFields(MM_FIELDS);
            mms[i] = new MmStruct();
            mms[i].schedCpu = from.integer("cpu", -1);
            mms[i].footprint = from.number("footprint");
            mms[i].nrRunningAvg = from.number("nr_running_avg");
        }
        return mms;
    }

    private void loadTasks(RunQueue rq, Json list, MmStruct[] mms) {
        List<Json> tasks = list.elements();
        for (int i = tasks.size() - 1; i >= 0; i--) {
            Json from = tasks.get(i);
            from.onlyFields(TASK_FIELDS);
            Task p = new Task(from.integer("id"), "task", from.has("cpus") ? from.maskField("cpus", n) : all);
            p.cpu = rq.cpu;
            p.avg.loadAvg = from.number("load_avg");
            p.avg.utilAvg = from.number("util_avg");
            p.avg.utilEst = from.integer("util_est", 0);
            p.policy = from.has("policy") ? policy(from) : SchedPolicy.NORMAL;
            p.schedDelayed = from.flag("delayed");
            p.kthreadIsPerCpu = from.flag("percpu_kthread");
            p.execStart = rq.clockTask() - from.number("age", DEFAULT_AGE);
            p.signal.nrThreads = from.integer("threads", 1);
            p.preferredLlc = from.integer("preferred_llc", -1);
            if (from.has("mm")) {
                int mm = from.integer("mm");
                if (mm < 0 || mm >= mms.length) {
                    throw from.wrong("there is no process " + mm + ", the record has " + mms.length);
                }
                p.mm = mms[mm];
            }
            host.describe(p, from.flag("ineligible"), from.flag("throttled"));
            if (from.flag("buddy")) {
                rq.cfs.next = p;
            }
            if (from.flag("running")) {
                rq.curr = p;
            }
            rq.cfsTasksAdd(p);
        }
    }

    private static SchedPolicy policy(Json from) {
        String name = from.text("policy");
        for (SchedPolicy policy : SchedPolicy.values()) {
            if (policy.name().equals(name)) {
                return policy;
            }
        }
        throw from.wrong("unknown policy '" + name + "'");
    }

    private void loadPriorities(Json from) {
        int[] priority = new int[n];
        for (Map.Entry<String, Json> entry : from.members()) {
            CpuMask cpus = from.mask(entry.getKey(), n);
            for (int cpu = cpus.first(); cpu >= 0; cpu = cpus.next(cpu + 1)) {
                priority[cpu] = (int) entry.getValue().value();
            }
        }
        asymPacking = true;
        for (int cpu = 0; cpu < n; cpu++) {
            balancer.asym.setPriority(cpu, priority[cpu]);
            scriptedBalancer.asym.setPriority(cpu, priority[cpu]);
        }
        for (SchedDomain sd : domains) {
            if (!sd.has(SdFlag.SD_NUMA)) {
                sd.flags |= SdFlag.SD_ASYM_PACKING;
                SchedDomain above = topology.sdAsymPacking[sd.cpu];
                topology.sdAsymPacking[sd.cpu] = above == null || above.level < sd.level ? sd : above;
            }
        }
        for (SchedGroup group : groups) {
            int preferred = group.span.first();
            for (int cpu = preferred; cpu >= 0; cpu = group.span.next(cpu + 1)) {
                if (priority[cpu] > priority[preferred]) {
                    preferred = cpu;
                }
            }
            group.asymPreferCpu = preferred;
        }
    }

    /** Makes group capacities agree with those of the CPUs, as passes at all levels would leave them. */
    private void sumCapacities() {
        if (!capacitiesChanged && groups.get(0).sgc.capacity != 0) {
            return;
        }
        for (SchedGroup group : groups) {
            long sum = 0;
            long min = Long.MAX_VALUE;
            long max = 0;
            for (int cpu = group.span.first(); cpu >= 0; cpu = group.span.next(cpu + 1)) {
                long one = sched.rq[cpu].cpuCapacity;
                sum += one;
                min = Math.min(min, one);
                max = Math.max(max, one);
            }
            group.sgc.capacity = sum;
            group.sgc.minCapacity = min;
            group.sgc.maxCapacity = max;
        }
        capacitiesChanged = false;
        for (RunQueue rq : sched.rq) {
            capacitiesChanged |= rq.cpuCapacity != rq.archScaleCpuCapacity;
        }
    }
}
