// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.cost;

import java.util.Locale;

/**
 * What an action costs, in ns unless said otherwise, with its default on each family of machines. The defaults are
 * estimates fitted so that a pipe hand-off takes what was published for machines of the family; a machine file overrides
 * any of them by {@link #key}.
 */
public enum Cost {
    /** Entry into the kernel by a system call. */
    SYSCALL_ENTRY(60, 50, 70),
    /** Return to user mode, with the look at the reschedule flags. */
    SYSCALL_EXIT(60, 50, 70),
    /** Work of a pipe write under the pipe's mutex, without copying. */
    PIPE_WRITE(170, 150, 160),
    /** Work of a pipe read under the pipe's mutex, without copying. */
    PIPE_READ(150, 130, 140),
    /** Send on an AF_UNIX stream socket: allocates and queues one buffer. */
    UNIX_SEND(500, 450, 600),
    /** Receive on an AF_UNIX stream socket. */
    UNIX_RECEIVE(400, 350, 500),
    /** Send on a TCP socket up to the loopback device. */
    TCP_SEND(1500, 1300, 1700),
    /** Softirq half of a loopback transmission, on the sender's CPU. */
    TCP_SOFTIRQ(1200, 1000, 1300),
    /** Receive on a TCP socket. */
    TCP_RECEIVE(600, 500, 700),
    /** epoll_wait() without sleeping. */
    EPOLL_WAIT(200, 180, 250),
    /** FUTEX_WAIT up to the sleep. */
    FUTEX_WAIT(200, 180, 250),
    /** FUTEX_WAKE without the wakeups themselves. */
    FUTEX_WAKE(150, 130, 180),
    /** User time of a memcached thread for one request. */
    KV_SERVICE(2_000, 2_000, 2_000),
    /** User time of a memtier thread for one reply. */
    KV_CLIENT(1_500, 1_500, 1_500),
    /** An uncontended user-space lock or unlock. */
    USER_LOCK(20, 20, 25),
    /** Arming a timer and its bookkeeping. */
    TIMER_ARM(150, 130, 180),
    /** Copying 1024 bytes. */
    COPY_KIB(60, 50, 80),
    /** try_to_wake_up() without CPU selection and enqueue. */
    WAKEUP(90, 80, 110),
    /** Enqueue under the run queue's lock, with the preemption check. */
    ENQUEUE(110, 90, 120),
    /** CPU selection: call and bookkeeping. */
    SELECT(20, 16, 25),
    /** CPU selection: each CPU whose idleness is examined. */
    SELECT_PER_CPU(4, 3, 5),
    /** From the state of a sleeper being set to its dequeue. */
    PREPARE_SLEEP(120, 100, 150),
    /** From a wakeup's switch-in to the point where the condition is looked at again. */
    FINISH_SLEEP(80, 70, 100),
    /** schedule() up to the switch: dequeue and pick. */
    SCHEDULE(180, 150, 200),
    /** The switch itself between two tasks. */
    CONTEXT_SWITCH(350, 300, 594),
    /** The switch to the idle task. */
    SWITCH_TO_IDLE(150, 130, 170),
    /** The switch from the idle task. */
    SWITCH_FROM_IDLE(200, 600, 250),
    /** The idle loop from its start to the idle state. */
    IDLE_ENTRY(150, 120, 150),
    /** The idle loop from the end of the idle state to schedule(). */
    IDLE_EXIT(100, 320, 150),
    /** Stopping the tick on the way into idle. */
    TICK_STOP(200, 180, 250),
    /** Restarting the tick on the way out of idle. */
    TICK_RESTART(200, 180, 250),
    /** Putting a task on another CPU's wake list. */
    WAKE_LIST(40, 35, 45),
    /** Sending an interrupt to another CPU: cost of the sender. */
    IPI_SEND(120, 200, 60),
    /** From sending an interrupt to its arrival. */
    IPI(600, 500, 200),
    /** Entry and exit of an interrupt handler. */
    IRQ(250, 200, 200),
    /** The tick's own work. */
    TICK(800, 700, 800),
    /** A balance pass over one domain, fixed part. */
    BALANCE(300, 250, 350),
    /** A balance pass: each CPU looked at. */
    BALANCE_PER_CPU(25, 20, 30),
    /** Moving one task between run queues. */
    MIGRATE(300, 250, 350),
    /** fork() or clone() up to the wakeup of the child. */
    FORK(40_000, 35_000, 45_000),
    /** From a child's first switch-in to user mode. */
    FORK_RETURN(1_500, 1_200, 1_800),
    /** execve(). */
    EXEC(300_000, 250_000, 350_000),
    /** exit() up to the last switch. */
    EXIT(30_000, 25_000, 35_000),
    /** sched_setaffinity(), setpriority() and the like. */
    SET_PARAMETERS(700, 600, 900),
    /** One transfer of a cache line between two threads of a core. */
    LINE_SMT(11, 10, 11),
    /** One transfer between cores of a cluster. */
    LINE_CLUSTER(30, 27, 83),
    /** One transfer between cores sharing the last-level cache. */
    LINE_LLC(55, 30, 91),
    /** One transfer between last-level caches of a node. */
    LINE_NODE(90, 110, 158),
    /** One transfer between nodes of a package. */
    LINE_PACKAGE(110, 120, 180),
    /** One transfer between packages. */
    LINE_REMOTE(200, 205, 420),
    /**
     * Dependent lines moved when an object (pipe, AF_UNIX socket, futex) last used on another CPU is used; a number. A pipe's:
     * mutex and positions, wait queues, buffer array, wait entry on the sleeper's stack; a futex's: word, hash bucket, wait
     * entry on the stack, the waiter's structure.
     */
    OBJECT_LINES(4, 4, 4),
    /**
     * The same of a TCP connection, whose softirq half writes the peer's side; a number: struct sock (lock, queues, memory), the
     * written groups of struct tcp_sock, the buffer's head.
     */
    TCP_LINES(10, 10, 10),
    /**
     * Dependent lines the waker moves when the task last ran on another CPU, wherever it goes; a number: pi_lock, state, on_rq
     * and on_cpu, allowed CPUs, averages, the former CPU's run queue, the wake entry, the chosen CPU's call queue.
     */
    TASK_LINES(8, 8, 8),
    /**
     * Dependent lines moved when a task is enqueued across CPUs, on the side that enqueues; a number: lock and counters of the
     * run queue or call queue, its cfs_rq, the task's state, its entity.
     */
    WAKE_LINES(4, 4, 4),
    /** Data lines whose transfers overlap; a number. */
    LINE_OVERLAP(8, 8, 8),
    /** Lines a task finds cold after it moved to another CPU; a number. */
    REFILL_LINES(160, 160, 160),
    /** Speed of a thread whose core's other threads are busy, 1024 = full; a number. */
    SMT_SPEED(700, 696, 1024);

    private final long intel;
    private final long amd;
    private final long arm64;

    Cost(long intel, long amd, long arm64) {
        this.intel = intel;
        this.amd = amd;
        this.arm64 = arm64;
    }

    /** Name in a machine file's {@code costs} block, for example {@code pipe_write}. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Default on machines of the family. */
    public long defaultOn(MachineFamily family) {
        return switch (family) {
            case INTEL -> intel;
            case AMD -> amd;
            case ARM64 -> arm64;
        };
    }
}
