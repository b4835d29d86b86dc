// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

/**
 * Removes domains that add nothing from a CPU's tree (kernel 7.2: cpu_attach_domain, sd_degenerate,
 * sd_parent_degenerate).
 */
final class Degeneration {

    /** Flags that mean something only with at least two groups. */
    private static final int NEEDS_GROUPS = SdFlag.SD_BALANCE_NEWIDLE
            | SdFlag.SD_BALANCE_EXEC
            | SdFlag.SD_BALANCE_FORK
            | SdFlag.SD_BALANCE_WAKE
            | SdFlag.SD_ASYM_CPUCAPACITY
            | SdFlag.SD_ASYM_CPUCAPACITY_FULL
            | SdFlag.SD_SHARE_CPUCAPACITY
            | SdFlag.SD_CLUSTER
            | SdFlag.SD_SHARE_LLC
            | SdFlag.SD_SERIALIZE
            | SdFlag.SD_ASYM_PACKING
            | SdFlag.SD_PREFER_SIBLING
            | SdFlag.SD_NUMA;

    private Degeneration() {}

    /**
     * Thins out one CPU's tree.
     *
     * @param sharedMovesDown from 7.2 on a removed domain leaves its shared object to the one below
     * @return the new lowest domain, or null if none is left
     */
    static SchedDomain attach(SchedDomain base, boolean sharedMovesDown) {
        SchedDomain sd = base;
        while (sd != null && sd.parent != null) {
            SchedDomain parent = sd.parent;
            if (!parentDegenerate(sd, parent)) {
                sd = parent;
                continue;
            }
            sd.parent = parent.parent;
            if (sharedMovesDown && parent.shared != null) {
                sd.shared = parent.shared;
            }
            if (parent.parent != null) {
                parent.parent.child = sd;
                parent.parent.groups.flags = sd.flags;
            }
            if (parent.has(SdFlag.SD_PREFER_SIBLING)) {
                sd.flags |= SdFlag.SD_PREFER_SIBLING;
            }
        }
        if (base != null && degenerate(base)) {
            SchedDomain above = base.parent;
            if (above != null) {
                above.child = null;
                above.groups.flags = 0;
            }
            return above;
        }
        return base;
    }

    private static boolean degenerate(SchedDomain sd) {
        if (sd.spanWeight == 1) {
            return true;
        }
        if (sd.has(NEEDS_GROUPS) && sd.groups != sd.groups.next) {
            return false;
        }
        return !sd.has(SdFlag.SD_WAKE_AFFINE);
    }

    private static boolean parentDegenerate(SchedDomain sd, SchedDomain parent) {
        if (degenerate(parent)) {
            return true;
        }
        if (sd.spanWeight != parent.spanWeight || !sd.span.equals(parent.span)) {
            return false;
        }
        int flags = parent.groups == parent.groups.next ? parent.flags & ~NEEDS_GROUPS : parent.flags;
        return (flags & ~sd.flags) == 0;
    }
}
