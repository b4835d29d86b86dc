// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.wakespec.simulator.balance.Balancer;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.MachineFamily;
import org.wakespec.simulator.ipc.InterruptLine;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.ipc.SimulationFailure.Kind;
import org.wakespec.simulator.record.Counters;
import org.wakespec.simulator.record.Monitor;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.SchedFeature;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.MmStruct;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.task.Weights;
import org.wakespec.simulator.time.RandomStream;
import org.wakespec.simulator.time.RandomStreams;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.DomainBuilder;
import org.wakespec.simulator.topology.Machine;
import org.wakespec.simulator.wakeup.PlacementPolicy;

/**
 * A machine whose virtual time can be let run: tasks execute programs on it under the scheduler of the simulated kernel. Equal
 * machines, policies, configurations, programs and seeds give equal runs, event by event. Used by one thread; simulations share
 * nothing.
 */
public final class Simulation {

    /** Virtual time at which a simulation starts, in ns: past boot, so that no clock is 0. */
    public static final long START = 1_000_000_000L;

    /** Events without any task completing an operation after which a run is given up. */
    private static final long MOST_FRUITLESS = 20_000_000L;

    private static final int MOST_TASKS = 100_000;
    /** What a task takes, with its program and what is recorded of it: rather too much. */
    private static final long BYTES_PER_TASK = 4096;

    private static final int NAMED_TASKS = 20;
    private static final int CHECK_MASK = (1 << 20) - 1;
    /** Half of what a clock can hold: a sum of two times that are earlier does not overflow. */
    private static final long END_OF_TIME = Long.MAX_VALUE / 2;

    private final SimKernel k;
    /** What ends it before its time; null: nothing does. */
    private volatile Supplier<? extends RuntimeException> stop;

    private final RandomStreams random;
    private final RandomStream forkCpu;
    private final CpuMask everywhere;

    private Simulation(Builder b) {
        KernelConfig config = b.config != null
                ? b.config
                : KernelConfig.DEFAULT.withFeature(
                        SchedFeature.HRTICK, b.costs.family().hrtickByDefault());
        Scheduler sched = new Scheduler(DomainBuilder.build(b.machine), config);
        sched.startClocks(START);
        sched.jiffies = START / config.tickNsec();
        random = new RandomStreams(b.seed);
        forkCpu = random.stream("fork");
        k = new SimKernel(sched, b.policy, b.costs, random, b.maxTasks);
        everywhere = new CpuMask(sched.topology.active);
        k.observe(b.observer);
        if (b.monitored) {
            k.monitor = new Monitor(sched);
        }
        k.boot();
    }

    /** Starts the description of a simulation. */
    public static Builder on(Machine machine, PlacementPolicy policy) {
        return new Builder(machine, policy);
    }

    /** What a simulation is made of. */
    public static final class Builder {

        private final Machine machine;
        private final PlacementPolicy policy;
        private KernelConfig config;
        private CostModel costs = CostModel.of(MachineFamily.INTEL);
        private long seed = 1;
        private int maxTasks = roomInMemory();
        private SimObserver observer;
        private boolean monitored = true;

        private Builder(Machine machine, PlacementPolicy policy) {
            this.machine = Objects.requireNonNull(machine, "machine");
            this.policy = Objects.requireNonNull(policy, "policy");
        }

        /** Kernel configuration; unless given the default, with HRTICK as the machine's family has it. */
        public Builder config(KernelConfig newConfig) {
            config = newConfig;
            return this;
        }

        /** What everything costs; unless given the defaults of {@link MachineFamily#INTEL}. */
        public Builder costs(CostModel newCosts) {
            costs = Objects.requireNonNull(newCosts, "costs");
            return this;
        }

        /** Decides tick phase, fork CPUs and all that is random; unless given 1. */
        public Builder seed(long newSeed) {
            seed = newSeed;
            return this;
        }

        private static int roomInMemory() {
            return (int) Math.min(MOST_TASKS, Runtime.getRuntime().maxMemory() / BYTES_PER_TASK);
        }

        /** Room for tasks, a thread of the kernel for each CPU included; unless given 100 000, or what the memory is enough for. */
        public Builder maxTasks(int count) {
            maxTasks = count;
            return this;
        }

        /** Whom to tell of every event. */
        public Builder observer(SimObserver newObserver) {
            observer = newObserver;
            return this;
        }

        /** Whether accounting and affinity are watched; on unless switched off. */
        public Builder monitored(boolean on) {
            monitored = on;
            return this;
        }

        public Simulation build() {
            return new Simulation(this);
        }
    }

    // ---- tasks ----

    /** A new task that may run everywhere; {@link #start} or a fork brings it to life. */
    public SimTask task(String name, Program program) {
        return task(name, program, everywhere);
    }

