// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.NrIdleScan;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.topology.SchedDomainShared;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Decision;
import org.wakespec.simulator.wakeup.Decision.Path;
import org.wakespec.simulator.wakeup.Decision.Queued;
import org.wakespec.simulator.wakeup.WakerContext;
import org.wakespec.simulator.wakeup.Wakeups;
import org.wakespec.steps.Actor.State;
import org.wakespec.steps.CpuState.Occupation;
import org.wakespec.steps.Scene.Halved;
import org.wakespec.steps.Scene.LlcStatement;
import org.wakespec.steps.Scene.WidePair;

/**
 * The scheduler of a scene, and what happens in it. The run queues are kept as lists of tasks and written to the
 * scheduler's own structures after every change; averages are stated, and never decay.
 */
final class Live {

    /** Load and utilisation of a task that never sleeps. */
    static final long FULL = 1024;
    /** Load of a SCHED_IDLE task that never sleeps (kernel: WEIGHT_IDLEPRIO). */
    static final long SCHED_IDLE_LOAD = 3;
    /** How long CPUs have been idle unless said otherwise, and how deeply: long, in a deep state. */
    static final long IDLE_FOR_US = 1_000_000;

    static final long EXIT_LATENCY_US = 100;

    private static final long START_NS = 3_600_000_000_000L;
    private static final long START_SECONDS = 3_600;
    /** How long the machine has been up when a scenario begins. */
    static final int UPTIME_MS = 3_600_000;

    private final Scene scene;
    private final Topologies.Key key;
    private final Scheduler sched;
    private final Wakeups wakeups;
    private final List<Placement> placements = new ArrayList<>(2);
    private final List<String> defaults = new ArrayList<>();
    private long elapsedMs;
    private int unnamed;
    private boolean groupsChanged;

    private Live(Scene scene) {
        this.scene = scene;
        key = scene.setup().key(KernelRules.of(scene.policy().info().id()));
        SchedTopology topology = MachineSetup.build(key);
        sched = new Scheduler(topology, scene.setup().config());
        sched.jiffies = START_SECONDS * sched.config.hz();
        sched.now = START_NS;
        wakeups = new Wakeups(sched, scene.policy());
    }

    /** Brings a scene to life: run queues first, then the state that follows from them. */
    static Live start(Scene scene) {
        Live live = new Live(scene);
        for (Actor actor : scene.actors()) {
            live.arrived(actor);
        }
        for (CpuState cpu : scene.cpus()) {
            live.fill(cpu);
            live.sync(cpu);
        }
        live.refreshGroupCapacities();
        live.deriveShared();
        scene.llcStatements().forEach(live::apply);
        scene.widePairs().forEach(live::apply);
        scene.halved().forEach(live::apply);
        new Defaults(scene, live.sched, live.defaults).collect();
        return live;
    }

    Scheduler sched() {
        return sched;
    }

    List<Placement> placements() {
        return placements;
    }

    // ------------------------------------------------------------------ statements

    /** A task the scene has put somewhere: checks it, and gives it what it was not given. */
    void arrived(Actor actor) {
        Task task = actor.task;
        if (task.wakeeFlipDecayTs == 0) {
            task.wakeeFlipDecayTs = sched.jiffies;
        }
        if (task.migrationDisabled && task.cpu >= 0) {
            // migrate_disable() narrows cpus_ptr to the task's CPU and leaves nr_cpus_allowed as it was
            task.cpusPtr = CpuMask.of(sched.nrCpus(), task.cpu);
        }
        if (actor.state == State.RUNNING && !task.cpusPtr.test(task.cpu)) {
            throw new BadScenarioException("task " + actor.name() + " runs on CPU " + task.cpu
                    + ", where it may not run: it may run on "
                    + task.cpusPtr);
        }
    }

    /** Puts unnamed tasks on a CPU, and anew after a statement about it. */
    void settle(CpuState cpu) {
        fill(cpu);
        sync(cpu);
        refreshGroupCapacities();
    }

