// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import org.wakespec.simulator.ipc.Futex;
import org.wakespec.simulator.ipc.UserMutex;

/** One event of a phase. */
final class Event {

    /** Event kinds; the JSON key is a prefix match, longest names first. */
    enum Kind {
        RUNTIME,
        RUN,
        SLEEP,
        TIMER,
        LOCK,
        UNLOCK,
        WAIT,
        SIGNAL,
        BROAD,
        SYNC,
        BARRIER,
        SUSPEND,
        RESUME,
        SEM_POST,
        SEM_WAIT,
        FORK,
        YIELD
    }

    /** A timer's state: one for all tasks, or one a thread if its name begins with "unique". */
    static final class Timer {

        long next = -1;
    }

    final Kind kind;
    /** Microseconds of run, runtime, sleep and timer. */
    long micros;
    /** Timer: by absolute times, so that a missed period is not forgotten. */
    boolean absolute;

    String name;
    Timer timer;
    Futex futex;
    UserMutex mutex;
    Barrier barrier;

    Event(Kind kind) {
        this.kind = kind;
    }

    /**
     * A barrier as rt-app makes it of a mutex and a condition: whoever comes while enough wait wakes them and goes on. A waiter
     * counts until it has run again.
     */
    static final class Barrier {

        final Futex condition;
        final UserMutex mutex;
        /** Threads that are still missing beside the one that comes. */
        int waiting = -1;

        Barrier(String name) {
            condition = new Futex("barrier " + name);
            mutex = new UserMutex("barrier " + name);
        }
    }
}
