// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.features;

import java.util.function.Supplier;
import org.wakespec.policies.FairPlacement;
import org.wakespec.simulator.task.Task;
import org.wakespec.simulator.wakeup.PlacementPolicy;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.Selection;

/** What a registry finds in place of mainline: whatever the test wants mainline to be. */
public final class StandIn implements PlacementPolicy {

    static volatile Supplier<PlacementPolicy> mainline = FairPlacement::new;

    private final PlacementPolicy standsIn = mainline.get();

    /** For the service loader. */
    public StandIn() {}

    @Override
    public PolicyInfo info() {
        return standsIn.info();
    }

    @Override
    public int selectTaskRq(Selection s, Task p, int prevCpu, int wakeFlags) {
        return standsIn.selectTaskRq(s, p, prevCpu, wakeFlags);
    }
}
