// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import java.util.Objects;

/**
 * Named streams of random numbers, all split off one seed. A stream depends on the seed and its name alone, so that drawing
 * more from one never changes another.
 */
public final class RandomStreams {

    private final long seed;

    public RandomStreams(long seed) {
        this.seed = seed;
    }

    /** The seed all streams come from. */
    public long seed() {
        return seed;
    }

    /** A new stream of that name, at its start. */
    public RandomStream stream(String name) {
        return stream(name, 0);
    }

    /** A new stream of that name and number (of a CPU, a task), at its start. */
    public RandomStream stream(String name, long number) {
        Objects.requireNonNull(name, "name");
        long state = RandomStream.mix(seed + 1);
        for (int i = 0; i < name.length(); i++) {
            state = RandomStream.mix(state ^ name.charAt(i));
        }
        return new RandomStream(RandomStream.mix(state + number));
    }
}
