// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.topologies.imports;

import java.util.TreeSet;
import org.wakespec.simulator.topology.CpuMask;
import org.wakespec.simulator.topology.Machine;

/** Sets of CPUs or nodes as tools write them. */
final class CpuSets {

    private static final int WORD = 32;

    private CpuSets() {}

    /**
     * A list such as {@code 0-3,8}.
     *
     * @throws IllegalArgumentException if it is none, or a number is beyond the largest machine
     */
    static TreeSet<Integer> list(String text) {
        return set(CpuMask.parse(Machine.MAX_CPUS, text.strip()));
    }

    /**
     * The kernel's mask: hexadecimal words of 32 bits, the highest first, separated by commas.
     *
     * @throws IllegalArgumentException if it is none
     */
    static TreeSet<Integer> mask(String text) {
        return words(text.strip(), text);
    }

    /**
     * hwloc's bitmap: as the kernel's mask, but each word begins with {@code 0x}, and an empty word is zero.
     *
     * @throws IllegalArgumentException if it is none, or an endless one
     */
    static TreeSet<Integer> bitmap(String text) {
        String plain = text.strip();
        if (plain.startsWith("0xf...f")) {
            throw new IllegalArgumentException("the set '" + text + "' has no end");
        }
        return words(plain.replace("0x", ""), text);
    }

    private static TreeSet<Integer> words(String plain, String text) {
        String[] words = plain.split(",", -1);
        if (words.length > Machine.MAX_CPUS / WORD) {
            throw new IllegalArgumentException(
                    "the set '" + text.substring(0, 40) + "...' has more than " + Machine.MAX_CPUS + " members");
        }
        TreeSet<Integer> set = new TreeSet<>();
        for (int w = 0; w < words.length; w++) {
            long bits;
            try {
                bits = words[w].isEmpty() ? 0 : Long.parseLong(words[w].strip(), 16);
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException("'" + text + "' is not a set of CPUs", e);
            }
            if (bits < 0 || bits >>> WORD != 0) {
                throw new IllegalArgumentException("'" + text + "' is not a set of CPUs: more than 32 bits in a word");
            }
            int base = (words.length - 1 - w) * WORD;
            for (int bit = 0; bit < WORD; bit++) {
                if ((bits >>> bit & 1) != 0) {
                    set.add(base + bit);
                }
            }
        }
        return set;
    }

    private static TreeSet<Integer> set(CpuMask mask) {
        TreeSet<Integer> set = new TreeSet<>();
        for (int cpu = mask.first(); cpu >= 0; cpu = mask.next(cpu + 1)) {
            set.add(cpu);
        }
        return set;
    }

    /** The list form of a set. */
    static String text(Iterable<Integer> cpus) {
        CpuMask mask = new CpuMask(Machine.MAX_CPUS);
        cpus.forEach(mask::set);
        return mask.toString();
    }
}
