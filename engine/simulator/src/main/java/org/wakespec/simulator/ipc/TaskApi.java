// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.ipc;

import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.task.Weights;
import org.wakespec.simulator.topology.CpuMask;

/**
 * What a {@link Program} can do: one operation a step. Reading the clock, the result and the CPU is free and may be done
 * beside it.
 */
public final class TaskApi {

    /** Times from here on overflow: about 146 years. */
    private static final long END_OF_TIME = Long.MAX_VALUE / 2;

    private final SimTask self;
    private Kernel kernel;

    TaskApi(SimTask self) {
        this.self = self;
    }

    /** Called once, by the simulation that the task belongs to. */
    public void attach(Kernel simulation) {
        kernel = simulation;
    }

    /** The task itself. */
    public SimTask self() {
        return self;
    }

    /** Virtual time in ns. */
    public long now() {
        return kernel.now();
    }

    /** CPU the task executes on. */
    public int cpu() {
        return self.task.cpu;
    }

    /** What the last operation returned: bytes, events, or whatever it says. */
    public long result() {
        return self.result;
    }

    /**
     * Issues an operation of the caller's own.
     *
     * @throws SimulationFailure if one was issued in this step already
     */
    public void issue(Operation operation, Object object, long a, long b) {
        if (self.op != null) {
            throw kernel.failure(
                    SimulationFailure.Kind.BAD_PROGRAM,
                    self + " issues " + operation.name() + " after " + self.op.name() + " in the same step");
        }
        self.op = operation;
        self.object = object;
        self.a = a;
        self.b = b;
        self.c = 0;
    }

    private long time(String what, long ns) {
        if (ns < 0 || ns > END_OF_TIME) {
            throw kernel.failure(
                    SimulationFailure.Kind.BAD_TIME,
                    self + ": " + what + " of " + ns + " ns; expected 0 to " + END_OF_TIME);
        }
        return ns;
    }

    /** Computes in user mode: {@code ns} of work for a CPU of full capacity that shares nothing. */
    public void compute(long ns) {
        issue(UserOps.COMPUTE, null, time("computation", ns), 0);
    }

    /** Sleeps; the timer slack adds to it (kernel: clock_nanosleep()). */
    public void sleep(long ns) {
        issue(TimerOps.SLEEP, null, time("sleep", ns), 0);
    }

    /** Sleeps until a virtual time; returns at once if it has passed (kernel: clock_nanosleep(TIMER_ABSTIME)). */
    public void sleepUntil(long when) {
        issue(TimerOps.SLEEP_UNTIL, null, time("sleep until", when), 0);
    }

    /** Ends this step's operation without effect, for programs that only look around. Costs a trivial system call. */
    public void nop() {
        issue(UserOps.NOP, null, 0, 0);
    }

    /** Kernel: sched_yield(). */
    public void yield() {
        issue(TaskOps.YIELD, null, 0, 0);
    }

    /** Blocking write; the result is the number of bytes. */
    public void write(Pipe pipe, int bytes) {
        issue(PipeOps.WRITE, pipe, bytes(bytes), 0);
    }

    /** Blocking read of at most {@code bytes}; the result is the number of bytes, 0 at the end of file. */
    public void read(Pipe pipe, int bytes) {
        issue(PipeOps.READ, pipe, bytes(bytes), 0);
    }

    /** Waits until the pipe is readable, without reading (kernel: poll()). */
    public void poll(Pipe pipe) {
        issue(PipeOps.POLL, pipe, 0, 0);
    }

    /** Waits until there is something to receive, without receiving (kernel: poll()). */
    public void poll(StreamSocket socket) {
        issue(SocketOps.POLL, socket, 0, 0);
    }

    /** Sends one message on a stream socket; the result is the number of bytes. */
    public void send(StreamSocket socket, int bytes) {
        issue(SocketOps.SEND, socket, bytes(bytes), 0);
    }

    /** Blocking receive of at most {@code bytes}; the result is the number of bytes. */
    public void receive(StreamSocket socket, int bytes) {
        issue(SocketOps.RECEIVE, socket, bytes(bytes), 0);
    }

    /** Receive that returns 0 instead of sleeping. */
    public void tryReceive(StreamSocket socket, int bytes) {
        issue(SocketOps.RECEIVE, socket, bytes(bytes), 1);
    }

    private int bytes(int bytes) {
        if (bytes < 1) {
            throw kernel.failure(
                    SimulationFailure.Kind.BAD_PROGRAM,
                    self + ": a transfer of " + bytes + " bytes; expected at least 1");
        }
        return bytes;
    }

