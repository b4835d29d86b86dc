// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.wakespec.policies.UnknownPolicyException;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.CpusetPartition;
import org.wakespec.simulator.topology.InvalidMachineException;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.WakeFlags;
import org.wakespec.simulator.wakeup.WakerContext;
import org.wakespec.steps.Actor.State;
import org.wakespec.steps.CpuState.Occupation;
import org.wakespec.steps.Scene.LlcStatement.Kind;
import org.wakespec.steps.compare.PairedPolicy;
import org.wakespec.steps.compare.StateInWords;

/**
 * Puts the state in front of a decision into Given and When steps. What is written is also carried out on a scene of its
 * own: only steps that bring about the same answers of both policies, by the same rules and for the same facts, are handed
 * out, and of these only the ones that are needed.
 */
final class StatedState implements StateInWords {

    private static final String WAKER = "A";
    private static final String WAKEE = "B";
    private static final String SOMEBODY = "C";
    /** Scenes tried in search of the shortest text. */
    private static final int MOST_SCENES = 160;
    /** Machines on which idle times of every CPU are worth a line each. */
    private static final int FEW_CPUS = 16;

    /** A step, and what it does. */
    private record Statement(String text, Consumer<Scene> effect) {}

    private final String base;
    private final String candidate;

    StatedState(String base, String candidate) {
        this.base = base;
        this.candidate = candidate;
    }

    @Override
    public List<String> tell(Selection s, Task p, int prevCpu, int wakeFlags, Difference wanted) {
        List<Statement> steps = new ArrayList<>();
        if (!machine(s.topology, steps)) {
            return List.of();
        }
        kernel(s, steps);
        boolean wakeup = (wakeFlags & WakeFlags.WF_TTWU) != 0;
        boolean exec = (wakeFlags & WakeFlags.WF_EXEC) != 0;
        boolean named = waker(s, steps);
        if (!wakeup && !named) {
            return List.of();
        }
        if (wakeup) {
            steps.add(new Statement(
                    WAKEE + " sleeps, last on CPU " + prevCpu, x -> x.sleeps(WAKEE, prevCpu, State.SLEEPING)));
        }
        cpus(s, named, steps);
        task(s, exec ? WAKER : WAKEE, p, !wakeup, steps);
        relation(s, p, named, exec, steps);
        loads(s, p, prevCpu, named, wakeup, steps);
        shared(s, p, prevCpu, wanted, steps);
        Statement action = action(s, wakeFlags, named);
        if (!reproduces(steps, action, wanted)) {
            return List.of();
        }
        List<Statement> shortest = shortest(steps, action, wanted);
        List<String> text = new ArrayList<>();
        shortest.forEach(step -> text.add(step.text()));
        text.add(action.text());
        return text;
    }

    // ------------------------------------------------------------------ the machine

    private static boolean machine(SchedTopology t, List<Statement> steps) {
        Machine machine = t.machine;
        Machine plain;
        try {
            plain = Machines.named(machine.name());
            steps.add(new Statement("the machine \"" + machine.name() + "\"", x -> x.machine(plain(machine))));
        } catch (BadScenarioException notInTheCatalogue) {
            try {
                plain = Machines.described(machine.name());
            } catch (BadScenarioException notASentence) {
                return false;
            }
            steps.add(new Statement(machine.name(), x -> x.machine(plain(machine))));
        }
        CpuMask isolated = new CpuMask(machine.isolated());
        isolated.andNot(plain.isolated());
        if (!isolated.isEmpty()) {
            steps.add(new Statement(
                    are(isolated, "is isolated at boot", "are isolated at boot"),
                    x -> x.setupBeforeStart().isolate(isolated)));
        }
        CpuMask offline = new CpuMask(machine.offline());
        offline.andNot(plain.offline());
        if (!offline.isEmpty()) {
            steps.add(new Statement(are(offline, "is offline", "are offline"), x -> x.offline(offline)));
        }
        for (CpusetPartition partition : machine.partitions()) {
            if (!plain.partitions().contains(partition)) {
                steps.add(new Statement(
                        (partition.isolated() ? "an isolated" : "a") + " cpuset partition of " + set(partition.cpus()),
                        x -> x.setupBeforeStart().partition(partition.cpus(), partition.isolated())));
            }
        }
        return true;
    }

