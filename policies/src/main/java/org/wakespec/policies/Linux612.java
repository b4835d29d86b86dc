// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import java.util.List;
import org.wakespec.simulator.wakeup.PolicyInfo;
import org.wakespec.simulator.wakeup.PolicyInfo.Scope;
import org.wakespec.simulator.wakeup.PolicyInfo.Standing;

/** CPU selection of Linux 6.12 as far as recordings of 6.12.117 show it: as {@link Linux618}. */
public class Linux612 extends Linux618 {

    private static final PolicyInfo INFO = new PolicyInfo(
            "linux-6.12",
            List.of(),
            "Linux 6.12 (6.12.117)",
            "as 6.18",
            "recordings of Debian 6.12.117",
            Standing.EXACT,
            Scope.PLACEMENT);

    @Override
    public PolicyInfo info() {
        return INFO;
    }
}
