// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * One golden decision: the state of a machine at the instant of a placement, and what the real function answered for
 * every variant. Missing fields have the defaults of the format, so the record is complete once parsed.
 */
public final class DecisionRecord {

    /** Where the record stands: file and line. */
    final String place;

    private final String id;
    private final String topo;
    private final String kind;

    final int thisCpu;
    final int prevCpu;
    final int wakeFlags;
    final boolean inTask;
    final TaskState p;
    final TaskState current;
    final List<CpuState> cpus;
    /** Shared state by the first CPU of the last-level-cache domain. */
    final Map<Integer, SharedState> llc;
    /** Shared state of the asymmetric-capacity domain, or null. */
    final SharedState asymShared;

    private final JsonNode expect;

    /** One task of the record. */
    static final class TaskState {

        /** What the format means where the number of allowed CPUs is not given, also on a machine with one CPU. */
        private static final int MANY = 4096;

        final SchedPolicy policy;
        /** Null: all CPUs of the machine. */
        final String cpusPtr;

        final int nrCpusAllowed;
        final long loadAvg;
        final long runnableAvg;
        final long utilAvg;
        final int utilEst;
        final int recentUsedCpu;
        final int wakeeFlips;
        final String lastWakee;
        final long flipDecayAge;
        final int numaPreferredNid;
        final int taskCpu;
        final boolean isNew;
        final boolean exiting;
        final boolean kthread;
        final boolean idleTask;

        TaskState(JsonFields f, int defaultCpu) {
            policy = policy(f);
            cpusPtr = f.has("cpus_ptr") ? f.text("cpus_ptr") : null;
            nrCpusAllowed = (int) f.number("nr_cpus_allowed", MANY);
            loadAvg = f.number("load_avg", 0);
            runnableAvg = f.number("runnable_avg", 0);
            utilAvg = f.number("util_avg", 0);
            utilEst = (int) f.number("util_est", 0);
            recentUsedCpu = (int) f.number("recent_used_cpu", defaultCpu);
            wakeeFlips = (int) f.number("wakee_flips", 0);
            lastWakee = f.text("last_wakee", "none");
            flipDecayAge = f.number("flip_decay_age", 0);
            numaPreferredNid = (int) f.number("numa_preferred_nid", -1);
            taskCpu = (int) f.number("task_cpu", defaultCpu);
            isNew = f.number("new", 0) != 0;
            exiting = f.number("exiting", 0) != 0;
            kthread = f.number("kthread", 0) != 0;
            idleTask = f.number("idle_task", 0) != 0;
        }

        private static SchedPolicy policy(JsonFields f) {
            String name = f.text("policy", "NORMAL");
            try {
                return SchedPolicy.valueOf(name);
            } catch (IllegalArgumentException e) {
                throw f.wrong("'policy' is '" + name + "', expected NORMAL, BATCH or IDLE");
            }
        }
    }

    /** State common to some CPUs. */
    static final class CpuState {
        final String cpuList;
        final int nrRunning;
        final int hNrQueued;
        final int hNrRunnable;
        final int hNrIdle;
        final long loadAvg;
        final long runnableAvg;
        final long utilAvg;
        final int utilEst;
        /** -1: as the machine has it. */
        final long cpuCapacity;

        final boolean ttwuPending;
        final boolean currIdle;
        final long exitLatency;
        final long idleStamp;

        CpuState(String cpuList, JsonFields f) {
            this.cpuList = cpuList;
            nrRunning = (int) f.number("nr_running", 0);
            hNrQueued = (int) f.number("h_nr_queued", nrRunning);
            hNrRunnable = (int) f.number("h_nr_runnable", hNrQueued);
            hNrIdle = (int) f.number("h_nr_idle", 0);
            loadAvg = f.number("load_avg", 0);
            runnableAvg = f.number("runnable_avg", 0);
            utilAvg = f.number("util_avg", 0);
            utilEst = (int) f.number("util_est", 0);
            cpuCapacity = f.number("cpu_capacity", -1);
            ttwuPending = f.number("ttwu_pending", 0) != 0;
            currIdle = f.number("curr_idle", nrRunning == 0 ? 1 : 0) != 0;
            exitLatency = f.number("exit_latency", -1);
            idleStamp = f.number("idle_stamp", 0);
        }
    }

    /** State of one shared object; -1: not given. */
    static final class SharedState {
        final int nrBusyCpus;
        final int nrIdleScan;
        final boolean hasIdleCores;

        SharedState(JsonFields f) {
            nrBusyCpus = (int) f.number("nr_busy_cpus", -1);
            nrIdleScan = (int) f.number("nr_idle_scan");
            hasIdleCores = f.number("has_idle_cores", 0) != 0;
        }
    }

