// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import org.wakespec.simulator.task.Task;

/** A task the scenario names. */
final class Actor {

    /** Where the task is in its life. */
    enum State {
        /** Only described so far. */
        NOWHERE("nowhere yet"),
        RUNNING("running"),
        /** On a run queue, not running. */
        QUEUED("queued"),
        /** On the wake list of its CPU. */
        WAKING("on a wake list"),
        SLEEPING("asleep"),
        /** Asleep but still queued. */
        DELAYED("asleep, its dequeue delayed"),
        /** Asleep, but its CPU has not switched away from it yet. */
        SWITCHING_OUT("still switching out");

        private final String words;

        State(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    final Task task;
    State state = State.NOWHERE;
    /** The scenario asks for it to exist somewhere: it has properties, it is not only somebody's last wakee. */
    boolean described;

    boolean loadSaid;
    boolean utilisationSaid;
    boolean recentSaid;
    boolean flipsSaid;
    boolean lastWakeeSaid;
    boolean affinitySaid;

    Actor(Task task) {
        this.task = task;
    }

    String name() {
        return task.comm;
    }
}