    /**
     * A new task.
     *
     * @param allowed CPUs it may use
     * @throws SimulationFailure if there is no room for it
     */
    public SimTask task(String name, Program program, CpuMask allowed) {
        Objects.requireNonNull(program, "program");
        int index = k.nextIndex(name);
        try {
            return newTask(name, program, allowed, index);
        } catch (OutOfMemoryError e) {
            throw noMemory("task '" + name + "' was to be made", e);
        }
    }

    private SimTask newTask(String name, Program program, CpuMask allowed, int index) {
        Task p = new Task(index + 1, name, allowed);
        k.sched.core.initTask(p, SchedPolicy.NORMAL, 0, 0);
        p.mm = new MmStruct();
        SimTask t = new SimTask(p, program, index);
        t.userCpus = allowed == everywhere ? null : allowed;
        k.register(t);
        return t;
    }

    /**
     * Makes a task that was not started yet a thread of another's process.
     *
     * @throws IllegalArgumentException if it was started
     */
    public void joinProcess(SimTask t, SimTask other) {
        if (t.state != SimTask.NEW) {
            throw new IllegalArgumentException(t + " was started already");
        }
        k.addThread(t, other);
    }

    /** Starts a task that nobody forks, on a CPU drawn from the allowed ones. */
    public void start(SimTask t) {
        CpuMask usable = new CpuMask(t.task.cpusPtr);
        usable.and(everywhere);
        if (usable.isEmpty()) {
            throw new IllegalArgumentException(t + " may run on " + t.task.cpusPtr + ", none of which is online");
        }
        int nth = forkCpu.nextInt(usable.weight());
        int cpu = usable.first();
        for (int i = 0; i < nth; i++) {
            cpu = usable.next(cpu + 1);
        }
        start(t, cpu);
    }

    /** Starts a task that nobody forks, on the CPU. */
    public void start(SimTask t, int cpu) {
        if (t.state != SimTask.NEW) {
            throw new IllegalArgumentException(t + " was started already");
        }
        if (!t.task.cpusPtr.test(cpu) || !everywhere.test(cpu)) {
            throw new IllegalArgumentException(t + " may not run on CPU " + cpu + ", only on " + t.task.cpusPtr);
        }
        SimCpu c = k.cpus[cpu];
        k.acting = c;
        k.sched.thisCpu = cpu;
        k.ticks.catchUp();
        t.task.cpu = cpu;
        t.state = SimTask.RUNNING;
        t.runnableSince = k.now;
        k.awake++;
        k.sched.core.wakeUpNewTask(t.task, cpu);
        k.counters.wakeups++;
        if (k.observer != null) {
            k.observer.onWakeup(k.now, cpu, t.task);
        }
        if (c.mode == SimCpu.IDLE) {
            k.idle.wake(c, SimCpu.FLAG, 0);
        } else {
            acted(c);
        }
    }

    /** Raises an interrupt line {@code first} ns from now and then every {@code period} ns; 0: once. */
    public void interrupts(InterruptLine line, long first, long period) {
        if (first < 0 || period < 0 || period > END_OF_TIME || k.now + first < 0 || k.now + first > END_OF_TIME) {
            throw k.failure(Kind.BAD_TIME, line + ": interrupts after " + first + " ns every " + period + " ns");
        }
        k.devices.add(line, k.now + first, period);
    }

    /** Kernel: sched_setaffinity() by somebody outside of the simulation, at no cost. */
    public void setAffinity(SimTask t, CpuMask allowed) {
        CpuMask usable = new CpuMask(allowed);
        usable.and(everywhere);
        if (usable.isEmpty()) {
            throw new IllegalArgumentException("affinity of " + t + ": none of the CPUs '" + allowed + "' is online");
        }
        SimCpu c = actOn(t);
        if (!k.setAffinity(t, allowed)) {
            throw new IllegalArgumentException(
                    "affinity of " + t + ": its cpuset '" + t.cpuset + "' has none of the CPUs '" + allowed + "'");
        }
        acted(c);
    }

    /**
     * The cpuset that the task is in gets other CPUs, or the task gets into another one, at no cost: it may use those that its
     * affinity names, or all if there is none. What it forks is in the same cpuset.
     *
     * @throws IllegalArgumentException if none of the CPUs is online
     */
    public void setCpuset(SimTask t, CpuMask cpus) {
        CpuMask usable = new CpuMask(cpus);
        usable.and(everywhere);
        if (usable.isEmpty()) {
            throw new IllegalArgumentException("cpuset of " + t + ": none of the CPUs '" + cpus + "' is online");
        }
        SimCpu c = actOn(t);
        k.setCpuset(t, usable);
        acted(c);
    }

