// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import java.util.Arrays;

/**
 * A set of CPU numbers, kept as 64-bit words (kernel: struct cpumask).
 *
 * <p>Masks are mutable because the selection path edits scratch copies; a mask that belongs to a machine, domain or task
 * is by convention never changed after it has been published. All masks of one simulation have the same number of CPUs
 * ({@link #size()}), so the binary operations need no bounds handling.
 */
public final class CpuMask {

    private final int size;
    private final long[] words;

    /** An empty mask for CPUs {@code 0..size-1}. */
    public CpuMask(int size) {
        if (size < 1) {
            throw new IllegalArgumentException("a CPU mask needs at least one CPU, not " + size);
        }
        this.size = size;
        this.words = new long[(size + 63) >>> 6];
    }

    /** A copy of another mask. */
    public CpuMask(CpuMask other) {
        this.size = other.size;
        this.words = other.words.clone();
    }

    /** The mask {@code first..last} (inclusive) of a machine with {@code size} CPUs. */
    public static CpuMask range(int size, int first, int last) {
        CpuMask mask = new CpuMask(size);
        for (int cpu = first; cpu <= last; cpu++) {
            mask.set(cpu);
        }
        return mask;
    }

    /** All CPUs {@code 0..size-1}. */
    public static CpuMask all(int size) {
        return range(size, 0, size - 1);
    }

    /** The mask holding exactly the given CPUs. */
    public static CpuMask of(int size, int... cpus) {
        CpuMask mask = new CpuMask(size);
        for (int cpu : cpus) {
            mask.set(cpu);
        }
        return mask;
    }

    /**
     * Parses the kernel's CPU-list form, for example {@code "0-3,8"}; an empty string is the empty set.
     *
     * @throws IllegalArgumentException naming the part that is wrong: not a number, a range that runs backwards, or a CPU
     *     that the machine does not have
     */
    public static CpuMask parse(int size, String list) {
        CpuMask mask = new CpuMask(size);
        String text = list.strip();
        if (text.isEmpty()) {
            return mask;
        }
        for (String rawPart : text.split(",", -1)) {
            String part = rawPart.strip();
            int dash = part.indexOf('-', 1);
            int first = parseCpu(size, dash < 0 ? part : part.substring(0, dash), list);
            int last = dash < 0 ? first : parseCpu(size, part.substring(dash + 1), list);
            if (last < first) {
                throw new IllegalArgumentException("CPU list '" + list + "': the range '" + part + "' runs backwards");
            }
            for (int cpu = first; cpu <= last; cpu++) {
                mask.set(cpu);
            }
        }
        return mask;
    }

    private static int parseCpu(int size, String text, String list) {
        int cpu;
        try {
            cpu = Integer.parseInt(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "CPU list '" + list + "': '" + text + "' is not a CPU number (expected a form like 0-3,8)");
        }
        if (cpu < 0 || cpu >= size) {
            throw new IllegalArgumentException(
                    "CPU list '" + list + "': there is no CPU " + cpu + ", the machine has CPUs 0-" + (size - 1));
        }
        return cpu;
    }

    /** Number of CPUs the mask can hold: members lie in {@code 0..size-1}. */
    public int size() {
        return size;
    }

    /** Whether the CPU is a member (kernel: cpumask_test_cpu). Negative or too large numbers are not members. */
    public boolean test(int cpu) {
        // one comparison: a negative number has a word beyond all, and beyond the size no bit is set
        int i = cpu >>> 6;
        return i < words.length && (words[i] & (1L << cpu)) != 0;
    }

    public void set(int cpu) {
        checkCpu(cpu);
        words[cpu >>> 6] |= 1L << cpu;
    }

    public void clear(int cpu) {
        checkCpu(cpu);
        words[cpu >>> 6] &= ~(1L << cpu);
    }

    private void checkCpu(int cpu) {
        if (cpu < 0 || cpu >= size) {
            throw new IllegalArgumentException("there is no CPU " + cpu + ", the machine has CPUs 0-" + (size - 1));
        }
    }

    /** Removes all members. */
    public void clear() {
        Arrays.fill(words, 0);
    }

