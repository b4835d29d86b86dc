// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.wakespec.report.trace.Trace;
import org.wakespec.report.trace.TraceRecorder;
import org.wakespec.simulator.Simulation;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.idle.IdleState;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.record.EventLog;
import org.wakespec.simulator.record.ObserverGroup;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.record.WorkConservation;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.steps.Comparison;
import org.wakespec.steps.RunningScenarios;
import org.wakespec.steps.TimedScene;

/**
 * A scenario in which time passes, under one policy: what was stated, the simulation once the machine runs, and what was
 * measured.
 */
final class MachineRun {

    /** Virtual time after which a task that is to end is given up, in ns. */
    private static final long PATIENCE = 1_000_000_000_000L;
    /** How exactly a number of operations is met, in ns. */
    private static final long SLOT = 10_000;

    /** Events kept for the report of a failure. */
    private static final int EVENTS = 400;

    private final TimedScene scene;
    private final String policy;

    private final List<UnaryOperator<KernelConfig>> changes = new ArrayList<>(2);
    private Boolean hrtick;
    /** As stated; null: as the machine's file says. */
    private MachineFamily family;

    private final Map<Cost, Long> costs = new EnumMap<>(Cost.class);
    private List<IdleState> idleStates;
    private long seed = 1;
    /** Asked beside the policy for every decision; null: nobody. */
    private Comparison comparison;
    /** null: not a repetition. */
    private Long repeatedSeed;

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private Simulation sim;
    private TraceRecorder recorder;
    private Tracks tracks;
    private WorkConservation conservation;
    private EventLog events;
    private Timeline timeline;
    private final PlacementLog placements = new PlacementLog();
    private Command program;
    private boolean ended;

    private long measuredFrom;
    private final Map<CounterName, Long> countedBefore = new EnumMap<>(CounterName.class);
    private final Map<SimTask, Long> ranBefore = new LinkedHashMap<>();

    MachineRun(TimedScene scene, String policy) {
        this.scene = scene;
        this.policy = policy;
        // a policy under which time cannot pass is refused with the first statement
        TimedScene.newPolicy(policy);
    }

    // ------------------------------------------------------------------ the kernel and the machine

    /** Has a second policy asked beside this one for every decision. */
    void compare(Comparison second) {
        comparison = second;
    }

    /** Who is asked beside the policy. */
    Optional<Comparison> comparison() {
        return Optional.ofNullable(comparison);
    }

    /** The seed in force. */
    long seed() {
        return repeatedSeed == null ? seed : repeatedSeed;
    }

    private PlacementPolicy newPolicy() {
        PlacementPolicy own = TimedScene.newPolicy(policy);
        return comparison == null ? own : comparison.beside(own);
    }

    private void beforeStart() {
        if (started()) {
            throw TimedScene.bad(
                    "the machine and its kernel cannot change any more: the machine runs already; say this before the"
                            + " first step in which time passes");
        }
    }

    void configure(UnaryOperator<KernelConfig> change) {
        beforeStart();
        changes.add(change);
    }

    void hrtick(boolean on) {
        beforeStart();
        hrtick = on;
    }

    void family(MachineFamily newFamily) {
        beforeStart();
        family = newFamily;
    }

    void cost(Cost cost, long value) {
        beforeStart();
        costs.put(cost, value);
    }

    void idleStates(List<IdleState> states) {
        beforeStart();
        idleStates = states;
    }

    void seed(long newSeed) {
        beforeStart();
        seed = newSeed;
    }

    /** The same scenario is run once more: whatever it says, the seed is this one. */
    void repeated(long newSeed) {
        repeatedSeed = newSeed;
    }

    TimedScene scene() {
        return scene;
    }

    String policy() {
        return policy;
    }

    boolean started() {
        return sim != null;
    }

    /** The simulation; its machine starts to run with the first call. */
    private Simulation sim() {
        if (sim == null) {
            Machine machine = scene.machine();
            scene.check(groups.keySet());
            scene.close();
            KernelConfig config = scene.config();
            CostModel model = scene.costs();
            if (family != null && family != model.family()) {
                model = CostModel.of(family);
            }
            boolean exactSlices = hrtick == null ? model.family().hrtickByDefault() : hrtick;
            config = config.withFeature(SchedFeature.HRTICK, exactSlices);
            try {
                for (UnaryOperator<KernelConfig> change : changes) {
                    config = change.apply(config);
                }
                for (Map.Entry<Cost, Long> cost : costs.entrySet()) {
                    model = model.with(cost.getKey(), cost.getValue());
                }
            } catch (IllegalArgumentException e) {
                throw TimedScene.bad(e.getMessage(), e);
            }
            if (idleStates != null) {
                model = model.withIdleStates(idleStates);
            }
            tracks = new Tracks(machine.nrCpus());
            conservation = new WorkConservation(Simulation.START, scene.online());
            events = new EventLog(EVENTS);
            timeline = new Timeline(machine.nrCpus());
            // what a scenario is compared with leaves no trace
            recorder = policy.equals(scene.policy()) ? TraceFiles.recorder(machine.nrCpus()) : null;
            SimObserver observer = new ObserverGroup(tracks, conservation, events, placements, timeline);
            sim = Simulation.on(machine, newPolicy())
                    .config(config)
                    .costs(model)
                    .seed(seed())
                    .observer(recorder == null ? observer : new ObserverGroup(observer, recorder))
                    .build();
            placements.watch(sim.scheduler());
            RunningScenarios.started(this, sim);
            measure();
        }
        return sim;
    }