    private void fill(CpuState cpu) {
        cpu.queue.removeIf(this::isUnnamed);
        if (cpu.current != null && !cpu.queue.contains(cpu.current)) {
            cpu.current = null;
        }
        int named = cpu.queue.size();
        switch (cpu.occupation) {
            case BUSY -> add(cpu, cpu.tasks - named, SchedPolicy.NORMAL, false);
            case SCHED_IDLE -> add(cpu, cpu.tasks - named, SchedPolicy.IDLE, false);
            case REAL_TIME -> add(cpu, 1, SchedPolicy.FIFO, false);
            default -> {}
        }
        add(cpu, cpu.beside, cpu.occupation == Occupation.SCHED_IDLE ? SchedPolicy.IDLE : SchedPolicy.NORMAL, false);
        add(cpu, cpu.delayed, SchedPolicy.NORMAL, true);
        if (cpu.current == null) {
            pickNext(cpu);
        }
        giveAverages(cpu);
    }

    private boolean isUnnamed(Task task) {
        return scene.actors().stream().noneMatch(a -> a.task == task);
    }

    private void add(CpuState cpu, int count, SchedPolicy policy, boolean delayed) {
        for (int i = 0; i < count; i++) {
            Task task =
                    new Task(scene.newPid(), (delayed ? "delayed-" : "busy-") + ++unnamed, CpuMask.all(sched.nrCpus()));
            task.policy = policy;
            task.cpu = cpu.cpu;
            task.wakeCpu = cpu.cpu;
            task.recentUsedCpu = cpu.cpu;
            task.onRq = true;
            task.schedDelayed = delayed;
            cpu.queue.add(task);
        }
    }

    private static void pickNext(CpuState cpu) {
        cpu.current = null;
        for (Task task : cpu.queue) {
            if (!task.schedDelayed && (cpu.current == null || task.policy == SchedPolicy.FIFO)) {
                cpu.current = task;
            }
        }
        if (cpu.current != null) {
            cpu.current.onCpu = true;
        }
    }

    /** Running and queued tasks never slept; they share the CPU's utilisation. Tasks asleep have slept for long. */
    private void giveAverages(CpuState cpu) {
        int sharers = 0;
        for (Task task : cpu.queue) {
            sharers += task.schedDelayed || !task.policy.isFair() ? 0 : 1;
        }
        long capacity = sched.topology.archScaleCpuCapacity[cpu.cpu];
        for (Task task : cpu.queue) {
            if (task.schedDelayed || !task.policy.isFair()) {
                continue;
            }
            Actor actor = actorOf(task);
            if (actor == null || !actor.loadSaid) {
                task.avg.loadAvg = task.policy == SchedPolicy.IDLE ? SCHED_IDLE_LOAD : FULL;
            }
            if (actor == null || !actor.utilisationSaid) {
                task.avg.utilAvg = capacity / sharers;
                task.avg.runnableAvg = capacity;
            }
        }
    }

    private Actor actorOf(Task task) {
        for (Actor actor : scene.actors()) {
            if (actor.task == task) {
                return actor;
            }
        }
        return null;
    }

    /** Writes a CPU's tasks and quantities to the scheduler's structures. */
    void sync(CpuState cpu) {
        RunQueue rq = sched.rq[cpu.cpu];
        int queued = 0;
        int runnable = 0;
        int idle = 0;
        long load = 0;
        long util = 0;
        long runnableAvg = 0;
        int estimate = 0;
        for (Task task : cpu.queue) {
            task.avg.lastUpdateTime = START_NS;
            if (!task.policy.isFair()) {
                continue;
            }
            queued++;
            runnable += task.schedDelayed ? 0 : 1;
            idle += task.policy == SchedPolicy.IDLE ? 1 : 0;
            load += task.avg.loadAvg;
            util += task.avg.utilAvg;
            runnableAvg += task.avg.runnableAvg;
            estimate += task.avg.utilEst & ~SchedAvg.UTIL_AVG_UNCHANGED;
        }
        for (Task task : cpu.sleepers) {
            task.avg.lastUpdateTime = START_NS;
            load += task.avg.loadAvg;
            util += task.avg.utilAvg;
            runnableAvg += task.avg.runnableAvg;
        }
        rq.curr = cpu.current == null ? rq.idle : cpu.current;
        rq.nrRunning = cpu.queue.size();
        rq.cfs.hNrQueued = queued;
        rq.cfs.hNrRunnable = runnable;
        rq.cfs.hNrIdle = idle;
        rq.ttwuPending = cpu.pending || !cpu.wakeList.isEmpty();
        rq.cfs.avg.loadAvg = cpu.load >= 0 ? cpu.load : load;
        rq.cfs.avg.utilAvg =
                cpu.utilisation >= 0 ? cpu.utilisation : Math.min(util, sched.topology.archScaleCpuCapacity[cpu.cpu]);
        rq.cfs.avg.runnableAvg = runnableAvg;
        rq.cfs.avg.utilEst = estimate;
        // the root load is read afresh: what a scenario states is the state at the beginning of a jiffy
        rq.cfs.lastHLoadUpdate = -1;
        rq.cpuCapacity = cpu.capacity >= 0 ? cpu.capacity : sched.topology.archScaleCpuCapacity[cpu.cpu];
        if (cpu.current == null) {
            long idleFor = cpu.idleForUs >= 0 ? cpu.idleForUs : IDLE_FOR_US;
            if (rq.idleStamp == 0 || cpu.idleForUs >= 0) {
                rq.idleStamp = START_NS - idleFor * 1000;
            }
            rq.idleExitLatency = cpu.exitLatencyUs >= 0 ? cpu.exitLatencyUs : EXIT_LATENCY_US;
        } else {
            rq.idleStamp = 0;
            rq.idleExitLatency = -1;
        }
    }