    private static Machine plain(Machine machine) {
        try {
            return Machines.named(machine.name());
        } catch (BadScenarioException notInTheCatalogue) {
            return Machines.described(machine.name());
        }
    }

    private static void kernel(Selection s, List<Statement> steps) {
        int hz = s.sched.config.hz();
        if (hz != 1000) {
            steps.add(new Statement("HZ is " + hz, x -> x.setupBeforeStart()
                    .configure(x.setup().config().withHz(hz), "HZ")));
        }
        if (!s.sched.config.fairGroupSched()) {
            steps.add(new Statement("group scheduling is off", x -> x.setupBeforeStart()
                    .configure(x.setup().config().withFairGroupSched(false), "groups")));
        }
    }

    // ------------------------------------------------------------------ tasks and CPUs

    /** Who runs on the waking CPU; says whether that is somebody with a name. */
    private static boolean waker(Selection s, List<Statement> steps) {
        RunQueue rq = s.rq[s.thisCpu];
        Task waker = s.current;
        if (waker.idleTask || !waker.policy.isFair()) {
            return false;
        }
        if (waker.kthreadIsPerCpu || waker.kthread && waker.nrCpusAllowed == 1) {
            int cpu = s.thisCpu;
            steps.add(new Statement(WAKER + " is a kernel thread pinned to CPU " + cpu, x -> {
                x.mayRunOn(WAKER, x.only(cpu));
                Task kthread = x.described(WAKER).task;
                kthread.kthread = true;
                kthread.kthreadIsPerCpu = true;
            }));
        } else if (waker.kthread) {
            steps.add(new Statement(WAKER + " is a kernel thread", x -> x.described(WAKER).task.kthread = true));
        }
        if (waker.policy != SchedPolicy.NORMAL) {
            SchedPolicy policy = waker.policy;
            steps.add(new Statement(WAKER + " is SCHED_" + policy.name(), x -> x.schedPolicy(WAKER, policy)));
        }
        if (waker.exiting) {
            steps.add(new Statement(WAKER + " is exiting", x -> x.described(WAKER).task.exiting = true));
        }
        int cpu = s.thisCpu;
        int others = Math.max(0, rq.nrRunning - rq.cfs.hNrDelayed() - 1);
        String company = others == 0 ? "" : " beside " + others + (others == 1 ? " other task" : " other tasks");
        steps.add(new Statement(WAKER + " runs on CPU " + cpu + company, x -> x.runs(WAKER, cpu, others, 0)));
        return true;
    }

    /** What all CPUs do, those that do the same together. */
    private static void cpus(Selection s, boolean named, List<Statement> steps) {
        int n = s.topology.nrCpus;
        Map<Integer, CpuMask> busy = new LinkedHashMap<>();
        Map<Integer, CpuMask> delayed = new LinkedHashMap<>();
        CpuMask schedIdle = new CpuMask(n);
        CpuMask realTime = new CpuMask(n);
        CpuMask pending = new CpuMask(n);
        CpuMask active = s.topology.active;
        for (int cpu = active.first(); cpu >= 0; cpu = active.next(cpu + 1)) {
            RunQueue rq = s.rq[cpu];
            int asleep = rq.cfs.hNrDelayed();
            if (asleep > 0) {
                delayed.computeIfAbsent(asleep, k -> new CpuMask(n)).set(cpu);
            }
            if (rq.ttwuPending) {
                pending.set(cpu);
            }
            if (named && cpu == s.thisCpu) {
                continue;
            }
            int runnable = rq.nrRunning - asleep;
            if (rq.nrRunning > rq.cfs.hNrQueued) {
                realTime.set(cpu);
            } else if (runnable > 0 && rq.schedIdleRq()) {
                schedIdle.set(cpu);
            } else if (runnable > 0 || rq.nrRunning == 0 && rq.curr != rq.idle) {
                busy.computeIfAbsent(Math.max(1, runnable), k -> new CpuMask(n)).set(cpu);
            }
        }
        busy.forEach((tasks, mask) -> steps.add(new Statement(
                are(mask, "is busy", "are busy") + (tasks == 1 ? "" : " with " + tasks + " tasks"),
                x -> x.occupy(cpuSet(mask), Occupation.BUSY, tasks))));
        if (!schedIdle.isEmpty()) {
            steps.add(new Statement(
                    are(schedIdle, "runs only SCHED_IDLE tasks", "run only SCHED_IDLE tasks"),
                    x -> x.occupy(cpuSet(schedIdle), Occupation.SCHED_IDLE, 1)));
        }
        if (!realTime.isEmpty()) {
            steps.add(new Statement(
                    are(realTime, "runs a real-time task", "run a real-time task"),
                    x -> x.occupy(cpuSet(realTime), Occupation.REAL_TIME, 1)));
        }
        delayed.forEach((tasks, mask) -> steps.add(new Statement(
                are(mask, "holds ", "hold ") + (tasks == 1 ? "a delayed task" : tasks + " delayed tasks"),
                x -> x.delayedTasks(cpuSet(mask), tasks))));
        if (!pending.isEmpty()) {
            steps.add(new Statement(
                    are(pending, "has a pending remote wakeup", "have a pending remote wakeup"),
                    x -> x.pendingWakeup(cpuSet(pending))));
        }
    }

