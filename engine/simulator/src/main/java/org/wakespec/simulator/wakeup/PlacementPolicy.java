// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import org.wakespec.simulator.task.Task;

/**
 * Chooses the CPU of a waking, forking or exec-ing fair task: the extension point, and the only thing a patch author
 * writes. Found through {@link java.util.ServiceLoader}; every simulation gets an instance of its own, so an
 * implementation may keep scratch state but must decide from its arguments alone.
 */
public interface PlacementPolicy {

    /** Name, origin and standing of the rule. */
    PolicyInfo info();

    /**
     * The CPU for {@code p} (kernel 7.2: select_task_rq_fair()). Side effects are those of the kernel function: the
     * waker's flip counters, the wakee's recent_used_cpu and the idle-core flag.
     *
     * <p>The result may be a CPU the task is not allowed on, or one that is offline: the caller replaces it, as the
     * kernel's core does.
     *
     * @param s the call: waker, context, and what the decision is recorded in
     * @param p the task to place
     * @param prevCpu the CPU it last ran on; may be offline, isolated or not allowed
     * @param wakeFlags {@link WakeFlags}; exactly one of WF_TTWU, WF_FORK and WF_EXEC is set
     */
    int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags);
}
