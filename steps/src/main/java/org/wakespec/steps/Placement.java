// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import java.util.List;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.SchedTopology;
import org.wakespec.simulator.wakeup.Decision;

/**
 * A decision, and what is needed to judge it.
 *
 * @param decision what was decided, and why
 * @param topology the domains it was decided in
 * @param idleBefore the CPUs that were idle when it was made
 * @param recentBefore the wakee's recently used CPU when it was made
 * @param defaults what filled in what the scenario left unsaid
 */
record Placement(
        Decision decision, SchedTopology topology, CpuMask idleBefore, int recentBefore, List<String> defaults) {

    /** One line: {@code B -> CPU 10  sis:prev-idle}. */
    String summary() {
        return decision.task().comm + " -> CPU " + decision.cpu() + "  " + decision.by();
    }
}
