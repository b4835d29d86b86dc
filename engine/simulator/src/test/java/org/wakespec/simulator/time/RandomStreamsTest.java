// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RandomStreamsTest {

    @Test
    void aStreamDependsOnSeedNameAndNumberAlone() {
        RandomStream first = new RandomStreams(42).stream("fork", 3);
        RandomStreams other = new RandomStreams(42);
        other.stream("tick").nextLong();
        RandomStream again = other.stream("fork", 3);
        for (int i = 0; i < 100; i++) {
            assertThat(again.nextLong()).isEqualTo(first.nextLong());
        }
        long value = new RandomStreams(42).stream("fork", 3).nextLong();
        assertThat(new RandomStreams(43).stream("fork", 3).nextLong()).isNotEqualTo(value);
        assertThat(new RandomStreams(42).stream("fork", 4).nextLong()).isNotEqualTo(value);
        assertThat(new RandomStreams(42).stream("form", 3).nextLong()).isNotEqualTo(value);
    }

    @Test
    void numbersAreTheSameOnEveryMachine() {
        RandomStream stream = new RandomStreams(1).stream("tick");
        assertThat(stream.nextLong()).isEqualTo(FIRST);
        assertThat(stream.nextInt(1000)).isEqualTo(SECOND);
    }

    /** Computed by an independent program. */
    private static final long FIRST = 8828426388444133922L;

    private static final int SECOND = 7;

    @Test
    void boundsHoldAndAllValuesAppear() {
        RandomStream stream = new RandomStreams(5).stream("bounds");
        boolean[] seen = new boolean[7];
        for (int i = 0; i < 1000; i++) {
            int value = stream.nextInt(7);
            assertThat(value).isBetween(0, 6);
            assertThat(stream.nextLong(10)).isBetween(0L, 9L);
            seen[value] = true;
        }
        assertThat(seen).doesNotContain(false);
    }
}