    /** What was recorded; null: traces are not wanted. */
    Trace trace() {
        return recorder == null ? null : recorder.trace();
    }

    Simulation simulation() {
        return sim;
    }

    Scheduler scheduler() {
        return sim.scheduler();
    }

    // ------------------------------------------------------------------ programs

    /**
     * Gives a name a program.
     *
     * @param copies how many tasks do the same
     */
    void define(String name, int copies, Supplier<Behaviour> behaviour) {
        if (copies < 1 || copies > 100_000) {
            throw TimedScene.bad("there are at least 1 and at most 100000 copies of " + name + ", not " + copies);
        }
        if (groups.containsKey(name)) {
            throw TimedScene.bad("task " + name + " has a program already: a task does one thing");
        }
        Group group = new Group(name);
        for (int i = 0; i < copies; i++) {
            group.members.add(new Member(group, behaviour.get()));
        }
        groups.put(name, group);
    }

    /**
     * What a name stands for.
     *
     * @throws org.wakespec.steps.BadScenarioException naming the nearest known one
     */
    Group group(String name) {
        Group group = groups.get(name);
        if (group == null) {
            throw unknown(name);
        }
        return group;
    }

    private RuntimeException unknown(String name) {
        Set<String> known = new LinkedHashSet<>(groups.keySet());
        if (started()) {
            sim.tasks().forEach(t -> known.add(t.task.comm));
        }
        return TimedScene.bad("no task is called '" + name + "'" + TimedScene.nearest(name, known)
                + (known.isEmpty() ? " None has a program yet." : " Tasks: " + String.join(", ", known) + ".")
                + " Give it a program first, for example '" + name + " computes for ever'");
    }

    /** A statement about a task before it starts. */
    Group beforeStart(String name, String instead) {
        Group group = group(name);
        if (group.started) {
            throw TimedScene.bad(name + " has started already: say this before the machine runs" + instead);
        }
        return group;
    }

    void startsOn(String name, CpuMask cpus) {
        if (cpus.isEmpty()) {
            throw TimedScene.bad(name + " starts on at least one CPU");
        }
        Group group = beforeStart(name, "");
        int cpu = cpus.first();
        for (Member member : group.members) {
            member.startCpu = cpu;
            cpu = cpus.next(cpu + 1);
            cpu = cpu < 0 ? cpus.first() : cpu;
        }
    }

    void pinnedOneEach(String name, CpuMask cpus) {
        Group group = beforeStart(name, "");
        if (cpus.weight() != group.members.size()) {
            throw TimedScene.bad("there are " + group.members.size() + " copies of " + name + " and " + cpus.weight()
                    + " CPUs (" + cpus + "): one each needs as many");
        }
        int cpu = cpus.first();
        for (Member member : group.members) {
            member.own = CpuMask.of(scene.machine().nrCpus(), cpu);
            cpu = cpus.next(cpu + 1);
        }
    }

    void forked(String child, String parent, long afterNs) {
        Group children = beforeStart(child, "");
        Group parents = beforeStart(parent, "");
        if (children == parents) {
            throw TimedScene.bad(child + " cannot fork itself");
        }
        if (parents.members.size() != 1) {
            throw TimedScene.bad("there are " + parents.members.size() + " copies of " + parent + ": one task forks");
        }
        for (Member member : children.members) {
            if (member.forked) {
                throw TimedScene.bad(child + " is forked already: a task is forked once");
            }
            member.forked = true;
            boolean first = member == children.members.get(0);
            parents.members.get(0).program.fork(first ? afterNs : 0, member);
        }
    }

    /** What the one task of that name waits for. */
    Signal signalOf(String name) {
        Group group = group(name);
        Signal signal = group.members.get(0).program.signal();
        if (signal == null || group.members.size() != 1) {
            throw TimedScene.bad(name + " does not wait to be woken: say first, for example, '" + name
                    + " computes 1 ms whenever it is" + " woken'");
        }
        return signal;
    }

