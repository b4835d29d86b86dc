// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

/**
 * One sequence of random numbers (SplitMix64). The same on every machine and JDK; allocates nothing after it was made.
 */
public final class RandomStream {

    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;

    RandomStream(long seed) {
        state = seed;
    }

    /** The next 64 bits. */
    public long nextLong() {
        state += GOLDEN_GAMMA;
        return mix(state);
    }

    /** A number from 0 to {@code bound - 1}; the bound is at least 1. */
    public int nextInt(int bound) {
        // the high half of the product: every bound below 2^31 is served without a division
        return (int) (((nextLong() >>> 32) * bound) >>> 32);
    }

    /** A number from 0 to {@code bound - 1}; the bound is at least 1. */
    public long nextLong(long bound) {
        return Long.remainderUnsigned(nextLong(), bound);
    }

    /** Finalizer of SplitMix64. */
    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
