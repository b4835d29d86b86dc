// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_SLEEP;
import static org.wakespec.simulator.runqueue.EnqueueFlags.DEQUEUE_SPECIAL;

import org.wakespec.simulator.task.SchedAvg;
import org.wakespec.simulator.task.Task;

/** The run queue of one CPU (kernel: struct rq). Fields carry the kernel's names. */
public class RunQueue {

    /** Flags on the running task (kernel: TIF_NEED_RESCHED_LAZY, TIF_NEED_RESCHED). */
    public static final int RESCHED_LAZY = 1;

    public static final int RESCHED_IMMEDIATE = 2;

    /** Scheduling classes, lowest first. */
    static final int CLASS_IDLE = 0;

    static final int CLASS_FAIR = 1;
    static final int CLASS_RT = 2;

    /** A timer less than this away is not worth arming, in ns. */
    private static final long HRTICK_MIN = 10_000;
    /** A timer whose expiry changes by no more than this is left alone, in ns. */
    private static final long HRTICK_SLACK = 5_000;

    private static final long ALWAYS_BUSY_SUM = ((long) Pelt.PELT_MIN_DIVIDER << 10) - Pelt.LOAD_AVG_MAX;

    public final int cpu;
    public final Task idle;
    /** The running task; {@link #idle} when there is none. */
    public Task curr;
    /** All queued tasks of any class, delayed ones included. */
    public int nrRunning;
    /** A remote wakeup waits to be enqueued here (kernel: ttwu_pending). */
    public boolean ttwuPending;
    /** The idle task watches its flags, so that a request needs no IPI (kernel: TIF_POLLING_NRFLAG). */
    public boolean polling;

    public final FairQueue cfs;

    /** Capacity left for fair tasks: 1024 = all of the biggest kind of CPU. Never 0. */
    public long cpuCapacity;
    /** Capacity of this CPU, 1024 = the biggest kind (kernel: arch_scale_cpu_capacity). */
    public final long archScaleCpuCapacity;
    /** Frequency now by highest frequency, 1024 = 1 (kernel: arch_scale_freq_capacity). */
    public long archScaleFreqCapacity = 1024;
    /** Run-queue clock in ns at which newly-idle balancing last started and pulled nothing; 0: none. */
    public long idleStamp;
    /** Exit latency of the idle state the CPU is in, in the driver's unit; -1: not inside the idle driver. */
    public long idleExitLatency = -1;
    /** Jiffy at which the next periodic balance is due. */
    public long nextBalance;
    /** The root domain of the CPU; one of its own unless the topology says otherwise. */
    public RootDomain rd = new RootDomain();
    /** Load of the running task if the CPU is too small for it, else 0. */
    public long misfitTaskLoad;
    /** How long the CPU is idle on average, in ns. */
    public long avgIdle;
    /** Longest time in ns that newly-idle balancing took; bounds {@link #avgIdle}. */
    public long maxIdleBalanceCost;
    /** The CPU was idle at its last tick. */
    public boolean idleBalance;
    /** The stopper has been asked to push the running task to {@link #pushCpu}. */
    public boolean activeBalance;

    public int pushCpu;
    /** The tick is stopped, or was and no busy tick has come since. */
    public boolean nohzTickStopped;
    /**
     * Requests to balance for stopped CPUs (kernel: nohz_flags), and those being served (kernel: nohz_idle_balance).
     */
    public int nohzFlags;

    public int nohzIdleBalance;
    /** Load of blocked tasks may still decay here. */
    public boolean hasBlockedLoad;
    /** Jiffy of the last decay of blocked load. */
    public long lastBlockedLoadUpdateTick;
    /** Queued tasks by the id of the last-level cache they prefer, or null (kernel: rq->sd->llc_counts). */
    public int[] llcCounts;
    /** Queued tasks that are in the last-level cache they prefer. */
    public int nrPrefLlcRunning;

    /** Run-queue clock in ns, as of the last update; also the task clock: interrupt and steal time are not modelled. */
    public long clock;
    /** Clock that runs with the work a CPU of full capacity would do. */
    public long clockPelt;
    /** What {@link #clockPelt} lost against the clock when an always busy CPU went idle. */
    public long lostIdleTime;
    /** {@link #clock} and PELT time when the CPU was last seen idle. */
    public long clockIdle;

    public long clockPeltIdle;

    /** Flags on the running task: {@link #RESCHED_LAZY} and {@link #RESCHED_IMMEDIATE}. */
    public int resched;
    /** When the high-resolution tick fires, in ns of wall time; 0: not armed. */
    public long hrtickExpires;

    /**
     * Most recently used fair tasks first (kernel: cfs_tasks); links are {@link Task#groupNext} and {@link
     * Task#groupPrev}.
     */
    public Task cfsTasksHead;

