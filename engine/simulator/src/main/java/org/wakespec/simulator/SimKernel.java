// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import java.util.Arrays;
import org.wakespec.simulator.cost.Cost;
import org.wakespec.simulator.cost.CostModel;
import org.wakespec.simulator.cost.Lines;
import org.wakespec.simulator.idle.MenuGovernor;
import org.wakespec.simulator.ipc.Kernel;
import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.ipc.SimulationFailure;
import org.wakespec.simulator.ipc.SimulationFailure.Kind;
import org.wakespec.simulator.record.Counters;
import org.wakespec.simulator.record.Monitor;
import org.wakespec.simulator.record.SimObserver;
import org.wakespec.simulator.runqueue.KernelConfig;
import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.runqueue.SchedEvents;
import org.wakespec.simulator.runqueue.Scheduler;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.time.EventQueue;
import org.wakespec.simulator.time.RandomStreams;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.NrIdleScan;
import org.wakespec.simulator.topology.SchedDomain;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.Selection;
import org.wakespec.simulator.wakeup.TaskPlacement;
import org.wakespec.simulator.wakeup.WakeFlags;
import org.wakespec.simulator.wakeup.WakerContext;

/** The running kernel: its parts, the event loop, and what system calls ask for. One thread uses it. */
final class SimKernel implements Kernel, SchedEvents {

    final Scheduler sched;
    final CostModel costs;
    final Lines lines;
    final SimCpu[] cpus;
    final EventQueue queue;
    final Counters counters = new Counters();
    final long tickNsec;
    final long costSyscallExit;

    final Execution execution;
    final IdleLoop idle;
    final Interrupts interrupts;
    final Timers timers;
    final Ticks ticks;
    final WakeupPath wakeups;
    final Stoppers stoppers;
    final Balancing balancing;
    final Devices devices;

    /** Absent: null. */
    SimObserver observer;

    DecisionReports decisions;

    Monitor monitor;

    long now;
    /** Virtual time up to which the simulation runs at present. */
    long limit;
    /** The CPU whose operation or handler runs, and whether the operation said how it goes on. */
    SimCpu acting;

    boolean acted;
    /** Tasks that do not sleep, timers and interrupt sources that can still fire. */
    int awake;

    int armedTimers;

    /** Segments that passed without an event, because nothing else happened meanwhile. */
    long shortcuts;

    private final int ipiBase;
    private final int hrtickBase;
    private final int tickSlot;
    private final int deviceBase;
    private final int timerBase;
    private final int maxTasks;
    private SimTask[] tasks = new SimTask[64];
    private int nrTasks;

    SimKernel(Scheduler sched, PlacementPolicy policy, CostModel costs, RandomStreams random, int maxTasks) {
        this.sched = sched;
        this.costs = costs;
        this.maxTasks = maxTasks;
        int n = sched.nrCpus();
        lines = new Lines(sched.topology.machine, costs);
        tickNsec = sched.config.tickNsec();
        costSyscallExit = costs.of(Cost.SYSCALL_EXIT);
        ipiBase = n;
        hrtickBase = 2 * n;
        tickSlot = 3 * n;
        deviceBase = tickSlot + 1;
        timerBase = deviceBase + Devices.MOST;
        queue = new EventQueue(timerBase + 64, n);
        now = sched.now;
        cpus = new SimCpu[n];
        for (int cpu = 0; cpu < n; cpu++) {
            cpus[cpu] = new SimCpu(cpu, sched.rq[cpu], new MenuGovernor(costs.idleStates(), tickNsec));
        }
        setSpeeds();
        sched.events = this;
        Selection selection = new Selection(sched, (scheduler, p) -> scheduler.core.syncEntityLoadAvg(p));
        execution = new Execution(this, costs);
        interrupts = new Interrupts(this, costs);
        timers = new Timers(this);
        ticks = new Ticks(this, tickSlot, random.stream("tick").nextLong(tickNsec));
        wakeups = new WakeupPath(this, costs, new TaskPlacement(sched, policy, selection));
        idle = new IdleLoop(this, costs);
        stoppers = new Stoppers(this, costs);
        devices = new Devices(this, deviceBase);
        balancing = new Balancing(this, costs, random.stream("ni_random"));
    }

