// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.wakeup.WakeFlags;

/** One call of select_task_rq_fair() inside a booted kernel: everything it read, and what it returned. */
final class TraceRecord {

    private static final int PF_EXITING = 0x4;
    private static final int PF_KTHREAD = 0x200000;
    private static final int SOFTIRQ_OFFSET = 0x100;
    /** Hardirq and NMI bits of preempt_count; from 7.0 a count of disabled interrupts sits below them. */
    private static final int HARDIRQ_MASK = 0x00ff0000;

    private static final int HARDIRQ_MASK_7 = 0x7f000000;

    final String place;
    final long seq;
    final boolean done;
    final int cpu;
    final int prevCpu;
    final int wakeFlags;
    final int ret;
    final long jiffies;
    final int recentUsedCpuExit;
    final long cfsHLoad;
    final long cfsLoadAvg;
    final long curCfsHLoad;
    final long curCfsLoadAvg;
    final long loadAvgExit;
    final long utilAvgExit;
    final long runnableAvgExit;
    final TraceTask p;
    final TraceTask cur;
    /** Pairs of pid and result, in call order. */
    final long[] taskHLoad;
    /** Pairs of CPU and result, in call order. */
    final int[] probes;

    final long[] currIsIdle;
    final long[] ttwuPending;
    final long[] hasIdleCores;
    final long[] nrRunning;
    final long[] hNrQueued;
    final long[] hNrIdle;
    final long[] hNrDelayed;
    final long[] nrIdleScan;
    final long[] nrBusyCpus;
    final long[] loadAvg;
    final long[] utilAvg;
    final long[] runnableAvg;
    final long[] utilEst;
    final long[] cpuCapacity;
    final long[] idleExitLatency;
    final long[] idleStamp;
    final boolean stable;

    private final int preemptCount;

    /** A task as it was when the call began. */
    static final class TraceTask {
        final String ptr;
        final String lastWakee;
        final String comm;
        final int pid;
        final int policy;
        final int flags;
        final long wakeeFlipDecayTs;
        final long lastUpdateTime;
        final long loadAvg;
        final int utilEst;
        final int wakeeFlips;
        final int recentUsedCpu;
        final int nrCpusAllowed;
        final int cpu;
        final int numaPreferredNid;
        final boolean onRq;
        final boolean onCpu;
        final boolean schedDelayed;
        final CpuMask cpus;

        TraceTask(JsonFields f, int nrCpus) {
            ptr = f.text("ptr");
            lastWakee = f.text("last_wakee");
            comm = f.text("comm");
            pid = (int) f.number("pid");
            policy = (int) f.number("policy");
            flags = (int) f.number("flags");
            wakeeFlipDecayTs = f.number("wakee_flip_decay_ts");
            lastUpdateTime = f.number("last_update_time");
            loadAvg = f.number("load_avg");
            utilEst = (int) f.number("util_est");
            wakeeFlips = (int) f.number("wakee_flips");
            recentUsedCpu = (int) f.number("recent_used_cpu");
            nrCpusAllowed = (int) f.number("nr_cpus_allowed");
            cpu = f.cpu("cpu", nrCpus);
            numaPreferredNid = (int) f.number("numa_preferred_nid");
            onRq = f.number("on_rq") == 1;
            onCpu = f.number("on_cpu") != 0;
            schedDelayed = f.number("sched_delayed") != 0;
            cpus = hexMask(f, nrCpus);
        }

        private static CpuMask hexMask(JsonFields f, int nrCpus) {
            String hex = f.text("cpus");
            CpuMask mask = new CpuMask(nrCpus);
            for (int i = 0; i < hex.length(); i++) {
                int digit = Character.digit(hex.charAt(hex.length() - 1 - i), 16);
                if (digit < 0) {
                    throw f.wrong("'cpus' is not a mask of hex digits: " + hex);
                }
                for (int bit = 0; bit < 4; bit++) {
                    int cpu = 4 * i + bit;
                    if ((digit >> bit & 1) != 0 && cpu < nrCpus) {
                        mask.set(cpu);
                    }
                }
            }
            return mask;
        }

        boolean exiting() {
            return (flags & PF_EXITING) != 0;
        }

        boolean kthread() {
            return (flags & PF_KTHREAD) != 0;
        }
    }