    public Task cfsTasksTail;

    /** The real-time task queued or running here, or null. */
    public Task rt;
    /** Utilisation by real-time tasks (kernel: avg_rt). */
    public final SchedAvg avgRt = new SchedAvg();

    final Scheduler sched;
    final FairClass fair;

    private final Pelt pelt;
    private final boolean lazyPreemption;
    private int nextClass = CLASS_IDLE;
    private boolean clockSkipRequested;
    private boolean inSchedule;
    private long hrtickDelay;

    RunQueue(Scheduler sched, int cpu, Task idle, long cpuCapacity, SchedParts parts) {
        this.sched = sched;
        this.cpu = cpu;
        this.idle = idle;
        this.curr = idle;
        this.cpuCapacity = cpuCapacity;
        archScaleCpuCapacity = cpuCapacity;
        lazyPreemption = sched.config.preempt() == PreemptModel.LAZY;
        pelt = parts.pelt();
        cfs = parts.newFairQueue(this, sched.config, sched.baseSlice);
        fair = parts.newFairClass(this, sched.config);
    }

    /** Kernel 7.2: idle_cpu(). */
    public boolean idleCpu() {
        // the count first: on a busy CPU it is the only thing read
        return nrRunning == 0 && curr == idle && !ttwuPending;
    }

    /** Kernel 7.2: sched_idle_rq(): something is queued, and all of it is SCHED_IDLE. */
    public boolean schedIdleRq() {
        return nrRunning != 0 && nrRunning == cfs.hNrIdle;
    }

    // ---- clocks ----

    /** Starts all clocks at {@code now}, in ns, as when a CPU comes up. */
    public void startClock(long now) {
        clock = now;
        clockPelt = now;
        clockIdle = now;
        clockPeltIdle = now;
    }

    /** Brings the clocks to the wall clock (kernel 7.2: update_rq_clock()). */
    public void updateClock() {
        long delta = sched.now - clock;
        if (delta < 0) {
            return;
        }
        clock += delta;
        if (curr == idle) {
            syncPeltClock();
        } else {
            clockPelt += workOf(delta);
        }
    }

    /** Work done in a time, in ns at full capacity (kernel 7.2: update_rq_clock_pelt()). */
    long workOf(long delta) {
        return (delta * archScaleCpuCapacity >> 10) * archScaleFreqCapacity >> 10;
    }

    private void syncPeltClock() {
        clockPelt = clock;
        clockIdle = clock;
        clockPeltIdle = clockPelt();
    }

    /** Kernel 7.2: rq_clock_task(). */
    public long clockTask() {
        return clock;
    }

    /** Kernel 7.2: rq_clock_pelt(). */
    public long clockPelt() {
        return clockPelt - lostIdleTime;
    }

    /** The next schedule does not update the clock (kernel 7.2: rq_clock_skip_update()). */
    void skipClockUpdate() {
        clockSkipRequested = true;
    }

    /** Sets the PELT clock right when the CPU goes idle (kernel 7.2: update_idle_rq_clock_pelt()). */
    private void enterIdlePeltClock() {
        if (alwaysBusy()) {
            lostIdleTime += clock - clockPelt;
        }
        syncPeltClock();
    }

    /** The CPU was never idle as far as its utilisation can tell. */
    boolean alwaysBusy() {
        return Integer.toUnsignedLong(cfs.avg.utilSum + avgRt.utilSum) >= ALWAYS_BUSY_SUM;
    }

    // ---- reschedule requests ----

    /** The immediate flag is set (kernel 7.2: test_tsk_need_resched(rq->curr)). */
    public boolean needResched() {
        return (resched & RESCHED_IMMEDIATE) != 0;
    }

    /** Kernel 7.2: resched_curr(). */
    public void reschedCurr() {
        setResched(RESCHED_IMMEDIATE);
    }

    /** A request of the fair class (kernel 7.2: resched_curr_lazy()). */
    public void reschedCurrLazy() {
        setResched(lazyPreemption ? RESCHED_LAZY : RESCHED_IMMEDIATE);
    }

    private void setResched(int wanted) {
        int flag = curr == idle ? RESCHED_IMMEDIATE : wanted;
        if ((resched & (flag | RESCHED_IMMEDIATE)) != 0) {
            return;
        }
        resched |= flag;
        boolean immediate = flag == RESCHED_IMMEDIATE;
        boolean ipi = immediate && sched.thisCpu != cpu && !(polling && curr == idle);
        sched.events.reschedSet(this, immediate, ipi);
    }

    // ---- counters and lists ----

    void addNrRunning(int count) {
        int before = nrRunning;
        nrRunning = before + count;
        if (before < 2 && nrRunning >= 2) {
            rd.overloaded = true;
        }
    }