    private DecisionRecord(JsonFields f, String place) {
        this.place = place;
        id = f.text("id");
        topo = f.text("topo");
        kind = f.text("kind");
        thisCpu = (int) f.number("this_cpu");
        prevCpu = (int) f.number("prev_cpu");
        wakeFlags = wakeFlags(f);
        inTask = f.number("in_task", 1) != 0;
        p = new TaskState(f.object("p"), prevCpu);
        current = isExec() ? p : new TaskState(f.object("current"), thisCpu);
        cpus = new ArrayList<>();
        JsonNode states = f.object("cpus").node();
        states.properties()
                .forEach(e -> cpus.add(new CpuState(e.getKey(), f.object("cpus").object(e.getKey()))));
        llc = new TreeMap<>();
        JsonFields shared = f.object("llc");
        shared.node()
                .properties()
                .forEach(e -> llc.put(firstCpu(f, e.getKey()), new SharedState(shared.object(e.getKey()))));
        asymShared = f.has("asym_shared") ? new SharedState(f.object("asym_shared")) : null;
        expect = f.object("expect").node();
        JsonFields cpu = f.object("expect").object("cpu");
        cpu.node().fieldNames().forEachRemaining(cpu::number);
        f.object("expect").object("after");
    }

    /**
     * Parses one line of a decisions file.
     *
     * @param place file and line, for messages
     */
    static DecisionRecord parse(JsonNode node, String place) {
        JsonFields f = new JsonFields(node, place);
        if (!f.has("topo") || !f.has("expect")) {
            throw f.wrong("this is no placement decision: the fields 'topo' and 'expect' are missing");
        }
        return new DecisionRecord(f, place);
    }

    private static int wakeFlags(JsonFields f) {
        JsonNode list = f.node().get("wake_flags");
        if (list == null || !list.isArray()) {
            throw f.wrong("'wake_flags' should be a list of names such as TTWU, SYNC");
        }
        int flags = 0;
        for (JsonNode name : list) {
            try {
                flags |= WakeFlags.byName(name.asText());
            } catch (IllegalArgumentException e) {
                throw f.wrong(e.getMessage());
            }
        }
        if (Integer.bitCount(flags & WakeFlags.SD_FLAG_MASK) != 1) {
            throw f.wrong("exactly one of the wake flags TTWU, FORK, EXEC should be set, not " + list);
        }
        return flags;
    }

    private static int firstCpu(JsonFields f, String key) {
        try {
            return Integer.parseInt(key);
        } catch (NumberFormatException e) {
            throw f.wrong("'llc' is keyed by the first CPU of a domain, not by '" + key + "'");
        }
    }

    /** Unique name of the record. */
    public String id() {
        return id;
    }

    /** Name of the machine. */
    public String topo() {
        return topo;
    }

    /** {@code wakeup}, {@code fork} or {@code exec}. */
    public String kind() {
        return kind;
    }

    /** Whether a waking task is placed. */
    public boolean isWakeup() {
        return (wakeFlags & WakeFlags.WF_TTWU) != 0;
    }

    boolean isExec() {
        return (wakeFlags & WakeFlags.WF_EXEC) != 0;
    }

    /** The variants the record knows the answer of. */
    List<String> variants() {
        List<String> names = new ArrayList<>();
        expect.get("cpu").fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** The CPU the real function returned for the variant, or -1 if the record does not know it. */
    int expectedCpu(String variant) {
        JsonNode cpu = expect.get("cpu").get(variant);
        return cpu == null ? -1 : cpu.intValue();
    }

    private JsonNode expected(String variant, String field, JsonNode tip) {
        JsonNode diff = expect.path("diff").path(variant).get(field);
        return diff == null ? tip : diff;
    }

    /** Deciding branch, or null if not given. */
    String expectedBy(String variant) {
        JsonNode by = expected(variant, "by", expect.get("by"));
        return by == null ? null : by.asText();
    }

    int expectedRecentUsedCpu(String variant) {
        JsonNode recent =
                expected(variant, "recent_used_cpu", expect.get("after").get("recent_used_cpu"));
        return recent == null ? p.recentUsedCpu : recent.intValue();
    }

    /** Flags that changed: domain key (or {@code asym}) to 0 or 1. */
    Map<String, Integer> expectedIdleCoreChanges(String variant) {
        Map<String, Integer> changes = new TreeMap<>();
        JsonNode node = expected(variant, "has_idle_cores", expect.get("after").get("has_idle_cores"));
        if (node != null) {
            node.properties().forEach(e -> changes.put(e.getKey(), e.getValue().intValue()));
        }
        return changes;
    }

    int expectedWakeeFlips() {
        return expect.get("after").path("wakee_flips").asInt(current.wakeeFlips);
    }

    String expectedLastWakee() {
        return expect.get("after").path("last_wakee").asText(current.lastWakee);
    }

    boolean expectedFlipDecayed() {
        return expect.get("after").path("wakee_flip_decayed").asInt(0) != 0;
    }

    /** The task's allowed CPUs on a machine with {@code nrCpus} CPUs. */
    CpuMask allowed(int nrCpus) {
        return p.cpusPtr == null ? CpuMask.all(nrCpus) : CpuMask.parse(nrCpus, p.cpusPtr);
    }

    /** The question in words. */
    public String describe() {
        return kind + " on " + topo + ": this CPU " + thisCpu + ", previous CPU " + prevCpu + ", "
                + String.join("|", WakeFlags.names(wakeFlags))
                + (p.cpusPtr == null ? "" : ", allowed " + p.cpusPtr) + (inTask ? "" : ", in interrupt");
    }
}
