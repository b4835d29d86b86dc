// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.compare;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.topology.SdFlag;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;

/**
 * What was so when a decision was made, in the terms in which a patch says when it acts. Small enough that equal states are
 * counted together.
 *
 * @param machine name of the machine
 * @param kind wakeup, fork or exec
 * @param wfSync the waker passed WF_SYNC and is not exiting
 * @param reciprocal the wakee's last wakee is the waker
 * @param wide wake_wide(): a many-to-many relation
 * @param wakerAlone one task that is not delayed is queued on the waking CPU
 * @param inInterrupt not in task context
 * @param wakerIdle the waking CPU ran its idle task
 * @param smt sched_smt_active()
 * @param clusters sched_cluster_active
 * @param asymCapacity sched_asym_cpucap_active()
 * @param sameCpu the previous CPU is the waking one
 * @param sameLlc cpus_share_cache() of both
 * @param sameNode both in one node
 * @param wakeAffine a domain of the waking CPU with SD_WAKE_AFFINE covers the previous CPU
 * @param isolation none, partition or boot: what keeps waking and previous CPU apart
 * @param prevIdle the previous CPU was available
 * @param wakerCpuAllowed the wakee may run on the waking CPU
 * @param nrCpusAllowed CPUs the wakee may run on
 * @param wakeePolicy normal, batch or idle
 * @param wakerLlcFull at most one CPU of the waker's LLC does not count as busy
 * @param prevLlcLessBusy a smaller share of the previous CPU's LLC counts as busy
 * @param wakerLlcIdleCore the waker's LLC advertises an idle core
 * @param prevLlcIdleCore the previous CPU's LLC advertises one
 * @param basePlace where the base policy puts the wakee
 * @param place where the candidate puts it
 * @param placeIdle the candidate's CPU was idle
 */
