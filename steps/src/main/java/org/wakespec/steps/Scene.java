// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.steps.Actor.State;
import org.wakespec.steps.CpuState.Occupation;

/**
 * What a scenario has stated so far: machine, CPUs, tasks, shared state. The scheduler itself comes to be with the
 * first action, see {@link Live}; statements made after that take effect at once.
 */
final class Scene {

    /** A statement about the shared state of the last-level cache of a CPU. */
    record LlcStatement(int cpu, Kind kind, int value) {
        enum Kind {
            IDLE_CORE,
            SCAN_BUDGET,
            NR_BUSY
        }
    }

    /** Two tasks whose flip counters are to make them many-to-many. */
    record WidePair(Actor waker, Actor wakee) {}

    /** A task whose flips were last halved some time before the first action. */
    record Halved(Actor actor, long msAgo) {}

    private final PlacementPolicy policy;
    private final MachineSetup setup = new MachineSetup();
    private final Map<String, Actor> actors = new LinkedHashMap<>();
    private final List<LlcStatement> llcStatements = new ArrayList<>(2);
    private final List<WidePair> widePairs = new ArrayList<>(1);
    private final List<Halved> halved = new ArrayList<>(1);
    private CpuState[] cpus;
    private Live live;
    private int nextPid = 100;

    Scene(PlacementPolicy policy) {
        this.policy = policy;
    }

    PlacementPolicy policy() {
        return policy;
    }

    MachineSetup setup() {
        return setup;
    }

    boolean started() {
        return live != null;
    }

    /** The running scheduler; made when first asked for. */
    Live live() {
        if (live == null) {
            machine();
            live = Live.start(this);
        }
        return live;
    }

    // ------------------------------------------------------------------ machine

    void machine(Machine machine) {
        setup.state(machine);
        cpus = new CpuState[machine.nrCpus()];
        for (int cpu = 0; cpu < cpus.length; cpu++) {
            cpus[cpu] = new CpuState(cpu);
        }
    }

    Machine machine() {
        return setup.machine();
    }

    /** For statements about the machine: it is fixed once the scheduler exists. */
    MachineSetup setupBeforeStart() {
        if (started()) {
            throw new BadScenarioException(
                    "the machine and its kernel cannot change any more: a task has been woken already; say this "
                            + "before the first When");
        }
        machine();
        return setup;
    }