    /** Makes the tasks that were defined since the last time. */
    private void makeTasks() {
        Simulation simulation = sim();
        scene.check(groups.keySet());
        for (Group group : groups.values()) {
            if (group.startAt >= 0) {
                continue;
            }
            group.startAt = simulation.now() + group.startAfter;
            CpuMask allowed = scene.allowed(group.name);
            SchedPolicy schedPolicy = scene.schedPolicy(group.name);
            int copy = 0;
            for (Member member : group.members) {
                CpuMask mask = member.own != null ? member.own : allowed;
                String name = group.members.size() == 1 ? group.name : group.name + "-" + ++copy;
                SimTask first = group.members.get(0).task;
                member.task = mask == null
                        ? simulation.task(name, member.program)
                        : simulation.task(name, member.program, mask);
                placements.copy(member.task.task, group.name);
                scheduler().core.initTask(member.task.task, schedPolicy, group.nice, group.sliceNs);
                if (group.oneProcess && first != null) {
                    simulation.joinProcess(member.task, first);
                }
                if (group.slackNs >= 0) {
                    member.task.timerSlack = group.slackNs;
                }
                if (member.program.signal() != null) {
                    member.program.signal().waiter = member.task;
                }
            }
        }
    }

    private void start(Group group) {
        group.started = true;
        for (Member member : group.members) {
            if (member.forked) {
                continue;
            }
            try {
                if (member.startCpu < 0) {
                    sim.start(member.task);
                } else {
                    sim.start(member.task, member.startCpu);
                }
            } catch (IllegalArgumentException e) {
                throw TimedScene.bad(e.getMessage(), e);
            }
            if (member.program instanceof Behaviours.Interrupted device) {
                sim.interrupts(device.line, device.periodNs, device.periodNs);
            }
        }
    }

    /** The group that starts next, at or before a time; null: none. */
    private Group nextToStart(long until) {
        Group next = null;
        for (Group group : groups.values()) {
            if (!group.started && group.startAt <= until && (next == null || group.startAt < next.startAt)) {
                next = group;
            }
        }
        return next;
    }

    // ------------------------------------------------------------------ time

    void runFor(long ns) {
        runUntil(sim().now() + ns);
    }

    private void runUntil(long time) {
        makeTasks();
        for (Group group = nextToStart(time); group != null; group = nextToStart(time)) {
            sim.runUntil(group.startAt);
            start(group);
        }
        sim.runUntil(time);
    }

    private void startAll() {
        makeTasks();
        for (Group group = nextToStart(Long.MAX_VALUE); group != null; group = nextToStart(Long.MAX_VALUE)) {
            sim.runUntil(group.startAt);
            start(group);
        }
    }

    void runUntilEnded(String name) {
        Group group = group(name);
        startAll();
        long limit = sim.now() + PATIENCE;
        for (Member member : group.members) {
            sim.runUntilDone(member.task, limit);
        }
    }

    void runUntilRounds(String name, long rounds) {
        Group group = group(name);
        makeTasks();
        long limit = sim.now() + PATIENCE;
        while (group.members.stream().anyMatch(m -> m.program.rounds < rounds)) {
            if (sim.now() > limit) {
                throw TimedScene.bad(name + " has not done " + rounds + " rounds within " + Duration.words(PATIENCE)
                        + " of virtual time");
            }
            if (nextToStart(Long.MAX_VALUE) == null) {
                sim.requireAlive();
            }
            runUntil(nextSlot(limit));
        }
    }

    /** The end of the slot in which something happens next. */
    private long nextSlot(long limit) {
        long next = Math.min(sim.nextEventAt(), limit);
        Group group = nextToStart(Long.MAX_VALUE);
        if (group != null) {
            next = Math.min(next, group.startAt);
        }
        long slots = (next - sim.now() + SLOT - 1) / SLOT;
        return sim.now() + Math.max(1, slots) * SLOT;
    }

    /** Starts a program given by its command line, and waits for its end if asked. */
    void run(Command command, boolean toItsEnd) {
        startAll();
        List<SimTask> before = sim.tasks();
        program = command;
        SimTask main = command.start(sim);
        command.pin(sim, sim.tasks().subList(before.size(), sim.tasks().size()));
        if (toItsEnd) {
            long limit = sim.now() + PATIENCE;
            sim.runUntilDone(main, limit);
        }
        ended = toItsEnd;
    }

    /** Whether a program has run to its end: then it has measured what it measures. */
    boolean measuredByProgram() {
        return program != null && ended;
    }

    /** Which task was on which run queue when, since measuring started. */
    Timeline timeline() {
        return timeline;
    }

    /** Virtual time at which measuring started, in ns. */
    long measuredFrom() {
        return measuredFrom;
    }

    /** The program started last by its command line; null: none was. */
    Command programIfAny() {
        return program;
    }

    /** What an rt-app workload has logged; empty: none has run. */
    String programLog(int most) {
        return program == null ? "" : program.log(most);
    }