    /** Number of members (kernel: cpumask_weight). */
    public int weight() {
        int weight = 0;
        for (long word : words) {
            weight += Long.bitCount(word);
        }
        return weight;
    }

    public boolean isEmpty() {
        for (long word : words) {
            if (word != 0) {
                return false;
            }
        }
        return true;
    }

    /** Members of both among the CPUs from {@code 64 * i} on, one bit each, for loops that must be fast. */
    public long commonWord(CpuMask other, int i) {
        return words[i] & other.words[i];
    }

    /** Lowest member, or -1 if empty. */
    public int first() {
        return next(0);
    }

    /** Highest member, or -1 if empty. */
    public int last() {
        for (int i = words.length - 1; i >= 0; i--) {
            if (words[i] != 0) {
                return (i << 6) + 63 - Long.numberOfLeadingZeros(words[i]);
            }
        }
        return -1;
    }

    /**
     * Lowest member that is at least {@code from}, or -1. Ascending iteration:
     * {@code for (int c = m.first(); c >= 0; c = m.next(c + 1))}.
     */
    public int next(int from) {
        if (from >= size) {
            return -1;
        }
        int i = from >>> 6;
        long word = words[i] & (-1L << from);
        while (word == 0) {
            if (++i == words.length) {
                return -1;
            }
            word = words[i];
        }
        return (i << 6) + Long.numberOfTrailingZeros(word);
    }

    /** Number of 64-bit words: for loops that walk a mask which does not change meanwhile. */
    public int words() {
        return words.length;
    }

    /** The members {@code 64 * index .. 64 * index + 63}, lowest bit first. */
    public long word(int index) {
        return words[index];
    }

    /** Becomes a copy of {@code other}. */
    public void copyFrom(CpuMask other) {
        System.arraycopy(other.words, 0, words, 0, words.length);
    }

    /** Becomes {@code a AND b} (kernel: cpumask_and). Returns whether any member is left. */
    public boolean setAnd(CpuMask a, CpuMask b) {
        long any = 0;
        for (int i = 0; i < words.length; i++) {
            long word = a.words[i] & b.words[i];
            words[i] = word;
            any |= word;
        }
        return any != 0;
    }

    /** Keeps only members that are also in {@code other}. */
    public void and(CpuMask other) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= other.words[i];
        }
    }

    /** Adds the members of {@code other}. */
    public void or(CpuMask other) {
        for (int i = 0; i < words.length; i++) {
            words[i] |= other.words[i];
        }
    }

    /** Removes the members of {@code other} (kernel: cpumask_andnot). */
    public void andNot(CpuMask other) {
        for (int i = 0; i < words.length; i++) {
            words[i] &= ~other.words[i];
        }
    }

    public boolean intersects(CpuMask other) {
        for (int i = 0; i < words.length; i++) {
            if ((words[i] & other.words[i]) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Number of members common to both. */
    public int intersectionWeight(CpuMask other) {
        int weight = 0;
        for (int i = 0; i < words.length; i++) {
            weight += Long.bitCount(words[i] & other.words[i]);
        }
        return weight;
    }

    /** Whether every member is also in {@code other} (kernel: cpumask_subset). */
    public boolean isSubsetOf(CpuMask other) {
        for (int i = 0; i < words.length; i++) {
            if ((words[i] & ~other.words[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    /** The members in ascending order. Allocates; not for hot paths. */
    public int[] toArray() {
        int[] cpus = new int[weight()];
        int n = 0;
        for (int cpu = first(); cpu >= 0; cpu = next(cpu + 1)) {
            cpus[n++] = cpu;
        }
        return cpus;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof CpuMask other && size == other.size && Arrays.equals(words, other.words);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(words);
    }

    /** The kernel's CPU-list form, for example {@code 0-3,8}; empty string for the empty set. */
    @Override
    public String toString() {
        StringBuilder list = new StringBuilder();
        for (int cpu = first(); cpu >= 0; ) {
            int end = cpu;
            while (test(end + 1)) {
                end++;
            }
            if (list.length() > 0) {
                list.append(',');
            }
            list.append(cpu);
            if (end > cpu) {
                list.append('-').append(end);
            }
            cpu = next(end + 1);
        }
        return list.toString();
    }
}