    void offline(CpuMask mask) {
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            CpuState state = cpus[cpu];
            if (state.said() && state.occupation != Occupation.IDLE) {
                throw new BadScenarioException("CPU " + cpu + " cannot be offline: " + whatRuns(state));
            }
        }
        setupBeforeStart().unplug(mask);
    }

    private static String whatRuns(CpuState state) {
        if (state.current != null) {
            return state.current.comm + " runs there";
        }
        return switch (state.occupation) {
            case BUSY -> "it was said to be busy";
            case SCHED_IDLE -> "it was said to run SCHED_IDLE tasks";
            case REAL_TIME -> "it was said to run a real-time task";
            default -> state.pending ? "it was said to have a pending wakeup" : "it was said to hold a delayed task";
        };
    }

    // ------------------------------------------------------------------ CPUs

    CpuState cpu(int cpu) {
        machine();
        return cpus[CpuSet.cpu(machine(), cpu)];
    }

    CpuState[] cpus() {
        return cpus;
    }

    /** The CPUs a statement is about. */
    CpuMask resolve(CpuSet set) {
        CpuMask mask = set.on(machine(), setup::llcOf);
        if (set.others()) {
            CpuMask others = new CpuMask(mask);
            for (CpuState state : cpus) {
                if (state.said() || setup.isOffline(state.cpu)) {
                    others.clear(state.cpu);
                }
            }
            return others;
        }
        return mask;
    }

    /** What runs on the CPUs; a later statement replaces an earlier one. */
    void occupy(CpuSet set, Occupation occupation, int tasks) {
        CpuMask mask = resolve(set);
        boolean whole = set.toString().startsWith("all ");
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            CpuState state = cpus[cpu];
            if (setup.isOffline(cpu)) {
                if (whole) {
                    continue;
                }
                if (occupation == Occupation.IDLE) {
                    throw new BadScenarioException("CPU " + cpu + " is offline: it cannot be idle as well");
                }
                throw new BadScenarioException("CPU " + cpu + " is offline: nothing can run there");
            }
            checkOccupation(state, occupation);
            state.occupation = occupation;
            state.tasks = tasks;
            touched(state);
        }
    }

    private void checkOccupation(CpuState state, Occupation occupation) {
        if (state.current == null || !actors.containsKey(state.current.comm) || state.occupation == occupation) {
            return;
        }
        String name = state.current.comm;
        if (occupation == Occupation.IDLE) {
            throw new BadScenarioException("CPU " + state.cpu + " cannot be idle: " + name + " runs there");
        }
        if (occupation == Occupation.REAL_TIME) {
            throw new BadScenarioException(
                    "CPU " + state.cpu + " cannot run a real-time task: " + name + " runs there");
        }
        if (occupation == Occupation.SCHED_IDLE && state.current.policy != SchedPolicy.IDLE) {
            throw new BadScenarioException("CPU " + state.cpu + " cannot run only SCHED_IDLE tasks: " + name
                    + " runs there and is not SCHED_IDLE");
        }
    }

    void delayedTasks(CpuSet set, int count) {
        eachOnline(set, "hold a delayed task", state -> state.delayed = count);
    }

    void pendingWakeup(CpuSet set) {
        eachOnline(set, "have a pending wakeup", state -> state.pending = true);
    }

    /** Something that only a CPU which is online can have. */
    void eachOnline(CpuSet set, String what, Consumer<CpuState> statement) {
        CpuMask mask = resolve(set);
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            if (setup.isOffline(cpu)) {
                throw new BadScenarioException("CPU " + cpu + " is offline: it cannot " + what);
            }
            statement.accept(cpus[cpu]);
            touched(cpus[cpu]);
        }
    }

    void touched(CpuState state) {
        if (started()) {
            live.settle(state);
        }
    }

    // ------------------------------------------------------------------ tasks

    Collection<Actor> actors() {
        return actors.values();
    }

    /** A task by name; made if it was not named before. */
    Actor named(String name) {
        Actor known = actors.get(name);
        if (known != null) {
            return known;
        }
        Task task = new Task(nextPid++, name, CpuMask.all(machine().nrCpus()));
        task.cpu = -1;
        task.wakeCpu = -1;
        task.recentUsedCpu = -1;
        Actor actor = new Actor(task);
        actors.put(name, actor);
        return actor;
    }

    /** A task that the scenario describes, and that must therefore exist somewhere. */
    Actor described(String name) {
        Actor actor = named(name);
        actor.described = true;
        return actor;
    }

    /**
     * A task that was named before.
     *
     * @throws BadScenarioException naming the nearest known one
     */
    Actor known(String name) {
        Actor actor = actors.get(name);
        if (actor == null) {
            throw new BadScenarioException("unknown task '" + name + "'" + Nearest.suggestion(name, actors.keySet())
                    + (actors.isEmpty()
                            ? " No task has been named yet"
                            : " Tasks named so far: " + String.join(", ", actors.keySet()))
                    + ". Say where it is first, for example 'Given " + name + " sleeps, last on CPU 5'");
        }
        return actor;
    }

    int newPid() {
        return nextPid++;
    }

    private void place(Actor actor, int cpu, State state) {
        cpu(cpu);
        if (actor.state != State.NOWHERE) {
            throw new BadScenarioException("task " + actor.name() + " is already " + actor.state + " on CPU "
                    + actor.task.cpu
                    + ": a task is in one place only");
        }
        actor.state = state;
        Task task = actor.task;
        task.cpu = cpu;
        task.wakeCpu = cpu;
        if (!actor.recentSaid) {
            task.recentUsedCpu = cpu;
        }
    }

    /** The task is current on the CPU. */
    void runs(String name, int cpuNumber, int beside, int delayedBeside) {
        CpuState cpu = cpu(cpuNumber);
        Actor actor = named(name);
        if (setup.isOffline(cpuNumber)) {
            throw new BadScenarioException("CPU " + cpuNumber + " is offline: " + name + " cannot run there");
        }
        if (cpu.current != null && actors.containsKey(cpu.current.comm) && cpu.current != actor.task) {
            throw new BadScenarioException(cpu.current.comm + " already runs on CPU " + cpuNumber
                    + ": only one task is current;"
                    + " say '" + cpu.current.comm + " runs on CPU " + cpuNumber
                    + " beside 1 other task' for a queued one");
        }
        if (cpu.occupation == Occupation.REAL_TIME) {
            throw new BadScenarioException(
                    "CPU " + cpuNumber + " runs a real-time task: " + name + " cannot run there");
        }
        if (cpu.occupation == Occupation.SCHED_IDLE && actor.task.policy != SchedPolicy.IDLE) {
            throw new BadScenarioException("CPU " + cpuNumber + " runs only SCHED_IDLE tasks: " + name
                    + ", which is not SCHED_IDLE, cannot run there");
        }
        if (cpu.occupation == Occupation.IDLE) {
            throw new BadScenarioException("CPU " + cpuNumber + " was said to be idle: " + name + " cannot run there");
        }
        place(actor, cpuNumber, State.RUNNING);
        if (started() && cpu.current != null) {
            cpu.current.onCpu = false;
        }
        actor.task.onRq = true;
        actor.task.onCpu = true;
        cpu.queue.add(0, actor.task);
        cpu.current = actor.task;
        cpu.beside = beside;
        cpu.delayed += delayedBeside;
        arrived(actor, cpu);
    }

    /** The task sleeps; the CPU is where it ran last. */
    void sleeps(String name, int cpuNumber, State how) {
        CpuState cpu = cpu(cpuNumber);
        Actor actor = named(name);
        if (how != State.SLEEPING && setup.isOffline(cpuNumber)) {
            throw new BadScenarioException("CPU " + cpuNumber + " is offline: " + name + " cannot be on it any more");
        }
        place(actor, cpuNumber, how);
        Task task = actor.task;
        if (how == State.DELAYED) {
            task.onRq = true;
            task.schedDelayed = true;
            cpu.queue.add(task);
        } else {
            task.onCpu = how == State.SWITCHING_OUT;
            cpu.sleepers.add(task);
        }
        arrived(actor, cpu);
    }

    private void arrived(Actor actor, CpuState cpu) {
        if (started()) {
            live.arrived(actor);
            live.settle(cpu);
        }
    }

    void mayRunOn(String name, CpuMask allowed) {
        if (allowed.isEmpty()) {
            throw new BadScenarioException("task " + name + " needs at least one CPU it may run on");
        }
        Actor actor = described(name);
        actor.affinitySaid = true;
        actor.task.setCpusAllowed(allowed);
    }

    /** The set of one CPU. */
    CpuMask only(int cpuNumber) {
        cpu(cpuNumber);
        return CpuMask.of(machine().nrCpus(), cpuNumber);
    }

    void preferredNode(String name, int node) {
        if (node >= machine().nrNodes()) {
            throw new BadScenarioException("there is no node " + node + ": "
                    + machine().name() + " has nodes 0-" + (machine().nrNodes() - 1));
        }
        described(name).task.numaPreferredNid = node;
    }

    void schedPolicy(String name, SchedPolicy schedPolicy) {
        Actor actor = described(name);
        if (actor.state == State.RUNNING
                && schedPolicy != SchedPolicy.IDLE
                && cpus[actor.task.cpu].occupation == Occupation.SCHED_IDLE) {
            throw new BadScenarioException(
                    "CPU " + actor.task.cpu + " runs only SCHED_IDLE tasks: " + name + " runs there");
        }
        actor.task.policy = schedPolicy;
        changed(actor);
    }

    void load(String name, long load) {
        Actor actor = described(name);
        actor.task.avg.loadAvg = load;
        actor.loadSaid = true;
        changed(actor);
    }

    void utilisation(String name, long utilisation) {
        Actor actor = described(name);
        actor.task.avg.utilAvg = utilisation;
        actor.task.avg.runnableAvg = utilisation;
        actor.utilisationSaid = true;
        changed(actor);
    }

    void estimatedUtilisation(String name, int estimate) {
        Actor actor = described(name);
        actor.task.avg.utilEst = estimate;
        changed(actor);
    }

    private void changed(Actor actor) {
        if (started() && actor.task.cpu >= 0) {
            live.sync(cpus[actor.task.cpu]);
        }
    }

    void recentlyUsed(String name, int cpuNumber) {
        cpu(cpuNumber);
        Actor actor = described(name);
        actor.task.recentUsedCpu = cpuNumber;
        actor.recentSaid = true;
    }

    // ------------------------------------------------------------------ wake statistics and shared state

    void lastWoke(String waker, String wakee) {
        if (waker.equals(wakee)) {
            throw new BadScenarioException("task " + waker + " cannot have woken itself");
        }
        Actor actor = described(waker);
        actor.task.lastWakee = named(wakee).task;
        actor.lastWakeeSaid = true;
    }

    void wokeNobody(String name) {
        Actor actor = described(name);
        actor.task.lastWakee = null;
        actor.task.wakeeFlips = 0;
        actor.flipsSaid = true;
        actor.lastWakeeSaid = true;
    }

    void flips(String name, int flips) {
        Actor actor = described(name);
        actor.task.wakeeFlips = flips;
        actor.flipsSaid = true;
    }

    void flipsHalved(String name, long msAgo) {
        Halved statement = new Halved(described(name), msAgo);
        halved.add(statement);
        if (started()) {
            live.apply(statement);
        }
    }

    void manyToMany(String a, String b) {
        WidePair pair = new WidePair(described(a), described(b));
        pair.waker().flipsSaid = true;
        pair.wakee().flipsSaid = true;
        widePairs.add(pair);
        if (started()) {
            live.apply(pair);
        }
    }

    void llc(int cpuNumber, LlcStatement.Kind kind, int value) {
        cpu(cpuNumber);
        LlcStatement statement = new LlcStatement(cpuNumber, kind, value);
        llcStatements.add(statement);
        if (started()) {
            live.apply(statement);
        }
    }

    List<LlcStatement> llcStatements() {
        return llcStatements;
    }

    List<WidePair> widePairs() {
        return widePairs;
    }

    List<Halved> halved() {
        return halved;
    }

    /**
     * Looks for what was described but never took part: most likely a mistyped name.
     *
     * @throws BadScenarioException naming the task
     */
    void checkAllUsed() {
        for (Actor actor : actors.values()) {
            if (actor.described && actor.state == State.NOWHERE) {
                List<String> others = actors.keySet().stream()
                        .filter(n -> !n.equals(actor.name()))
                        .toList();
                throw new BadScenarioException("task '" + actor.name()
                        + "' was described but is nowhere: it neither runs nor sleeps"
                        + Nearest.suggestion(actor.name(), others));
            }
        }
    }
}
