// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.wakeup;

import java.util.ArrayList;
import java.util.List;

/** Flags of a wakeup, fork or exec placement (kernel 7.2: WF_* of sched.h). */
public final class WakeFlags {

    public static final int WF_EXEC = 0x02;
    public static final int WF_FORK = 0x04;
    /** Forced on by try_to_wake_up(). */
    public static final int WF_TTWU = 0x08;
    /** The waker promises to sleep soon. */
    public static final int WF_SYNC = 0x10;

    public static final int WF_MIGRATED = 0x20;
    /** The caller wants the wakee on the waker's CPU. */
    public static final int WF_CURRENT_CPU = 0x40;
    /** Set when the class's CPU selection was called. */
    public static final int WF_RQ_SELECTED = 0x80;

    /** The flags that are at the same time SD_BALANCE_* flags of a domain. */
    public static final int SD_FLAG_MASK = 0xf;

    private static final int[] BITS = {
        WF_EXEC, WF_FORK, WF_TTWU, WF_SYNC, WF_MIGRATED, WF_CURRENT_CPU, WF_RQ_SELECTED,
    };
    private static final String[] NAMES = {
        "WF_EXEC", "WF_FORK", "WF_TTWU", "WF_SYNC", "WF_MIGRATED", "WF_CURRENT_CPU", "WF_RQ_SELECTED",
    };

    private WakeFlags() {}

    /** The names of the set flags, lowest bit first. */
    public static List<String> names(int flags) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < BITS.length; i++) {
            if ((flags & BITS[i]) != 0) {
                names.add(NAMES[i]);
            }
        }
        return names;
    }

    /**
     * The value of one flag, given with or without the prefix WF_.
     *
     * @throws IllegalArgumentException if there is no such flag
     */
    public static int byName(String name) {
        String wanted = name.startsWith("WF_") ? name : "WF_" + name;
        for (int i = 0; i < BITS.length; i++) {
            if (NAMES[i].equals(wanted)) {
                return BITS[i];
            }
        }
        throw new IllegalArgumentException(
                "unknown wake flag '" + name + "', expected one of " + String.join(", ", NAMES));
    }
}