    /** Kernel: set_user_nice() by somebody outside of the simulation, at no cost. */
    public void setNice(SimTask t, int nice) {
        requireNice(nice);
        Task p = t.task;
        if (t.state == SimTask.NEW) {
            k.sched.core.initTask(p, p.policy, nice, p.customSlice ? p.slice : 0);
            return;
        }
        SimCpu c = actOn(t);
        k.setNice(t, nice);
        acted(c);
    }

    /**
     * Kernel: sched_setattr() by somebody outside of the simulation, at no cost.
     *
     * @param sliceNs custom slice; 0: the default
     */
    public void setScheduler(SimTask t, SchedPolicy policy, int nice, long sliceNs) {
        if (!policy.isFair()) {
            throw new IllegalArgumentException("programs run in the fair class; " + policy + " is not modelled");
        }
        requireNice(nice);
        if (sliceNs < 0) {
            throw new IllegalArgumentException("a slice is a number of ns, or 0 for the default, not " + sliceNs);
        }
        if (t.state == SimTask.NEW) {
            k.sched.core.initTask(t.task, policy, nice, sliceNs);
            return;
        }
        SimCpu c = actOn(t);
        k.sched.core.schedSetattr(t.task, policy, nice, sliceNs);
        acted(c);
    }

    private static void requireNice(int nice) {
        if (nice < Weights.MIN_NICE || nice > Weights.MAX_NICE) {
            throw new IllegalArgumentException(
                    "nice is " + Weights.MIN_NICE + " to " + Weights.MAX_NICE + ", not " + nice);
        }
    }

    private SimCpu actOn(SimTask t) {
        if (t.state == SimTask.DEAD) {
            throw new IllegalArgumentException(t + " has ended");
        }
        SimCpu c = k.cpus[t.task.cpu];
        k.acting = c;
        k.sched.thisCpu = c.cpu;
        return c;
    }

    /** What was asked for from outside is noticed as from another CPU: a request to reschedule at once brings an interrupt. */
    private void acted(SimCpu c) {
        boolean listens = c.mode == SimCpu.RUN || c.mode == SimCpu.SWITCH && c.current != null;
        if (listens && c.rq.needResched()) {
            k.interrupts.arrive(c, SimCpu.IRQ_RESCHED);
        }
    }

    // ---- time ----

    /** Virtual time in ns. */
    public long now() {
        return k.now;
    }

    /**
     * How far the simulation is, in words: virtual time that passed and events counted. May be asked by another thread while
     * the simulation runs, and then may be a moment behind.
     */
    public String progress() {
        return SimulationFailure.formatTime(k.now - START) + " virtual, " + k.counters.events() + " events";
    }

    /**
     * Ends the run of time that goes on, and each later one, by an exception: at the next of the checks that are made about
     * every million events. May be asked by another thread.
     */
    public void stop(Supplier<? extends RuntimeException> reason) {
        stop = reason;
    }

    /** Virtual time up to which nothing happens, in ns; {@link Long#MAX_VALUE}: for ever. */
    public long nextEventAt() {
        return k.queue.peekTime();
    }

    /** Lets {@code ns} of virtual time pass. */
    public void runFor(long ns) {
        if (ns < 0 || k.now + ns < 0) {
            throw k.failure(Kind.BAD_TIME, "the simulation cannot run for " + ns + " ns");
        }
        runUntil(k.now + ns);
    }

    /** Lets virtual time pass up to {@code time}. */
    public void runUntil(long time) {
        goOn();
        long events = 0;
        long seen = -1;
        try {
            while (k.step(time)) {
                if ((++events & CHECK_MASK) == 0) {
                    seen = timePasses(seen);
                }
            }
        } catch (OutOfMemoryError e) {
            throw noMemory(describe(), e);
        }
        k.advanceTo(Math.max(k.now, time));
    }

    private void goOn() {
        Supplier<? extends RuntimeException> reason = stop;
        if (reason != null) {
            throw reason.get();
        }
    }

    /** Ends the run if it is to stop, or if no time has passed since it was {@code seen}; returns what it is now. */
    private long timePasses(long seen) {
        goOn();
        if (k.now == seen) {
            throw k.failure(
                    Kind.NO_PROGRESS,
                    "more than " + CHECK_MASK + " events without any time passing: the costs of what tasks do are 0; "
                            + describe());
        }
        return k.now;
    }

    /**
     * Whether something can still happen to a task that waits for others.
     *
     * @throws SimulationFailure if all tasks sleep and nothing can wake one, naming them
     */
    public void requireAlive() {
        if (k.awake == 0 && k.armedTimers == 0) {
            throw deadlock();
        }
    }

