// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import java.util.BitSet;

/** Lists of CPUs as the kernel writes them: {@code 0-3,8}. */
final class CpuList {

    private static final int MOST = 65_536;

    private CpuList() {}

    /**
     * The CPUs of a list.
     *
     * @throws IllegalArgumentException if it is none
     */
    static BitSet parse(String list) {
        BitSet cpus = new BitSet();
        for (String range : list.isBlank() ? new String[0] : list.strip().split(",")) {
            String[] ends = range.strip().split("-", 2);
            try {
                int from = Integer.parseInt(ends[0]);
                int to = Integer.parseInt(ends[ends.length - 1]);
                if (from < 0 || to < from || to >= MOST) {
                    throw new IllegalArgumentException("'" + list + "' is no list of CPUs: " + range);
                }
                cpus.set(from, to + 1);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'" + list + "' is no list of CPUs: " + range, e);
            }
        }
        return cpus;
    }
}