    void subNrRunning(int count) {
        nrRunning -= count;
    }

    /** Only SCHED_IDLE tasks are left: balance soon. */
    void becameSchedIdle() {
        nextBalance = sched.jiffies;
    }

    /** The task sleeps (kernel 7.2: __block_task()). */
    void blockTask(Task p) {
        p.onRq = false;
    }

    /** A task is queued: counts it by the last-level cache it prefers (kernel 7.2: account_llc_enqueue()). */
    public void accountLlcEnqueue(Task p) {
        if (p.preferredLlc >= 0) {
            if (llcCounts == null) {
                llcCounts = new int[sched.topology.nrLlcIds()];
            }
            llcCounts[p.preferredLlc]++;
            nrPrefLlcRunning += p.preferredLlc == sched.topology.sdLlcId[cpu] ? 1 : 0;
        }
    }

    /** A task leaves the queue (kernel 7.2: account_llc_dequeue()). */
    public void accountLlcDequeue(Task p) {
        if (p.preferredLlc >= 0) {
            llcCounts[p.preferredLlc]--;
            nrPrefLlcRunning -= p.preferredLlc == sched.topology.sdLlcId[cpu] ? 1 : 0;
        }
    }

    public void cfsTasksAdd(Task p) {
        p.groupPrev = null;
        p.groupNext = cfsTasksHead;
        if (cfsTasksHead == null) {
            cfsTasksTail = p;
        } else {
            cfsTasksHead.groupPrev = p;
        }
        cfsTasksHead = p;
    }

    public void cfsTasksRemove(Task p) {
        if (p.groupPrev == null) {
            cfsTasksHead = p.groupNext;
        } else {
            p.groupPrev.groupNext = p.groupNext;
        }
        if (p.groupNext == null) {
            cfsTasksTail = p.groupPrev;
        } else {
            p.groupNext.groupPrev = p.groupPrev;
        }
        p.groupPrev = null;
        p.groupNext = null;
    }

    /** Makes a listed task the most recently used one (kernel: list_move(&se->group_node, &rq->cfs_tasks)). */
    public void cfsTasksMoveToHead(Task p) {
        if (cfsTasksHead != p) {
            cfsTasksRemove(p);
            cfsTasksAdd(p);
        }
    }

    // ---- classes ----

    private int classOf(Task p) {
        if (p == idle) {
            return CLASS_IDLE;
        }
        return p.policy.isFair() ? CLASS_FAIR : CLASS_RT;
    }

    /** Puts a task on the queue of its class (kernel 7.2: enqueue_task()). */
    public void enqueueTask(Task p, int flags) {
        if (p.policy.isFair()) {
            fair.enqueueTask(p, flags);
        } else {
            rt = p;
            addNrRunning(1);
        }
    }

    /**
     * Kernel 7.2: dequeue_task().
     *
     * @return false if the task stays queued as delayed
     */
    public boolean dequeueTask(Task p, int flags) {
        if (p.policy.isFair()) {
            return fair.dequeueTask(p, flags);
        }
        rt = null;
        subNrRunning(1);
        return true;
    }

    /** Kernel 7.2: activate_task(). */
    public void activateTask(Task p, int flags) {
        enqueueTask(p, flags);
        p.onRq = true;
        p.onRqMigrating = false;
    }

    /** Takes a queued task off to move it elsewhere (kernel 7.2: deactivate_task()). */
    public void deactivateTask(Task p) {
        p.onRqMigrating = true;
        dequeueTask(p, 0);
    }

    /** Lets a task that was queued here preempt (kernel 7.2: wakeup_preempt()). */
    public void wakeupPreempt(Task p, int flags) {
        int wakeeClass = classOf(p);
        if (wakeeClass >= nextClass) {
            if (nextClass == CLASS_FAIR) {
                fair.wakeupPreempt(p, flags);
            } else if (nextClass == CLASS_IDLE) {
                reschedCurr();
            }
            if (wakeeClass > nextClass) {
                reschedCurr();
                nextClass = wakeeClass;
            }
        }
        if ((curr == idle || curr.onRq) && needResched()) {
            skipClockUpdate();
        }
    }

    void putPrevTask(Task p) {
        if (p == idle) {
            return;
        }
        if (p.policy.isFair()) {
            fair.putPrevTask(p);
        } else {
            updateRtAvg(true);
        }
    }

    void setNextTask(Task p, boolean first) {
        if (p == idle) {
            enterIdlePeltClock();
        } else if (p.policy.isFair()) {
            fair.setNextTask(p, first);
        } else if (curr.policy.isFair() || curr == idle) {
            updateRtAvg(false);
        }
    }

    /** Kernel 7.2: update_rt_rq_load_avg(). */
    void updateRtAvg(boolean running) {
        pelt.updateQueue(clockPelt(), avgRt, running ? 1 : 0, running ? 1 : 0, running);
    }