    private void refreshGroupCapacities() {
        boolean stated = false;
        for (CpuState cpu : scene.cpus()) {
            stated |= cpu.capacity >= 0;
        }
        if (stated) {
            groupsChanged = true;
            long[] capacities = new long[sched.nrCpus()];
            for (int cpu = 0; cpu < capacities.length; cpu++) {
                capacities[cpu] = sched.rq[cpu].cpuCapacity;
            }
            sched.topology.refreshGroupCapacities(capacities);
        }
    }

    /** The state of every shared object as the idle set and the stated utilisation imply it. */
    private void deriveShared() {
        for (SchedDomain owner : sched.topology.sharedOwners()) {
            SchedDomainShared shared = owner.shared;
            int busy = 0;
            long util = 0;
            boolean idleCore = false;
            for (int cpu = owner.span.first(); cpu >= 0; cpu = owner.span.next(cpu + 1)) {
                SchedAvg avg = sched.rq[cpu].cfs.avg;
                util += Math.max(avg.utilAvg, avg.utilEst);
                busy += sched.rq[cpu].idleCpu() ? 0 : 1;
                idleCore = idleCore || sched.topology.smtActive && isCoreIdle(cpu);
            }
            shared.nrBusyCpus = busy;
            shared.hasIdleCores = idleCore;
            shared.nrIdleScan = NrIdleScan.of(util, owner.spanWeight, owner.imbalancePct);
        }
    }

    private boolean isCoreIdle(int cpu) {
        CpuMask siblings = sched.topology.smtMask[cpu];
        for (int i = siblings.first(); i >= 0; i = siblings.next(i + 1)) {
            if (!sched.rq[i].idleCpu()) {
                return false;
            }
        }
        return true;
    }

    void apply(LlcStatement statement) {
        int cpu = statement.cpu();
        switch (statement.kind()) {
            case IDLE_CORE -> idleCoreShared(cpu).hasIdleCores = statement.value() != 0;
            case NR_BUSY -> {
                SchedDomainShared shared = llcShared(cpu);
                int size = sched.topology.sdLlcSize[cpu];
                if (statement.value() > size) {
                    throw new BadScenarioException("the LLC of CPU " + cpu + " has " + size + " CPUs: "
                            + statement.value() + " of them cannot count as busy");
                }
                shared.nrBusyCpus = statement.value();
            }
            case SCAN_BUDGET -> {
                llcShared(cpu).nrIdleScan = statement.value();
                SchedDomain asym = sched.topology.sdAsymCpucapacity[cpu];
                if (asym != null && asym.shared != null) {
                    asym.shared.nrIdleScan = statement.value();
                }
            }
        }
    }

    private SchedDomainShared llcShared(int cpu) {
        return existing(sched.topology.sdLlcShared[cpu], cpu);
    }

    /** The object that holds has_idle_cores for a CPU (kernel 7.2: sd_balance_shared). */
    SchedDomainShared idleCoreShared(int cpu) {
        return existing(sched.topology.sdBalanceShared[cpu], cpu);
    }

    private SchedDomainShared existing(SchedDomainShared shared, int cpu) {
        if (shared == null) {
            String why = !sched.topology.active.test(cpu)
                    ? " (it is offline)"
                    : scene.setup().isolated().test(cpu) ? " (it is isolated at boot)" : " (it is alone or isolated)";
            throw new BadScenarioException(
                    "CPU " + cpu + " has no LLC domain" + why + ": there is no shared state to speak of");
        }
        return shared;
    }