    /** What is so about the task to place. */
    private static void task(Selection s, String name, Task p, boolean placedSlowly, List<Statement> steps) {
        if (p.nrCpusAllowed < s.topology.nrCpus) {
            CpuMask allowed = p.cpusPtr;
            steps.add(new Statement(name + " may run on " + set(allowed), x -> x.mayRunOn(name, allowed)));
        }
        if (p.policy != SchedPolicy.NORMAL && !name.equals(WAKER)) {
            SchedPolicy policy = p.policy;
            steps.add(new Statement(name + " is SCHED_" + policy.name(), x -> x.schedPolicy(name, policy)));
        }
        if (p.recentUsedCpu >= 0 && p.recentUsedCpu != p.wakeCpu && !placedSlowly) {
            int recent = p.recentUsedCpu;
            steps.add(new Statement(name + " recently used CPU " + recent, x -> x.recentlyUsed(name, recent)));
        }
        if (placedSlowly && p.numaPreferredNid >= 0) {
            int node = p.numaPreferredNid;
            steps.add(new Statement(
                    "the NUMA-preferred node of " + name + " is " + node, x -> x.preferredNode(name, node)));
        }
        if (p.durAvg > 0) {
            long us = p.durAvg / 1000;
            steps.add(new Statement(
                    name + " runs for " + us + " us on average", x -> x.described(name).task.durAvg = us * 1000));
        }
    }

    /** Who woke whom, and how often they change. */
    private static void relation(Selection s, Task p, boolean named, boolean exec, List<Statement> steps) {
        if (exec) {
            return;
        }
        Task waker = s.current;
        if (named) {
            if (p.lastWakee == waker) {
                steps.add(new Statement(WAKEE + " last woke " + WAKER, x -> x.lastWoke(WAKEE, WAKER)));
            }
            if (waker.lastWakee == p) {
                steps.add(new Statement(WAKER + " last woke " + WAKEE, x -> x.lastWoke(WAKER, WAKEE)));
            } else if (waker.lastWakee != null) {
                steps.add(new Statement(WAKER + " last woke " + SOMEBODY, x -> x.lastWoke(WAKER, SOMEBODY)));
            }
            flips(s, WAKER, waker, steps);
        }
        flips(s, WAKEE, p, steps);
    }

    private static void flips(Selection s, String name, Task task, List<Statement> steps) {
        int flips = task.wakeeFlips;
        if (flips > 0) {
            steps.add(new Statement(
                    name + " has " + flips + (flips == 1 ? " wakee flip" : " wakee flips"), x -> x.flips(name, flips)));
            long ms = (s.sched.jiffies - task.wakeeFlipDecayTs) * 1000 / s.sched.config.hz();
            if (ms > 1000 && ms < Integer.MAX_VALUE) {
                steps.add(new Statement(
                        "the flips of " + name + " were last halved " + ms + " ms ago", x -> x.flipsHalved(name, ms)));
            }
        }
    }

    // ------------------------------------------------------------------ quantities

