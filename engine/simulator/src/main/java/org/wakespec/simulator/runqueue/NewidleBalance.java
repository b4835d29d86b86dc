// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

/** Looks for work when a CPU is about to go idle (kernel 7.2: sched_balance_newidle()). */
@FunctionalInterface
public interface NewidleBalance {

    /** Finds nothing. */
    NewidleBalance NONE = rq -> false;

    /** Whether the run queue has fair tasks now, so that the pick has to be repeated. */
    boolean pull(RunQueue rq);
}
