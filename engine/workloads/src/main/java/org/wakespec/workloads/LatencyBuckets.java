// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.workloads;

/**
 * The histogram schbench keeps: microseconds, exact up to 511, then buckets of 1/256 of their value, reported by their middle.
 * Values of 0 are dropped.
 */
public final class LatencyBuckets {

    private static final int BITS = 8;
    private static final int SUB_BUCKETS = 1 << BITS;
    private static final int GROUPS = 40;

    private final long[] counts = new long[GROUPS * SUB_BUCKETS];
    private long samples;
    private long dropped;
    private long max;

    LatencyBuckets() {}

    void record(long micros) {
        if (micros <= 0) {
            dropped++;
            return;
        }
        counts[index(micros)]++;
        samples++;
        max = Math.max(max, micros);
    }

    private static int index(long value) {
        int msb = 63 - Long.numberOfLeadingZeros(value);
        if (msb <= BITS) {
            return (int) value;
        }
        int shift = msb - BITS;
        return ((shift + 1) << BITS) + (int) (value >> shift & SUB_BUCKETS - 1);
    }

    private static long middle(int index) {
        if (index < 2 * SUB_BUCKETS) {
            return index;
        }
        int shift = (index >> BITS) - 1;
        long base = 1L << shift + BITS;
        long within = (index & SUB_BUCKETS - 1) + 1L;
        return base + (within - 1 << shift) + (1L << shift >> 1);
    }

    /** Takes a bucket that is not empty: its bounds in microseconds, the upper one exclusive, and how many samples it has. */
    @FunctionalInterface
    public interface Visitor {
        void bucket(long from, long to, long count);
    }

    /** Shows all buckets that are not empty, in ascending order. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                int shift = Math.max(0, (i >> BITS) - 1);
                long from = middle(i) - (shift == 0 ? 0 : 1L << shift >> 1);
                visitor.bucket(from, from + (1L << shift), counts[i]);
            }
        }
    }

    /** Samples recorded. */
    public long samples() {
        return samples;
    }

    /** Samples of 0 that were dropped. */
    public long dropped() {
        return dropped;
    }

    /** Largest sample in microseconds. */
    public long max() {
        return max;
    }

    /** The value, in microseconds, of the first bucket that {@code percent} of the samples reach; 0 without samples. */
    public long percentile(double percent) {
        double wanted = samples * percent / 100;
        long sum = 0;
        for (int i = 0; i < counts.length; i++) {
            sum += counts[i];
            if (sum > 0 && sum >= wanted) {
                return middle(i);
            }
        }
        return 0;
    }
}