    private static void loads(Selection s, Task p, int prev, boolean named, boolean wakeup, List<Statement> steps) {
        if (named) {
            long load = s.current.avg.loadAvg;
            steps.add(new Statement("the load of " + WAKER + " is " + load, x -> x.load(WAKER, load)));
        }
        if (p != s.current) {
            long load = p.avg.loadAvg;
            steps.add(new Statement("the load of " + WAKEE + " is " + load, x -> x.load(WAKEE, load)));
            long util = Math.min(1024, p.avg.utilAvg);
            steps.add(new Statement("the utilisation of " + WAKEE + " is " + util, x -> x.utilisation(WAKEE, util)));
            int estimate = p.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED;
            steps.add(new Statement(
                    "the estimated utilisation of " + WAKEE + " is " + estimate,
                    x -> x.estimatedUtilisation(WAKEE, estimate)));
        }
        Set<Integer> cpus = new TreeSet<>();
        if (wakeup) {
            cpus.add(s.thisCpu);
            cpus.add(prev);
        } else {
            for (int cpu = s.topology.active.first(); cpu >= 0; cpu = s.topology.active.next(cpu + 1)) {
                cpus.add(cpu);
            }
        }
        for (int cpu : cpus) {
            RunQueue rq = s.rq[cpu];
            quantity(steps, "the load of CPU " + cpu + " is ", cpu, rq.cfs.avg.loadAvg, (c, v) -> c.load = v);
            if (!wakeup) {
                quantity(
                        steps,
                        "the utilisation of CPU " + cpu + " is ",
                        cpu,
                        Math.min(1024, rq.cfs.avg.utilAvg),
                        (c, v) -> c.utilisation = v);
                if (rq.idleCpu() && s.topology.nrCpus <= FEW_CPUS) {
                    idle(s, rq, steps);
                }
            }
        }
        for (int cpu = s.topology.active.first(); cpu >= 0; cpu = s.topology.active.next(cpu + 1)) {
            long left = s.rq[cpu].cpuCapacity;
            if (left != s.topology.archScaleCpuCapacity[cpu] && left >= 1 && left <= 1024) {
                quantity(steps, "the capacity left on CPU " + cpu + " is ", cpu, left, (c, v) -> c.capacity = v);
            }
        }
    }

    private static void idle(Selection s, RunQueue rq, List<Statement> steps) {
        int cpu = rq.cpu;
        long us = Math.max(0, (s.sched.now - rq.idleStamp) / 1000);
        if (rq.idleStamp > 0 && us < Integer.MAX_VALUE) {
            String text = "CPU " + cpu + " went idle " + us + " us ago";
            steps.add(new Statement(text, x -> stated(x, cpu, c -> c.idleForUs = us)));
        }
        if (rq.idleExitLatency >= 0) {
            long latency = rq.idleExitLatency;
            steps.add(new Statement(
                    "CPU " + cpu + " is in an idle state with exit latency " + latency + " us",
                    x -> stated(x, cpu, c -> c.exitLatencyUs = latency)));
        }
    }

    @FunctionalInterface
    private interface Quantity {
        void set(CpuState cpu, long value);
    }

    private static void quantity(List<Statement> steps, String text, int cpu, long value, Quantity quantity) {
        if (value <= Integer.MAX_VALUE) {
            steps.add(new Statement(text + value, x -> stated(x, cpu, c -> quantity.set(c, value))));
        }
    }

    private static void stated(Scene scene, int cpu, Consumer<CpuState> effect) {
        CpuState state = scene.cpu(cpu);
        effect.accept(state);
        scene.touched(state);
    }

