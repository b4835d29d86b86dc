// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads.rtapp;

import java.util.List;
import org.wakespec.simulator.task.SchedPolicy;
import org.wakespec.simulator.topology.CpuMask;

/**
 * Events that are repeated together.
 *
 * @param loop times; -1 and 0: for ever
 * @param cpus affinity to set at its start; null: that of the task
 * @param policy scheduling policy to set at its start; null: leave it
 * @param nice nice value to set at its start; null: leave it
 * @param sliceNs custom slice to set at its start, 0: the default; null: leave it
 */
record Phase(String name, int loop, CpuMask cpus, SchedPolicy policy, Integer nice, Long sliceNs, List<Event> events) {

    /** Whether it has something to say about how it is scheduled. */
    boolean schedules() {
        return policy != null || nice != null || sliceNs != null;
    }
}