    private void setSpeeds() {
        long shared = costs.of(Cost.SMT_SPEED);
        for (SimCpu c : cpus) {
            CpuMask core = sched.topology.smtMask[c.cpu];
            c.siblings = new SimCpu[core.weight() - 1];
            int i = 0;
            for (int cpu = core.first(); cpu >= 0; cpu = core.next(cpu + 1)) {
                if (cpu != c.cpu) {
                    c.siblings[i++] = cpus[cpu];
                }
            }
            c.fullSpeed = sched.topology.archScaleCpuCapacity[c.cpu];
            c.sharedSpeed = Math.max(1, (int) (c.fullSpeed * shared >> 10));
            c.speed = c.fullSpeed;
        }
    }

    /** Tells somebody of all that happens; null: nobody. */
    void observe(SimObserver newObserver) {
        observer = newObserver;
        decisions = newObserver != null && newObserver.wantsDecisions()
                ? new DecisionReports(this, wakeups.placement(), newObserver)
                : null;
    }

    /** All CPUs enter their idle loops. */
    void boot() {
        stoppers.create();
        publishIdle();
        for (SimCpu c : cpus) {
            if (sched.topology.active.test(c.cpu)) {
                acting = c;
                ticks.start(c.cpu);
                idle.enter(c, true);
            }
        }
    }

    /** The machine has been idle for long: what CPUs leave behind when they go idle, and the balancer on idle CPUs. */
    private void publishIdle() {
        for (SchedDomain domain : sched.topology.sharedOwners()) {
            domain.shared.nrIdleScan = NrIdleScan.of(0, domain.spanWeight, domain.imbalancePct);
            domain.shared.hasIdleCores = sched.topology.smtActive;
        }
    }

    // ---- tasks ----

    /** The index of a task that is about to be made. */
    int nextIndex(String name) {
        if (nrTasks == maxTasks) {
            throw failure(
                    Kind.TOO_MANY_TASKS,
                    "there is room for " + maxTasks + " tasks, and one more, '" + name + "', was to be made");
        }
        return nrTasks;
    }

    /** How many more tasks there is room for. */
    int room() {
        return maxTasks - nrTasks;
    }

    void register(SimTask t) {
        if (nrTasks == tasks.length) {
            tasks = Arrays.copyOf(tasks, nrTasks * 2);
        }
        tasks[nrTasks++] = t;
        queue.grow(timerBase + nrTasks);
        t.api.attach(this);
    }

    SimTask task(Task p) {
        return tasks[p.pid - 1];
    }

    SimTask task(int index) {
        return tasks[index];
    }

    int nrTasks() {
        return nrTasks;
    }

    int timerSlot(SimTask t) {
        return timerBase + t.index;
    }

    int ipiSlot(SimCpu c) {
        return ipiBase + c.cpu;
    }

    /** After the switch away from an ended task. */
    void forget(SimTask t) {
        counters.exits++;
    }

    /** An exiting task tells its parent. */
    void taskExits(SimTask t) {
        awake--;
        t.task.signal.nrThreads--;
        if (t.joiner != null) {
            // seen dead by the time it runs
            t.state = SimTask.DEAD;
            wake(t.joiner, 0, WakerContext.TASK);
        }
        SimTask parent = t.parent;
        if (parent != null) {
            parent.zombies++;
            if (parent.waitsForChild) {
                wake(parent, WakeFlags.WF_SYNC, WakerContext.TASK);
            }
        }
    }

    // ---- the event loop ----

    /** Handles the next event if it is due by {@code limit}; returns false if there is none. */
    boolean step(long limit) {
        this.limit = limit;
        int slot = queue.popDue(limit);
        if (slot < 0) {
            return false;
        }
        long time = queue.timeOf(slot);
        now = time;
        sched.now = time;
        if (slot < ipiBase) {
            SimCpu c = cpus[slot];
            acting = c;
            switch (c.mode) {
                case SimCpu.RUN -> execution.segmentDone(c);
                case SimCpu.SWITCH -> execution.switchDone(c);
                default -> idle.exitDone(c);
            }
        } else if (slot < hrtickBase) {
            interrupts.sent(cpus[slot - ipiBase]);
        } else if (slot < tickSlot) {
            interrupts.arrive(cpus[slot - hrtickBase], SimCpu.IRQ_HRTICK);
        } else if (slot == tickSlot) {
            ticks.fire();
        } else if (slot < timerBase) {
            devices.fire(slot);
        } else {
            interrupts.arrive(cpus[tasks[slot - timerBase].timerCpu], SimCpu.IRQ_TIMER);
        }
        return true;
    }