    /** The state of the last-level caches a wakeup may look at. */
    private static void shared(Selection s, Task p, int prev, Difference wanted, List<Statement> steps) {
        Set<SchedDomainShared> said = new LinkedHashSet<>();
        int[] cpus = {s.thisCpu, prev, p.recentUsedCpu, wanted.baseCpu(), wanted.cpu()};
        for (int cpu : cpus) {
            if (cpu < 0 || s.topology.sdLlcShared[cpu] == null || !said.add(s.topology.sdLlcShared[cpu])) {
                continue;
            }
            SchedDomainShared llc = s.topology.sdLlcShared[cpu];
            SchedDomainShared idle = s.topology.sdBalanceShared[cpu];
            if (idle != null && s.topology.smtActive) {
                boolean has = idle.hasIdleCores;
                steps.add(new Statement(
                        "the LLC of CPU " + cpu + " advertises " + (has ? "an" : "no") + " idle core",
                        x -> x.llc(cpu, Kind.IDLE_CORE, has ? 1 : 0)));
            }
            int budget = llc.nrIdleScan;
            steps.add(new Statement(
                    "the scan budget of the LLC of CPU " + cpu + " is " + budget,
                    x -> x.llc(cpu, Kind.SCAN_BUDGET, budget)));
            int busy = Math.min(llc.nrBusyCpus, s.topology.sdLlcSize[cpu]);
            steps.add(new Statement(
                    busy + (busy == 1 ? " CPU" : " CPUs") + " of the LLC of CPU " + cpu
                            + (busy == 1 ? " counts" : " count") + " as busy",
                    x -> x.llc(cpu, Kind.NR_BUSY, busy)));
        }
    }

    // ------------------------------------------------------------------ the action, and the proof

    private static Statement action(Selection s, int wakeFlags, boolean named) {
        if ((wakeFlags & WakeFlags.WF_FORK) != 0) {
            return new Statement(WAKER + " forks " + WAKEE, x -> x.live().fork(WAKER, WAKEE));
        }
        if ((wakeFlags & WakeFlags.WF_EXEC) != 0) {
            return new Statement(WAKER + " execs", x -> x.live().exec(WAKER));
        }
        int flags = wakeFlags & CallerFlags.ALLOWED;
        String with = flags == 0 ? "" : " with " + String.join(" and ", WakeFlags.names(flags));
        if (named && s.inTask) {
            return new Statement(
                    WAKER + " wakes " + WAKEE + with, x -> x.live().wake(WAKER, WAKEE, WakerContext.TASK, flags));
        }
        int cpu = s.thisCpu;
        return new Statement("an interrupt on CPU " + cpu + " wakes " + WAKEE + with, x -> x.live()
                .wakeOn(cpu, WAKEE, WakerContext.INTERRUPT, flags));
    }

    /** Drops what is not needed: first whole stretches, then single steps. */
    private List<Statement> shortest(List<Statement> steps, Statement action, Difference wanted) {
        List<Statement> kept = new ArrayList<>(steps);
        int scenes = 0;
        // the machine stays
        int from = 1;
        int stretch = Math.max(1, (kept.size() - from) / 2);
        while (stretch >= 1) {
            for (int end = kept.size(); end > from; end -= stretch) {
                int begin = Math.max(from, end - stretch);
                if (scenes++ >= MOST_SCENES) {
                    return kept;
                }
                List<Statement> fewer = new ArrayList<>(kept.subList(0, begin));
                fewer.addAll(kept.subList(end, kept.size()));
                if (reproduces(fewer, action, wanted)) {
                    kept = fewer;
                }
            }
            stretch /= 2;
        }
        return kept;
    }

    private boolean reproduces(List<Statement> steps, Statement action, Difference wanted) {
        Scene scene = null;
        try {
            PairedPolicy policy = new PairedPolicy(
                    Policies.registry().create(candidate),
                    Policies.registry().create(base),
                    PairedPolicy.log(
                            Policies.registry().create(candidate),
                            Policies.registry().create(base)),
                    null);
            scene = new Scene(policy);
            for (Statement step : steps) {
                step.effect().accept(scene);
            }
            action.effect().accept(scene);
            scene.checkAllUsed();
            List<Placement> placements = scene.live().placements();
            Decision decision = placements.get(placements.size() - 1).decision();
            return decision.cpu() == wanted.cpu() && wanted.equals(policy.last());
        } catch (BadScenarioException | InvalidMachineException | UnknownPolicyException contradiction) {
            return false;
        } finally {
            if (scene != null && scene.started()) {
                scene.live().close();
            }
        }
    }

    // ------------------------------------------------------------------ words

    private static CpuSet cpuSet(CpuMask mask) {
        return new CpuSet(set(mask));
    }

    private static String set(CpuMask mask) {
        return (mask.weight() == 1 ? "CPU " : "CPUs ") + mask;
    }

    private static String are(CpuMask mask, String one, String many) {
        return set(mask) + " " + (mask.weight() == 1 ? one : many);
    }
}
