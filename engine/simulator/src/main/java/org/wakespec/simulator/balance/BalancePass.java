// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.balance;

import org.wakespec.simulator.runqueue.RunQueue;
import org.wakespec.simulator.topology.SchedDomain;

/** One pass of a CPU over one of its domains (kernel 7.2: sched_balance_rq()). */
public interface BalancePass {

    /** Returns how many tasks moved. */
    int schedBalanceRq(RunQueue rq, SchedDomain sd, CpuIdleType idle);

    /** Whether the CPU should go on to higher domains after the last pass: it was the one elected to balance. */
    boolean continueBalancing();
}
