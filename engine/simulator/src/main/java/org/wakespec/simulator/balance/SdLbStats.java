// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.topology.SchedGroup;

/** Statistics of one domain during a search (kernel 7.2: struct sd_lb_stats). Preallocated; reset before each use. */
public final class SdLbStats {

    /** The busiest group so far, or null. */
    public SchedGroup busiest;
    /** The group of the destination. */
    public SchedGroup local;
    /** Over all groups visited; CPUs of overlapping groups count repeatedly. */
    public long totalLoad;

    public long totalCapacity;
    /** totalLoad * 1024 / totalCapacity, once a decision needed it. */
    public long avgLoad;
    /** Tasks should be spread over the siblings of the busiest group. */
    public boolean preferSibling;

    public final SgLbStats busiestStat = new SgLbStats();
    public final SgLbStats localStat = new SgLbStats();
    /** The group being visited, unless it is the local one. */
    final SgLbStats tmpStat = new SgLbStats();

    SdLbStats() {}

    /** Kernel 7.2: init_sd_lb_stats(): every group beats the pseudo group that starts as the busiest. */
    void initSdLbStats() {
        busiest = null;
        local = null;
        totalLoad = 0;
        totalCapacity = 0;
        avgLoad = 0;
        preferSibling = false;
        localStat.reset();
        busiestStat.reset();
        busiestStat.idleCpus = Integer.MAX_VALUE;
    }
}