    /** The program started last by its command line. */
    Command program() {
        if (program == null) {
            throw TimedScene.bad(
                    "no program has run: say first, for example, 'the program \"perf bench sched pipe -l 1000\" runs to its"
                            + " end'");
        }
        return program;
    }

    // ------------------------------------------------------------------ changes while it runs

    private void changing(String name, Consumer<SimTask> change) {
        Group group = group(name);
        makeTasks();
        if (!group.started) {
            throw TimedScene.bad(name + " has not started yet: let the machine run first");
        }
        for (Member member : group.members) {
            if (member.task.state != SimTask.DEAD && member.task.state != SimTask.NEW) {
                change.accept(member.task);
            }
        }
    }

    void move(String name, CpuMask cpus) {
        changing(name, t -> {
            try {
                sim.setAffinity(t, cpus);
            } catch (IllegalArgumentException e) {
                throw TimedScene.bad(e.getMessage(), e);
            }
        });
    }

    void cpuset(String name, CpuMask cpus) {
        changing(name, t -> {
            try {
                sim.setCpuset(t, cpus);
            } catch (IllegalArgumentException e) {
                throw TimedScene.bad(e.getMessage(), e);
            }
        });
    }

    void renice(String name, int nice) {
        changing(name, t -> sim.setNice(t, nice));
    }

    void slice(String name, long sliceNs) {
        changing(name, t -> sim.setScheduler(t, t.task.policy, t.task.nice, sliceNs));
    }

    void schedPolicy(String name, SchedPolicy newPolicy) {
        changing(name, t -> sim.setScheduler(t, newPolicy, t.task.nice, t.task.customSlice ? t.task.slice : 0));
    }

    void end(String name) {
        group(name).members.forEach(m -> m.program.ending = true);
    }

    // ------------------------------------------------------------------ what was measured

    /** Starts measuring afresh. */
    void measure() {
        Simulation simulation = sim();
        measuredFrom = simulation.now();
        tracks.reset();
        conservation.reset(measuredFrom);
        placements.reset();
        timeline.reset(measuredFrom);
        for (CounterName counter : CounterName.values()) {
            countedBefore.put(counter, counter.of(simulation.counters()));
        }
        ranBefore.clear();
        simulation.tasks().forEach(t -> ranBefore.put(t, ranSinceStart(t)));
    }

    /** Time measured so far in ns. */
    long measuredNs() {
        return sim.now() - measuredFrom;
    }

    /** Everything that bears the name: a task, the copies of one, or the tasks of a program. */
    List<SimTask> tasks(String name) {
        Group group = groups.get(name);
        List<SimTask> tasks = new ArrayList<>();
        if (group != null) {
            group.members.forEach(m -> tasks.add(m.task));
        } else {
            for (SimTask t : sim.tasks()) {
                if (t.task.comm.equals(name)) {
                    tasks.add(t);
                }
            }
        }
        if (tasks.isEmpty() || tasks.contains(null)) {
            throw unknown(name);
        }
        return tasks;
    }

    /** The one task of a name. */
    SimTask task(String name) {
        List<SimTask> tasks = tasks(name);
        if (tasks.size() != 1) {
            throw TimedScene.bad(tasks.size() + " tasks are called " + name + ": this step is about one");
        }
        return tasks.get(0);
    }

    TaskTrack track(SimTask t) {
        return tracks.of(t.task);
    }

    /** The longest time a CPU sat idle beside a waiting task that could have used it; null: there was none. */
    WorkConservation.Window longestIdleBeside() {
        return conservation.longest(sim.now());
    }

    /** The last events of the run. */
    EventLog events() {
        return events;
    }

    /** Has decisions about the task recorded, with their ladders. */
    void recordPlacements(String name) {
        beforeStart();
        placements.record(name);
    }

    PlacementLog placements() {
        return placements;
    }

    long counted(CounterName counter) {
        return counter.of(sim.counters()) - countedBefore.get(counter);
    }

    /** Run time of a task since measuring started, in ns. */
    long ran(SimTask t) {
        return ranSinceStart(t) - ranBefore.getOrDefault(t, 0L);
    }

    private long ranSinceStart(SimTask t) {
        Task p = t.task;
        RunQueue rq = scheduler().rq[p.cpu];
        long unaccounted = rq.curr == p ? Math.max(0, sim.now() - p.execStart) : 0;
        return p.sumExecRuntime + unaccounted;
    }

    Collection<String> names() {
        Set<String> names = new LinkedHashSet<>(groups.keySet());
        Set<SimTask> own = new LinkedHashSet<>();
        groups.values().forEach(g -> g.members.forEach(m -> own.add(m.task)));
        for (SimTask t : sim.tasks()) {
            if (!own.contains(t)) {
                names.add(t.task.comm);
            }
        }
        return names;
    }
}