    /** Waits for events; the result is their number, {@link Epoll#event} tells which (kernel: epoll_wait()). */
    public void epollWait(Epoll epoll) {
        issue(EpollOps.WAIT, epoll, 0, 0);
    }

    /** Looks for events without waiting (kernel: epoll_wait() with a timeout of 0). */
    public void epollPoll(Epoll epoll) {
        issue(EpollOps.WAIT, epoll, 1, 0);
    }

    /** Sleeps if the futex has the value, else returns at once; the result is 1 if it slept. */
    public void futexWait(Futex futex, long value) {
        issue(FutexOps.WAIT, futex, value, 0);
    }

    /** Wakes at most {@code count} waiters; the result is how many. */
    public void futexWake(Futex futex, int count) {
        issue(FutexOps.WAKE, futex, count, 0);
    }

    /** Takes a user-space mutex (pthread_mutex_lock). */
    public void lock(UserMutex mutex) {
        issue(MutexOps.LOCK, mutex, 0, 0);
    }

    /** Releases a user-space mutex. */
    public void unlock(UserMutex mutex) {
        issue(MutexOps.UNLOCK, mutex, 0, 0);
    }

    /** Releases the mutex, waits for a signal, takes the mutex again (pthread_cond_wait). */
    public void conditionWait(Futex condition, UserMutex mutex) {
        issue(MutexOps.CONDITION_WAIT, condition, 0, 0);
        self.object2 = mutex;
    }

    /** Takes the per-CPU lock of the CPU the task is on, by spinning in user mode. */
    public void lockThisCpu(CpuLocks locks) {
        issue(UserOps.LOCK_CPU, locks, 0, 0);
    }

    /** Releases the per-CPU lock the task holds. */
    public void unlockCpu(CpuLocks locks) {
        issue(UserOps.UNLOCK_CPU, locks, 0, 0);
    }

    /** Waits for an interrupt of the line; the result is how many came since the last time. */
    public void waitInterrupt(InterruptLine line) {
        issue(InterruptOps.WAIT, line, 0, 0);
    }

    /** Notifies the supervisor and waits for its answer (kernel: seccomp user notification). */
    public void notifySupervisor(Notification notification) {
        issue(NotificationOps.CALL, notification, 0, 0);
    }

    /** Supervisor: waits for a notification. */
    public void receiveNotification(Notification notification) {
        issue(NotificationOps.RECEIVE, notification, 0, 0);
    }

    /** Supervisor: answers the notification. */
    public void answerNotification(Notification notification) {
        issue(NotificationOps.ANSWER, notification, 0, 0);
    }

    /** Starts a task that was made for this one as a process of its own (fork). */
    public void fork(SimTask child) {
        issue(TaskOps.FORK, child, 0, 0);
    }

    /** Starts a task that was made for this one as a thread of the same process (pthread_create). */
    public void createThread(SimTask child) {
        issue(TaskOps.FORK, child, 1, 0);
    }

    /** Waits until a thread has ended (pthread_join). */
    public void join(SimTask thread) {
        issue(TaskOps.JOIN, thread, 0, 0);
    }

    /** Kernel: execve(). */
    public void exec() {
        issue(TaskOps.EXEC, null, 0, 0);
    }

    /** Waits until a child process has ended (waitpid). */
    public void waitChild() {
        issue(TaskOps.WAIT_CHILD, null, 0, 0);
    }

    /** Ends the task. */
    public void exit() {
        issue(TaskOps.EXIT, null, 0, 0);
    }

    /** Kernel: sched_setaffinity() on the task itself; the result is 0, or -22 if its cpuset has none of the CPUs. */
    public void setAffinity(CpuMask allowed) {
        issue(TaskOps.SET_AFFINITY, allowed, 0, 0);
    }

    /** Kernel: sched_setattr() on the task itself; {@code sliceNs} 0: the default slice. */
    public void setScheduler(SchedPolicy policy, int nice, long sliceNs) {
        if (!policy.isFair()) {
            throw kernel.failure(
                    SimulationFailure.Kind.BAD_PROGRAM,
                    self + ": programs run in the fair class; " + policy + " is not modelled");
        }
        issue(TaskOps.SET_SCHEDULER, policy, nice(nice), time("slice", sliceNs));
    }

    /** Kernel: setpriority() on the task itself. */
    public void setNice(int nice) {
        issue(TaskOps.SET_NICE, null, nice(nice), 0);
    }

    private int nice(int nice) {
        if (nice < Weights.MIN_NICE || nice > Weights.MAX_NICE) {
            throw kernel.failure(
                    SimulationFailure.Kind.BAD_PROGRAM,
                    self + ": nice is " + Weights.MIN_NICE + " to " + Weights.MAX_NICE + ", not " + nice);
        }
        return nice;
    }
}