    TraceRecord(JsonNode node, String place, int nrCpus) {
        this.place = place;
        JsonFields f = new JsonFields(node, place);
        seq = f.number("seq");
        done = f.number("done") != 0;
        cpu = f.cpu("cpu", nrCpus);
        prevCpu = f.cpu("prev_cpu", nrCpus);
        wakeFlags = (int) f.number("wake_flags");
        ret = (int) f.number("ret");
        jiffies = f.number("jiffies");
        preemptCount = (int) f.number("preempt_count");
        recentUsedCpuExit = (int) f.number("recent_used_cpu_exit");
        cfsHLoad = f.number("cfs_h_load");
        cfsLoadAvg = f.number("cfs_load_avg");
        curCfsHLoad = f.number("cur_cfs_h_load");
        curCfsLoadAvg = f.number("cur_cfs_load_avg");
        loadAvgExit = f.number("p_load_avg_exit");
        utilAvgExit = f.number("p_util_avg_exit");
        runnableAvgExit = f.number("p_runnable_avg_exit");
        p = new TraceTask(f.object("p"), nrCpus);
        cur = new TraceTask(f.object("cur"), nrCpus);
        taskHLoad = pairs(f, "task_h_load");
        probes = Arrays.stream(pairs(f, "probes")).mapToInt(n -> (int) n).toArray();

        JsonFields c = f.object("cpus");
        currIsIdle = c.numbers("curr_is_idle", nrCpus);
        ttwuPending = c.numbers("ttwu_pending", nrCpus);
        hasIdleCores = c.numbers("has_idle_cores", nrCpus);
        nrRunning = c.numbers("nr_running", nrCpus);
        hNrQueued = c.numbers("h_nr_queued", nrCpus);
        hNrIdle = c.numbers("h_nr_idle", nrCpus);
        hNrDelayed = c.numbers("h_nr_delayed", nrCpus);
        nrIdleScan = c.numbers("nr_idle_scan", nrCpus);
        nrBusyCpus = c.numbers("nr_busy_cpus", nrCpus);
        loadAvg = c.numbers("load_avg", nrCpus);
        utilAvg = c.numbers("util_avg", nrCpus);
        runnableAvg = c.numbers("runnable_avg", nrCpus);
        utilEst = c.numbers("util_est", nrCpus);
        cpuCapacity = c.numbers("cpu_capacity", nrCpus);
        idleExitLatency = c.numbers("idle_exit_latency", nrCpus);
        idleStamp = c.numbers("idle_stamp", nrCpus);
        stable = Arrays.equals(idle(), c.numbers("idle_exit", nrCpus))
                && Arrays.equals(nrRunning, c.numbers("nr_running_exit", nrCpus))
                && Arrays.equals(c.numbers("nr_switches", nrCpus), c.numbers("nr_switches_exit", nrCpus))
                && Arrays.equals(nrIdleScan, c.numbers("nr_idle_scan_exit", nrCpus));
    }

    private long[] idle() {
        long[] idle = new long[nrRunning.length];
        for (int i = 0; i < idle.length; i++) {
            idle[i] = currIsIdle[i] != 0 && nrRunning[i] == 0 && ttwuPending[i] == 0 ? 1 : 0;
        }
        return idle;
    }

    private static long[] pairs(JsonFields f, String field) {
        JsonNode list = f.node().get(field);
        if (list == null || !list.isArray()) {
            throw f.wrong("'" + field + "' should be a list of pairs of numbers");
        }
        long[] values = new long[2 * list.size()];
        for (int i = 0; i < list.size(); i++) {
            JsonNode pair = list.get(i);
            if (!pair.isArray()
                    || pair.size() != 2
                    || !pair.get(0).isNumber()
                    || !pair.get(1).isNumber()) {
                throw f.wrong("'" + field + "' should be a list of pairs of numbers, not of " + pair);
            }
            values[2 * i] = pair.get(0).longValue();
            values[2 * i + 1] = pair.get(1).longValue();
        }
        return values;
    }

    /** Kernel: in_task(), with the bit layout of the kernel's major version. */
    boolean inTask(int majorVersion) {
        int hard = majorVersion >= 7 ? HARDIRQ_MASK_7 : HARDIRQ_MASK;
        return (preemptCount & (hard | SOFTIRQ_OFFSET)) == 0;
    }

    boolean isWakeup() {
        return (wakeFlags & WakeFlags.WF_TTWU) != 0;
    }

    /** The recorded result of task_h_load() for the task, or -1 if it was not called. */
    long recordedHLoad(int pid) {
        for (int i = 0; i < taskHLoad.length; i += 2) {
            if (taskHLoad[i] == pid) {
                return taskHLoad[i + 1];
            }
        }
        return -1;
    }

    String describe() {
        return "seq " + seq + " (" + place + ") " + String.join("|", WakeFlags.names(wakeFlags)) + ": "
                + cur.comm + "(" + cur.pid + ") on CPU " + cpu + ", " + p.comm + "(" + p.pid + ") previous CPU "
                + prevCpu;
    }
}