    /**
     * Whether there is room for so many more tasks.
     *
     * @param what what needs them
     * @throws SimulationFailure if there is not
     */
    public void requireRoom(long count, String what) {
        if (count > k.room()) {
            throw k.failure(
                    Kind.TOO_MANY_TASKS,
                    what + " needs " + count + " tasks, and there is room for " + k.room() + " more");
        }
    }

    /**
     * Lets virtual time pass until the task has ended.
     *
     * @param limit virtual time by which it has to
     * @throws SimulationFailure if it does not, if all tasks sleep for ever, or if nothing gets done
     */
    public void runUntilDone(SimTask t, long limit) {
        try {
            untilDone(t, limit);
        } catch (OutOfMemoryError e) {
            throw noMemory("waiting for " + t + "; " + describe(), e);
        }
    }

    private void untilDone(SimTask t, long limit) {
        goOn();
        long events = 0;
        long checked = k.shortcuts;
        long operations = -1;
        long fruitless = 0;
        long seen = -1;
        while (t.state != SimTask.DEAD) {
            if (!k.step(limit) || (k.awake == 0 && k.armedTimers == 0 && t.state != SimTask.DEAD)) {
                throw k.awake == 0 && k.armedTimers == 0 ? deadlock() : late(t, limit);
            }
            long done = ++events + k.shortcuts;
            if (done - checked > CHECK_MASK) {
                seen = timePasses(seen);
                long sum = operations();
                fruitless = sum == operations ? fruitless + done - checked : 0;
                checked = done;
                operations = sum;
                if (fruitless > MOST_FRUITLESS) {
                    throw k.failure(
                            Kind.NO_PROGRESS,
                            fruitless + " events passed without any task completing an operation; waiting for " + t
                                    + "; " + describe());
                }
            }
        }
    }

    private SimulationFailure noMemory(String what, OutOfMemoryError e) {
        SimulationFailure failure = k.failure(
                Kind.TOO_MANY_TASKS,
                "the memory of this process, " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB, is used up with "
                        + k.nrTasks() + " tasks; " + what);
        failure.initCause(e);
        return failure;
    }

    private long operations() {
        long sum = 0;
        for (int i = 0; i < k.nrTasks(); i++) {
            sum += k.task(i).operations;
        }
        return sum;
    }

    private SimulationFailure deadlock() {
        return k.failure(Kind.DEADLOCK, "all tasks sleep and nothing can wake one: " + describe());
    }

    private SimulationFailure late(SimTask t, long limit) {
        return k.failure(
                Kind.NO_PROGRESS, t + " has not ended by " + SimulationFailure.formatTime(limit) + "; " + describe());
    }

    private String describe() {
        StringBuilder text = new StringBuilder();
        int named = 0;
        int more = 0;
        for (int i = 0; i < k.nrTasks(); i++) {
            SimTask t = k.task(i);
            if (t.task.kthread || t.state == SimTask.NEW || t.state == SimTask.DEAD) {
                continue;
            }
            if (named++ >= NAMED_TASKS) {
                more++;
                continue;
            }
            text.append(named > 1 ? ", " : "").append(t).append(" in ").append(t.waitingFor());
        }
        return more == 0 ? text.toString() : text + " and " + more + " more";
    }

    // ---- what came of it ----

    /** What was counted so far; changes as time passes. */
    public Counters counters() {
        k.counters.lines = k.lines.moved();
        return k.counters;
    }

    /** The scheduler's own state. */
    public Scheduler scheduler() {
        return k.sched;
    }

    /** The load balancer's own state. */
    public Balancer balancer() {
        return k.balancing.balancer();
    }

    /** The watcher of accounting and affinity, or null. */
    public Monitor monitor() {
        return k.monitor;
    }

    /** Costs in force. */
    public CostModel costs() {
        return k.costs;
    }

    /** Random streams of the simulation's seed, for programs. */
    public RandomStreams random() {
        return random;
    }

    /** All tasks made so far but the kernel's own. */
    public List<SimTask> tasks() {
        List<SimTask> list = new ArrayList<>();
        for (int i = 0; i < k.nrTasks(); i++) {
            if (!k.task(i).task.kthread) {
                list.add(k.task(i));
            }
        }
        return list;
    }

    /** Time for which online CPUs were idle so far, summed, in ns (kernel: the idle column of /proc/stat). */
    public long idleNs() {
        long sum = 0;
        for (SimCpu c : k.cpus) {
            if (everywhere.test(c.cpu)) {
                sum += c.idleTime + (c.mode == SimCpu.IDLE ? k.now - c.idleSince : 0);
            }
        }
        return sum;
    }

    /** The task that executes on the CPU, or null if it is idle or switching. */
    public SimTask runningOn(int cpu) {
        SimCpu c = k.cpus[cpu];
        return c.mode == SimCpu.RUN ? c.current : null;
    }
}