    void apply(WidePair pair) {
        Task waker = pair.waker().task;
        Task wakee = pair.wakee().task;
        if (waker.cpu < 0) {
            throw new BadScenarioException("task " + waker.comm
                    + " is on no CPU yet: whether a pair is many-to-many depends on the"
                    + " size of the waker's LLC");
        }
        int size = Math.max(1, sched.topology.sdLlcSize[waker.cpu]);
        wakee.wakeeFlips = size;
        waker.wakeeFlips = size * size;
        waker.wakeeFlipDecayTs = sched.jiffies;
        wakee.wakeeFlipDecayTs = sched.jiffies;
    }

    void apply(Halved statement) {
        statement.actor().task.wakeeFlipDecayTs = sched.jiffies - statement.msAgo() * sched.config.hz() / 1000;
    }

    // ------------------------------------------------------------------ actions

    /** A running task wakes another, in task context or from a softirq on its CPU. */
    void wake(String waker, String wakee, WakerContext context, int flags) {
        Actor from = running(waker, "wake " + wakee);
        wakeOn(from.task.cpu, wakee, context, flags);
    }

    /** An interrupt or softirq on a CPU wakes a task; whatever runs there is the waker. */
    void wakeOn(int cpu, String wakee, WakerContext context, int flags) {
        CpuSet.cpu(scene.machine(), cpu);
        if (!sched.topology.active.test(cpu)) {
            throw new BadScenarioException("CPU " + cpu + " is offline: there is no " + context + " there");
        }
        Actor to = scene.known(wakee);
        if (to.state == State.NOWHERE) {
            throw new BadScenarioException("task " + wakee
                    + " has no previous CPU: say where it slept, for example 'Given " + wakee
                    + " sleeps, last on CPU 5'");
        }
        if (to.state == State.RUNNING && scene.cpu(cpu).current != to.task) {
            throw new BadScenarioException(
                    "task " + wakee + " already runs on CPU " + to.task.cpu + ": only a task asleep can be woken");
        }
        CpuMask idle = idleCpus();
        int recent = to.task.recentUsedCpu;
        decided(to, wakeups.tryToWakeUp(to.task, cpu, context, flags), idle, recent);
    }

    /** A running task forks another. */
    void fork(String parentName, String childName) {
        Actor parent = running(parentName, "fork " + childName);
        Actor child = scene.named(childName);
        if (child.state != State.NOWHERE) {
            throw new BadScenarioException("task " + childName + " already exists, " + child.state + " on CPU "
                    + child.task.cpu
                    + ": only a new task is forked");
        }
        Task from = parent.task;
        Task task = child.task;
        if (!child.affinitySaid) {
            task.setCpusAllowed(from.cpusPtr);
        }
        if (!child.flipsSaid) {
            task.wakeeFlips = from.wakeeFlips;
        }
        if (!child.lastWakeeSaid) {
            task.lastWakee = from.lastWakee;
        }
        task.wakeeFlipDecayTs = from.wakeeFlipDecayTs;
        if (task.policy == SchedPolicy.NORMAL) {
            task.policy = from.policy;
        }
        if (!child.loadSaid) {
            task.avg.loadAvg = task.policy == SchedPolicy.IDLE ? SCHED_IDLE_LOAD : FULL;
        }
        CpuMask idle = idleCpus();
        decided(child, wakeups.fork(task, from.cpu), idle, from.cpu);
    }

    /** A running task calls exec. */
    void exec(String name) {
        Actor actor = running(name, "call exec");
        CpuMask idle = idleCpus();
        decided(actor, wakeups.exec(actor.task.cpu), idle, actor.task.recentUsedCpu);
    }

    private void decided(Actor actor, Decision d, CpuMask idle, int recent) {
        placements.add(new Placement(d, sched.topology, idle, recent, List.copyOf(defaults)));
        Task task = actor.task;
        CpuState from = scene.cpus()[d.prevCpu()];
        CpuState to = scene.cpus()[d.cpu()];
        if (d.path() == Path.DELAYED_REQUEUE) {
            actor.state = State.QUEUED;
        } else if (d.queued() != Queued.NONE || d.path() == Path.SELECTED && d.migrated()) {
            from.sleepers.remove(task);
            from.queue.remove(task);
            if (from.current == task) {
                pickNext(from);
            }
            task.onCpu = false;
            if (d.queued() == Queued.WAKELIST) {
                to.wakeList.add(task);
                actor.state = State.WAKING;
            } else {
                to.queue.add(task);
                actor.state = State.QUEUED;
            }
        }
        sync(from);
        sync(to);
    }

