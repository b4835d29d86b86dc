// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.function.Function;
import java.util.function.ToLongFunction;

/** A kind of time a task spends: what is over was sampled, one may be going on. */
enum Times {
    /** From becoming runnable, or being preempted, to the switch to the task. */
    WAITS("waits", track -> track.waits, track -> track.waitingSince),
    /** From the start of a wakeup to the switch to the task. */
    LATENCY("wakeup latency", track -> track.latency, track -> track.wakingAt),
    /** From a switch to the task to the switch away from it. */
    STRETCHES("stretch", track -> track.stretches, track -> track.runningSince);

    private final String words;
    private final Function<TaskTrack, Samples> over;
    private final ToLongFunction<TaskTrack> since;

    Times(String words, Function<TaskTrack, Samples> over, ToLongFunction<TaskTrack> since) {
        this.words = words;
        this.over = over;
        this.since = since;
    }

    /** Adds what is over. */
    void over(TaskTrack track, Samples to) {
        to.addAll(over.apply(track));
    }

    /** Adds what has gone on so far, if anything does. */
    void goingOn(TaskTrack track, long now, Samples to) {
        long start = since.applyAsLong(track);
        if (start >= 0) {
            to.add(now - start);
        }
    }

    @Override
    public String toString() {
        return words;
    }
}
