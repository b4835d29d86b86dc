// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.published;

import java.util.List;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Selection;

/** No task ever waits for a CPU while there are more CPUs than tasks: prev if it is idle, else the last idle CPU there is. */
public final class EverybodyAlone implements PlacementPolicy {

    static final String NAME = "everybody-alone";

    @Override
    public PolicyInfo info() {
        return new PolicyInfo(
                NAME,
                List.of(),
                "switches waiting for a CPU off",
                "an idle CPU anywhere in the machine",
                "made for a test",
                PolicyInfo.Standing.RECONSTRUCTED,
                PolicyInfo.Scope.FULL);
    }

    @Override
    public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
        if (p.cpusPtr.test(prevCpu) && s.availableIdleCpu(prevCpu)) {
            return prevCpu;
        }
        for (int cpu = s.rq.length - 1; cpu >= 0; cpu--) {
            if (p.cpusPtr.test(cpu) && s.availableIdleCpu(cpu)) {
                return cpu;
            }
        }
        return prevCpu;
    }
}
