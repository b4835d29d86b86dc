// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.ArrayList;
import java.util.List;

/** Flags of a scheduling domain (kernel 7.2: enum of sd_flags.h; the bit values are those of 7.2). */
public final class SdFlag {

    public static final int SD_BALANCE_NEWIDLE = 0x0001;
    public static final int SD_BALANCE_EXEC = 0x0002;
    public static final int SD_BALANCE_FORK = 0x0004;
    public static final int SD_BALANCE_WAKE = 0x0008;
    public static final int SD_WAKE_AFFINE = 0x0010;
    public static final int SD_ASYM_CPUCAPACITY = 0x0020;
    public static final int SD_ASYM_CPUCAPACITY_FULL = 0x0040;
    public static final int SD_SHARE_CPUCAPACITY = 0x0080;
    public static final int SD_CLUSTER = 0x0100;
    public static final int SD_SHARE_LLC = 0x0200;
    public static final int SD_SERIALIZE = 0x0400;
    public static final int SD_ASYM_PACKING = 0x0800;
    public static final int SD_PREFER_SIBLING = 0x1000;
    public static final int SD_NUMA = 0x2000;

    private static final String[] NAMES = {
        "SD_BALANCE_NEWIDLE",
        "SD_BALANCE_EXEC",
        "SD_BALANCE_FORK",
        "SD_BALANCE_WAKE",
        "SD_WAKE_AFFINE",
        "SD_ASYM_CPUCAPACITY",
        "SD_ASYM_CPUCAPACITY_FULL",
        "SD_SHARE_CPUCAPACITY",
        "SD_CLUSTER",
        "SD_SHARE_LLC",
        "SD_SERIALIZE",
        "SD_ASYM_PACKING",
        "SD_PREFER_SIBLING",
        "SD_NUMA",
    };

    private SdFlag() {}

    /** The names of the set flags, lowest bit first. */
    public static List<String> names(int flags) {
        List<String> names = new ArrayList<>();
        for (int bit = 0; bit < NAMES.length; bit++) {
            if ((flags & (1 << bit)) != 0) {
                names.add(NAMES[bit]);
            }
        }
        return names;
    }

    /**
     * The flag word of one name.
     *
     * @throws IllegalArgumentException if there is no such flag
     */
    public static int byName(String name) {
        for (int bit = 0; bit < NAMES.length; bit++) {
            if (NAMES[bit].equals(name)) {
                return 1 << bit;
            }
        }
        throw new IllegalArgumentException(
                "unknown domain flag '" + name + "', expected one of " + String.join(", ", NAMES));
    }
}