public record Facts(
        String machine,
        String kind,
        boolean wfSync,
        boolean reciprocal,
        boolean wide,
        boolean wakerAlone,
        boolean inInterrupt,
        boolean wakerIdle,
        boolean smt,
        boolean clusters,
        boolean asymCapacity,
        boolean sameCpu,
        boolean sameLlc,
        boolean sameNode,
        boolean wakeAffine,
        String isolation,
        boolean prevIdle,
        boolean wakerCpuAllowed,
        int nrCpusAllowed,
        String wakeePolicy,
        boolean wakerLlcFull,
        boolean prevLlcLessBusy,
        boolean wakerLlcIdleCore,
        boolean prevLlcIdleCore,
        String basePlace,
        String place,
        boolean placeIdle) {

    /** Reads the state in front of a decision. */
    static Facts of(Selection s, Task p, int prev, int flags, int baseCpu, int cpu) {
        SchedTopology t = s.topology;
        int self = s.thisCpu;
        RunQueue rq = s.rq[self];
        Task waker = s.current;
        return new Facts(
                t.machine.name(),
                (flags & WakeFlags.WF_FORK) != 0 ? "fork" : (flags & WakeFlags.WF_EXEC) != 0 ? "exec" : "wakeup",
                (flags & WakeFlags.WF_SYNC) != 0 && !waker.exiting,
                p.lastWakee == waker,
                wide(s, p),
                rq.nrRunning - rq.cfs.hNrDelayed() == 1,
                !s.inTask,
                waker.idleTask,
                t.smtActive,
                t.clusterActive,
                t.asymCpucapActive,
                self == prev,
                t.cpusShareCache(self, prev),
                t.cpuToNode[self] == t.cpuToNode[prev],
                wakeAffine(t, self, prev),
                isolation(t, self, prev),
                s.rq[prev].idleCpu(),
                p.cpusPtr.test(self),
                p.nrCpusAllowed,
                p.policy == SchedPolicy.IDLE ? "idle" : p.policy.name().toLowerCase(Locale.ROOT),
                full(t, self),
                lessBusy(t, prev, self),
                idleCore(t, self),
                idleCore(t, prev),
                place(t, p, self, prev, baseCpu),
                place(t, p, self, prev, cpu),
                s.rq[cpu].idleCpu());
    }

    /** Kernel 7.2: wake_wide(), after record_wakee() has had its say. */
    private static boolean wide(Selection s, Task p) {
        Task waker = s.current;
        int master = waker.wakeeFlips;
        if (s.sched.jiffies - (waker.wakeeFlipDecayTs + s.sched.config.hz()) > 0) {
            master >>>= 1;
        }
        if (waker.lastWakee != p) {
            master++;
        }
        int slave = p.wakeeFlips;
        int factor = s.topology.sdLlcSize[s.thisCpu];
        int low = Math.min(master, slave);
        return low >= factor && Math.max(master, slave) >= low * factor;
    }

    private static boolean wakeAffine(SchedTopology t, int self, int prev) {
        for (SchedDomain sd = t.sd[self]; sd != null; sd = sd.parent) {
            if (sd.has(SdFlag.SD_WAKE_AFFINE) && sd.span.test(prev)) {
                return true;
            }
        }
        return false;
    }

    private static String isolation(SchedTopology t, int self, int prev) {
        if (t.machine.isolated().test(self) || t.machine.isolated().test(prev)) {
            return "boot";
        }
        CpusetPartition mine = partition(t, self);
        return mine != partition(t, prev) || mine != null && mine.isolated() ? "partition" : "none";
    }

    private static CpusetPartition partition(SchedTopology t, int cpu) {
        for (CpusetPartition partition : t.machine.partitions()) {
            if (partition.cpus().test(cpu)) {
                return partition;
            }
        }
        return null;
    }

    private static boolean full(SchedTopology t, int cpu) {
        SchedDomainShared shared = t.sdLlcShared[cpu];
        return shared != null && t.sdLlcSize[cpu] - shared.nrBusyCpus <= 1;
    }

    private static boolean lessBusy(SchedTopology t, int prev, int self) {
        SchedDomainShared there = t.sdLlcShared[prev];
        SchedDomainShared here = t.sdLlcShared[self];
        return there != null
                && here != null
                && (long) there.nrBusyCpus * t.sdLlcSize[self] < (long) here.nrBusyCpus * t.sdLlcSize[prev];
    }

    private static boolean idleCore(SchedTopology t, int cpu) {
        return t.sdBalanceShared[cpu] != null && t.sdBalanceShared[cpu].hasIdleCores;
    }

    private static String place(SchedTopology t, Task p, int self, int prev, int cpu) {
        if (cpu == self) {
            return "waker";
        }
        if (cpu == prev) {
            return "previous";
        }
        if (cpu == p.recentUsedCpu) {
            return "recent";
        }
        if (t.cpusShareCache(cpu, prev)) {
            return "previous-llc";
        }
        return t.cpusShareCache(cpu, self) ? "waker-llc" : "elsewhere";
    }

    /** The facts by the names that claims use; texts, numbers and truth values. */
    public Map<String, Object> byName() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("machine", machine);
        facts.put("kind", kind);
        facts.put("wf-sync", wfSync);
        facts.put("reciprocal", reciprocal);
        facts.put("wide", wide);
        facts.put("waker-alone", wakerAlone);
        facts.put("in-interrupt", inInterrupt);
        facts.put("waker-idle", wakerIdle);
        facts.put("smt", smt);
        facts.put("clusters", clusters);
        facts.put("asym-capacity", asymCapacity);
        facts.put("same-cpu", sameCpu);
        facts.put("same-llc", sameLlc);
        facts.put("same-node", sameNode);
        facts.put("wake-affine", wakeAffine);
        facts.put("isolation", isolation);
        facts.put("prev-idle", prevIdle);
        facts.put("waker-cpu-allowed", wakerCpuAllowed);
        facts.put("nr-cpus-allowed", nrCpusAllowed);
        facts.put("wakee-policy", wakeePolicy);
        facts.put("waker-llc-full", wakerLlcFull);
        facts.put("prev-llc-less-busy", prevLlcLessBusy);
        facts.put("waker-llc-idle-core", wakerLlcIdleCore);
        facts.put("prev-llc-idle-core", prevLlcIdleCore);
        facts.put("base-place", basePlace);
        facts.put("place", place);
        facts.put("place-idle", placeIdle);
        return facts;
    }
}
