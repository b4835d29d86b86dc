// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps.runtime;

import org.wakespec.simulator.ipc.SimTask;
import org.wakespec.simulator.topology.CpuMask;

/** One task that a step gave a program. */
final class Member {

    final Group group;
    final Behaviour program;
    /** CPU it is started on; -1: drawn from the allowed ones. */
    int startCpu = -1;
    /** CPUs of this copy alone; null: those of the group. */
    CpuMask own;
    /** A parent starts it. */
    boolean forked;
    /** Exists once the machine runs. */
    SimTask task;

    Member(Group group, Behaviour program) {
        this.group = group;
        this.program = program;
    }
}