    /** Moves the clock to a time at which nothing happens. */
    void advanceTo(long time) {
        now = time;
        sched.now = time;
    }

    void busyChanged(SimCpu c, boolean busy) {
        for (SimCpu sibling : c.siblings) {
            execution.speedChanged(sibling, busy ? sibling.sharedSpeed : sibling.fullSpeed);
            if (busy && sibling.busy()) {
                execution.speedChanged(c, c.sharedSpeed);
            }
        }
    }

    // ---- what the run queues report ----

    @Override
    public void reschedSet(RunQueue rq, boolean immediate, boolean ipi) {
        if (!immediate || rq.cpu == sched.thisCpu) {
            return;
        }
        SimCpu target = cpus[rq.cpu];
        if (ipi) {
            interrupts.send(target, SimCpu.IRQ_RESCHED);
        } else if (rq.polling) {
            wakeups.flagWake(acting, target);
        }
    }

    @Override
    public void hrtickArmed(RunQueue rq, boolean ipi) {
        queue.schedule(hrtickBase + rq.cpu, Math.max(rq.hrtickExpires, now));
        if (ipi) {
            interrupts.send(cpus[rq.cpu], SimCpu.IRQ_HRTICK_ARM);
        }
    }

    @Override
    public void hrtickCancelled(RunQueue rq) {
        queue.cancel(hrtickBase + rq.cpu);
    }

    // ---- what system calls ask for ----

    @Override
    public long now() {
        return now;
    }

    @Override
    public long ready() {
        return now + acting.charge + acting.stall;
    }

    @Override
    public int thisCpu() {
        return acting.cpu;
    }

    @Override
    public CostModel costs() {
        return costs;
    }

    @Override
    public KernelConfig config() {
        return sched.config;
    }

    @Override
    public Lines lines() {
        return lines;
    }

    @Override
    public Counters counters() {
        return counters;
    }

    private SimTask go(int segment, long ns) {
        if (ns < 0) {
            throw failure(Kind.BAD_TIME, acting.current + ": " + acting.current.op.name() + " takes " + ns + " ns");
        }
        SimTask t = acting.current;
        acted = true;
        t.segment = segment;
        t.segmentLeft = ns;
        return t;
    }

    @Override
    public void work(long ns) {
        go(SimTask.KERNEL, ns);
    }

    @Override
    public void compute(long ns) {
        go(SimTask.USER, ns);
    }

    @Override
    public void sleep(long prepareNs, long finishNs) {
        SimTask t = go(SimTask.BLOCKING, prepareNs);
        t.finishNs = finishNs;
        t.state = SimTask.SLEEPING;
        awake--;
    }

    @Override
    public void complete(long ns) {
        SimTask t = acting.current;
        if (ns == 0 && t.segment == SimTask.USER) {
            acted = true;
            t.op = null;
            return;
        }
        // the way out is part of what follows it: nothing can happen on it but the look at the flags, at its start
        acting.charge += ns;
        go(SimTask.RETURNING, 0);
    }

    @Override
    public void yield(long ns) {
        go(SimTask.YIELDING, ns);
    }

    @Override
    public void exit() {
        go(SimTask.EXITING, 0);
    }

    @Override
    public void charge(long ns) {
        acting.charge += ns;
    }

    @Override
    public void stall(long ns) {
        acting.stall += ns;
    }

    @Override
    public boolean wake(SimTask task, int wakeFlags, WakerContext context) {
        return wakeups.tryToWakeUp(acting, task, wakeFlags, context);
    }

    /** A wakeup by an interrupt handler of a CPU. */
    void wakeFrom(SimCpu c, SimTask task, int wakeFlags, WakerContext context) {
        sched.thisCpu = c.cpu;
        wakeups.tryToWakeUp(c, task, wakeFlags, context);
    }