    /** A queued or waking task becomes the running one of its CPU. */
    void run(String name) {
        Actor actor = scene.known(name);
        if (actor.state == State.RUNNING) {
            throw new BadScenarioException("task " + name + " already runs on CPU " + actor.task.cpu);
        }
        if (actor.state != State.QUEUED && actor.state != State.WAKING) {
            throw new BadScenarioException(
                    "task " + name + " is " + actor.state + where(actor) + ": it must be woken before it can run");
        }
        CpuState cpu = scene.cpus()[actor.task.cpu];
        for (Task woken : cpu.wakeList) {
            cpu.queue.add(woken);
            actorOf(woken).state = State.QUEUED;
        }
        cpu.wakeList.clear();
        if (cpu.current != null) {
            cpu.current.onCpu = false;
            Actor preempted = actorOf(cpu.current);
            if (preempted != null) {
                preempted.state = State.QUEUED;
            }
        }
        cpu.current = actor.task;
        actor.task.onCpu = true;
        actor.state = State.RUNNING;
        sync(cpu);
    }

    /** A running task goes to sleep; the next one of its CPU runs, or the CPU goes idle. */
    void sleep(String name) {
        Actor actor = running(name, "go to sleep");
        CpuState cpu = scene.cpus()[actor.task.cpu];
        cpu.queue.remove(actor.task);
        cpu.sleepers.add(actor.task);
        actor.task.onRq = false;
        actor.task.onCpu = false;
        actor.state = State.SLEEPING;
        pickNext(cpu);
        Actor next = cpu.current == null ? null : actorOf(cpu.current);
        if (next != null) {
            next.state = State.RUNNING;
        }
        cpu.idleForUs = -1;
        sync(cpu);
        if (cpu.current == null) {
            sched.rq[cpu.cpu].idleStamp = sched.now;
            updateIdleCore(cpu.cpu);
        }
    }

    /** Kernel 7.2: __update_idle_core(): a CPU that goes idle looks at its siblings, not at itself. */
    private void updateIdleCore(int cpu) {
        SchedDomainShared shared = sched.topology.sdBalanceShared[cpu];
        if (!sched.topology.smtActive || shared == null || shared.hasIdleCores) {
            return;
        }
        CpuMask siblings = sched.topology.smtMask[cpu];
        for (int i = siblings.first(); i >= 0; i = siblings.next(i + 1)) {
            if (i != cpu && !sched.rq[i].idleCpu()) {
                return;
            }
        }
        shared.hasIdleCores = true;
    }

    /** Ticks pass; nothing runs, no average decays. */
    void passTime(long ms) {
        elapsedMs += ms;
        sched.now = START_NS + elapsedMs * 1_000_000;
        sched.jiffies = START_SECONDS * sched.config.hz() + elapsedMs * sched.config.hz() / 1000;
    }

    private Actor running(String name, String what) {
        Actor actor = scene.known(name);
        if (actor.state != State.RUNNING) {
            throw new BadScenarioException("task " + name + " is not running (it is " + actor.state + where(actor)
                    + "): it cannot " + what
                    + ". Say 'Given " + name + " runs on CPU 0', or 'When " + name + " runs' once it has been woken");
        }
        return actor;
    }

    private static String where(Actor actor) {
        return actor.task.cpu < 0 ? "" : " on CPU " + actor.task.cpu;
    }

    private CpuMask idleCpus() {
        CpuMask idle = new CpuMask(sched.nrCpus());
        CpuMask active = sched.topology.active;
        for (int cpu = active.first(); cpu >= 0; cpu = active.next(cpu + 1)) {
            if (sched.rq[cpu].idleCpu()) {
                idle.set(cpu);
            }
        }
        return idle;
    }

    /** Ends the scenario: the domains may serve another one. */
    void close() {
        if (!groupsChanged) {
            Topologies.giveBack(key, sched.topology);
        }
    }

    /** What filled in what was left unsaid, one line each. */
    List<String> defaults() {
        return defaults;
    }
}
