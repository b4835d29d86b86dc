// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;

/** CPU selection of Linux 7.3 as far as recordings of 7.3.4 show it: no difference from 7.2 was seen. */
public final class Linux73 extends FairPlacement {

    private static final PolicyInfo INFO = new PolicyInfo(
            "linux-7.3",
            List.of(),
            "Linux 7.3 (7.3.4)",
            "as 7.2",
            "recordings of Debian 7.3.4",
            Standing.EXACT,
            Scope.PLACEMENT);

    @Override
    public PolicyInfo info() {
        return INFO;
    }
}
