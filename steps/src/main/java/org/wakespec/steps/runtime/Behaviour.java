// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import java.util.ArrayList;
import java.util.List;
import org.wakespec.simulator.ipc.Program;
import org.wakespec.simulator.ipc.TaskApi;

/** A program of a step: first it forks what it was said to fork, then it goes its rounds until it is told to end. */
abstract class Behaviour implements Program {

    /** A fork after so much computation since the one before. */
    private record Fork(long afterNs, Member child) {}

    private final List<Fork> forks = new ArrayList<>(1);
    private int forked;
    private boolean computed;
    /** Rounds completed. */
    long rounds;
    /** It ends instead of going on. */
    boolean ending;

    void fork(long afterNs, Member child) {
        forks.add(new Fork(afterNs, child));
    }

    @Override
    public final void step(TaskApi task) {
        if (forked < forks.size()) {
            Fork fork = forks.get(forked);
            if (!computed && fork.afterNs() > 0) {
                computed = true;
                task.compute(fork.afterNs());
                return;
            }
            computed = false;
            forked++;
            task.fork(fork.child().task);
            return;
        }
        if (ending) {
            task.exit();
        } else {
            round(task);
        }
    }

    /** Issues the next operation. */
    abstract void round(TaskApi task);

    /** Whether it waits for wakeups by other tasks. */
    Signal signal() {
        return null;
    }
}