    // ---- the main entry points ----

    /**
     * Schedules away from a task that stays runnable, or from idle (kernel 7.2: __schedule()). Returns what runs now.
     */
    public Task schedule() {
        startSchedule();
        return switchToNext();
    }

    /**
     * The running task goes to sleep (kernel 7.2: __schedule() of a blocking task).
     *
     * @param special it is stopped, traced, parked or dying: never delayed
     * @return what runs now
     */
    public Task scheduleBlocked(boolean special) {
        startSchedule();
        if (dequeueTask(curr, special ? DEQUEUE_SLEEP | DEQUEUE_SPECIAL : DEQUEUE_SLEEP)) {
            blockTask(curr);
        }
        return switchToNext();
    }

    private void startSchedule() {
        inSchedule = true;
        hrtickDelay = 0;
        if (!clockSkipRequested) {
            updateClock();
        }
        clockSkipRequested = false;
    }

    private Task switchToNext() {
        Task prev = curr;
        Task picked = prev == idle && nrRunning == 0 ? idle : pickNextTask(prev);
        resched = 0;
        nextClass = classOf(picked);
        if (picked != prev) {
            prev.onCpu = false;
            picked.onCpu = true;
            curr = picked;
        }
        endSchedule();
        return picked;
    }

    private Task pickNextTask(Task prev) {
        Task picked = rt;
        if (picked == null) {
            do {
                picked = fair.pickTask();
            } while (picked == null && sched.newidle.pull(this));
            if (picked == null) {
                picked = idle;
            }
        }
        if (picked != prev) {
            putPrevTask(prev);
            setNextTask(picked, true);
        }
        return picked;
    }

    private void endSchedule() {
        inSchedule = false;
        if (hrtickDelay != 0) {
            armHrtick(sched.now + hrtickDelay);
        } else if (curr == idle && hrtickExpires != 0) {
            hrtickExpires = 0;
            sched.events.hrtickCancelled(this);
        }
    }

    /** Kernel 7.2: hrtick_start(). Inside a schedule the timer is started at its end. */
    void hrtickStart(long delay) {
        long delta = hrtickDelta(delay);
        if (inSchedule) {
            hrtickDelay = delta;
        } else {
            armHrtick(sched.now + delta);
        }
    }

    long hrtickDelta(long delay) {
        return Math.max(delay, HRTICK_MIN);
    }

    private void armHrtick(long expires) {
        if (hrtickNeedsRearm(expires)) {
            hrtickExpires = expires;
            sched.events.hrtickArmed(this, sched.thisCpu != cpu);
        }
    }

    /** Kernel 7.2: hrtick_needs_rearm(). */
    boolean hrtickNeedsRearm(long expires) {
        return hrtickExpires == 0 || Math.abs(expires - hrtickExpires) > HRTICK_SLACK;
    }

    /** The periodic tick (kernel 7.2: sched_tick(), up to the class's part). */
    public void tick() {
        updateClock();
        if (lazyPreemption && (resched & RESCHED_LAZY) != 0) {
            reschedCurr();
        }
        taskTick(false);
    }

    /** The high-resolution tick fired (kernel 7.2: hrtick()). */
    public void hrtick() {
        hrtickExpires = 0;
        updateClock();
        taskTick(true);
    }

    private void taskTick(boolean queued) {
        if (curr == idle) {
            return;
        }
        if (curr.policy.isFair()) {
            fair.taskTick(curr, queued);
        } else {
            updateRtAvg(true);
        }
    }

    /** Charges the running task up to now, as when its run time is read (kernel 7.2: task_sched_runtime()). */
    public void account() {
        if (curr != idle) {
            updateClock();
            cfs.updateCurr();
        }
    }

    /** Kernel 7.2: do_sched_yield(). Returns what runs now. */
    public Task schedYield() {
        if (curr != idle && curr.policy.isFair()) {
            fair.yieldTask();
        }
        return schedule();
    }

    /** Kernel 7.2: yield_to(), for a task of the same run queue. Returns what runs now. */
    public Task yieldTo(Task p) {
        if (curr != idle && curr.policy.isFair()) {
            fair.yieldToTask(p);
        }
        return schedule();
    }

    /**
     * Lets the queue's averages decay to now (kernel 7.2: the root queue's part of
     * sched_balance_update_blocked_averages()).
     */
    public void updateBlockedAverages() {
        updateClock();
        cfs.load.updateQueue();
    }

    /**
     * Lets what other classes used decay to the run-queue clock (kernel 7.2: the real-time part of
     * __update_blocked_others()).
     */
    public void updateBlockedOthers() {
        updateRtAvg(curr != idle && curr == rt);
    }
}
