// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.wakeup.Ladder;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;

/** A stated machine state: a waker A running on one CPU, a sleeping wakee B, the other CPUs idle unless made busy. */
final class Fixture {

    final Scheduler sched;
    final Selection selection;
    final Task waker;
    final Task wakee;
    Ladder ladder;
    int flags = WakeFlags.WF_TTWU;
    boolean inTask = true;

    private int nextPid = 100;

    Fixture(Machine machine, int wakerCpu, int prevCpu) {
        this(machine, wakerCpu, prevCpu, KernelConfig.DEFAULT.withFairGroupSched(false));
    }

    /** The same under a kernel without one feature of scheduling. */
    static Fixture without(SchedFeature feature, Machine machine, int wakerCpu, int prevCpu) {
        KernelConfig config = KernelConfig.DEFAULT.withFairGroupSched(false).withFeature(feature, false);
        return new Fixture(machine, wakerCpu, prevCpu, config);
    }

    private Fixture(Machine machine, int wakerCpu, int prevCpu, KernelConfig config) {
        sched = new Scheduler(DomainBuilder.build(machine), config);
        selection = new Selection(sched);
        waker = new Task(1, "A", CpuMask.all(sched.nrCpus()));
        wakee = new Task(2, "B", CpuMask.all(sched.nrCpus()));
        run(waker, wakerCpu);
        wakee.cpu = prevCpu;
        wakee.wakeCpu = prevCpu;
        wakee.recentUsedCpu = prevCpu;
        for (SchedDomainShared shared : sched.topology.sdLlcShared) {
            if (shared != null) {
                shared.nrIdleScan = sched.nrCpus();
            }
        }
    }

    /** One LLC of single-threaded cores. */
    static Machine cores(int n) {
        return Machine.builder("cores", n).coregroup(List.of(CpuMask.all(n))).build();
    }

    /** One LLC per entry, in one package. */
    static Machine llcs(int n, int... sizes) {
        List<CpuMask> groups = new ArrayList<>();
        int first = 0;
        for (int size : sizes) {
            groups.add(CpuMask.range(n, first, first + size - 1));
            first += size;
        }
        return Machine.builder("llcs", n).coregroup(groups).build();
    }

    /** One LLC of cores with two threads; the sibling of CPU c is c + cores. */
    static Machine smt(int cores) {
        List<CpuMask> siblings = new ArrayList<>();
        for (int core = 0; core < cores; core++) {
            siblings.add(CpuMask.of(2 * cores, core, core + cores));
        }
        return Machine.builder("smt", 2 * cores)
                .smt(siblings)
                .cluster(siblings)
                .coregroup(List.of(CpuMask.all(2 * cores)))
                .build();
    }

    void run(Task task, int cpu) {
        RunQueue rq = sched.rq[cpu];
        if (rq.curr == rq.idle) {
            rq.curr = task;
            task.onCpu = true;
        }
        task.cpu = cpu;
        task.wakeCpu = cpu;
        task.onRq = true;
        rq.nrRunning++;
        rq.cfs.hNrQueued++;
        rq.cfs.hNrRunnable++;
    }

    /** The waker's CPU is idle: what wakes is an interrupt there. */
    Fixture wakerIdle() {
        RunQueue rq = sched.rq[waker.cpu];
        rq.curr = rq.idle;
        rq.nrRunning = 0;
        rq.cfs.hNrQueued = 0;
        rq.cfs.hNrRunnable = 0;
        inTask = false;
        return this;
    }

    Fixture busy(int... cpus) {
        for (int cpu : cpus) {
            run(new Task(nextPid++, "busy", CpuMask.all(sched.nrCpus())), cpu);
        }
        return this;
    }

    Fixture busyExcept(int... idle) {
        CpuMask keep = CpuMask.of(sched.nrCpus(), idle);
        for (int cpu = 0; cpu < sched.nrCpus(); cpu++) {
            if (!keep.test(cpu) && sched.rq[cpu].curr == sched.rq[cpu].idle) {
                busy(cpu);
            }
        }
        return this;
    }

    Fixture delayedOn(int cpu) {
        RunQueue rq = sched.rq[cpu];
        rq.nrRunning++;
        rq.cfs.hNrQueued++;
        return this;
    }

    Fixture sync() {
        flags |= WakeFlags.WF_SYNC;
        return this;
    }

    Fixture reciprocal() {
        waker.lastWakee = wakee;
        wakee.lastWakee = waker;
        return this;
    }

    Fixture idleScan(int budget) {
        for (SchedDomainShared shared : sched.topology.sdLlcShared) {
            if (shared != null) {
                shared.nrIdleScan = budget;
            }
        }
        return this;
    }

    Fixture idleCores(boolean advertised) {
        for (SchedDomainShared shared : sched.topology.sdBalanceShared) {
            if (shared != null) {
                shared.hasIdleCores = advertised;
            }
        }
        return this;
    }

    int place(PlacementPolicy policy) {
        ladder = new Ladder();
        selection.begin(waker.cpu, sched.rq[waker.cpu].curr, inTask, ladder);
        return policy.selectTaskRq(selection, wakee, wakee.cpu, flags);
    }

    String by() {
        return selection.by();
    }

    List<Integer> probed() {
        return ladder.probes().stream().map(Ladder.Probe::cpu).toList();
    }
}
