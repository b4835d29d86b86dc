// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.report.trace;

import org.wakespec.simulator.wakeup.WakeFlags;

/** Names of wake flags joined by bars, each combination put together once. */
final class FlagNames {

    private final String[] known = new String[256];

    String of(int flags) {
        if (flags < 0 || flags >= known.length) {
            return join(flags);
        }
        if (known[flags] == null) {
            known[flags] = join(flags);
        }
        return known[flags];
    }

    private static String join(int flags) {
        return String.join("|", WakeFlags.names(flags));
    }
}