    @Override
    public void armTimer(SimTask task, long soft, long hard) {
        if (hard < soft) {
            throw failure(Kind.BAD_TIME, task + ": a timer beyond the end of time");
        }
        timers.arm(acting, task, soft, hard);
    }

    @Override
    public void cancelTimer(SimTask task) {
        timers.cancel(task);
    }

    @Override
    public void wakeUpNewTask(SimTask child, boolean thread) {
        if (child.state != SimTask.NEW) {
            throw failure(Kind.BAD_PROGRAM, acting.current + " starts " + child + ", which was started already");
        }
        SimTask parent = acting.current;
        if (parent.cpuset != null) {
            child.cpuset = parent.cpuset;
            child.task.setCpusAllowed(effective(child.task.cpusPtr, parent.cpuset));
        }
        if (thread) {
            addThread(child, parent);
        } else {
            child.parent = parent;
        }
        sched.core.schedFork(child.task, parent.task);
        child.task.wakeeFlips = parent.task.wakeeFlips;
        child.task.wakeeFlipDecayTs = parent.task.wakeeFlipDecayTs;
        child.task.lastWakee = parent.task.lastWakee;
        child.segmentLeft = costs.of(Cost.FORK_RETURN);
        wakeups.wakeUpNewTask(acting, child);
    }

    /** The task becomes a thread of the other's process. */
    void addThread(SimTask t, SimTask other) {
        t.thread = true;
        t.task.mm = other.task.mm;
        t.task.signal = other.task.signal;
        t.task.signal.nrThreads++;
    }

    @Override
    public void exec() {
        SimTask t = acting.current;
        int cpu = wakeups.selectExec(acting, t.task);
        if (cpu != acting.cpu) {
            stoppers.move(acting, t, cpu);
        }
    }

    @Override
    public boolean setAffinity(SimTask w, CpuMask allowed) {
        CpuMask usable = new CpuMask(allowed);
        usable.and(sched.topology.active);
        if (w.cpuset != null) {
            usable.and(w.cpuset);
        }
        if (usable.isEmpty()) {
            return false;
        }
        w.userCpus = allowed;
        CpuMask effective = new CpuMask(allowed);
        if (w.cpuset != null) {
            effective.and(w.cpuset);
        }
        setCpusAllowed(w, effective);
        return true;
    }

    /**
     * The cpuset of the task has other CPUs now (kernel 7.2: cpuset_update_tasks_cpumask()): it may use those of them that it
     * was told to use, or all if there is none.
     */
    void setCpuset(SimTask w, CpuMask cpus) {
        w.cpuset = cpus;
        setCpusAllowed(w, effective(w.userCpus, cpus));
    }

    private static CpuMask effective(CpuMask told, CpuMask cpuset) {
        if (told == null || !told.intersects(cpuset)) {
            return cpuset;
        }
        CpuMask both = new CpuMask(told);
        both.and(cpuset);
        return both;
    }

    /** Kernel 7.2: set_cpus_allowed_ptr(). */
    private void setCpusAllowed(SimTask w, CpuMask allowed) {
        Task p = w.task;
        if (observer != null) {
            observer.onAffinity(now, p);
        }
        p.setCpusAllowed(allowed);
        boolean onWakeList = w.state == SimTask.WAKING && w.deferredWaker < 0;
        if (allowed.test(p.cpu)) {
            stoppers.stay(cpus[p.cpu], w);
            return;
        }
        if (!p.onRq && !onWakeList) {
            return;
        }
        int dest = wakeups.anyAllowed(p, acting.cpu);
        if (onWakeList || sched.rq[p.cpu].curr == p) {
            stoppers.move(cpus[p.cpu], w, dest);
        } else {
            wakeups.migrated(w, dest);
            sched.core.moveQueuedTask(p, dest);
        }
    }

    @Override
    public void setNice(SimTask task, int nice) {
        sched.core.setUserNice(task.task, nice);
    }

    @Override
    public void setScheduler(SimTask task, SchedPolicy policy, int nice, long sliceNs) {
        sched.core.schedSetattr(task.task, policy, nice, sliceNs);
    }

    @Override
    public SimulationFailure failure(Kind kind, String message) {
        return new SimulationFailure(kind, now, message);
    }
}
