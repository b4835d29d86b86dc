// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.runqueue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.simulator.task.SchedAvg;

class PeltTest {

    private final Pelt pelt = Pelt.kernel();

    @ParameterizedTest
    @CsvSource({
        "47742, 1, 46718",
        "47742, 32, 23870",
        "46718, 0, 46717",
        "47742, 2016, 0",
        "47742, 2017, 0",
    })
    void decays(long value, long periods, long expected) {
        assertThat(pelt.decayLoad(value, periods)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"4, 81", "8, 156", "16, 288", "32, 495", "64, 751", "128, 951", "256, 1019"})
    void utilisationRisesFromZero(int ms, long expected) {
        SchedAvg avg = new SchedAvg();
        for (int i = 1; i <= ms; i++) {
            pelt.updateTask(i * 1_000_000L, avg, 1024, true, true, true);
        }
        assertThat(avg.utilAvg).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"8, 867", "16, 735", "32, 528", "64, 272", "128, 72"})
    void utilisationFallsWhenIdle(int ms, long expected) {
        SchedAvg avg = new SchedAvg();
        avg.utilSum = 46718 << 10;
        pelt.updateTask(ms * 1_000_000L, avg, 1024, false, false, false);
        assertThat(avg.utilAvg).isEqualTo(expected);
    }

    @Test
    void halfBusySettlesAtHalf() {
        SchedAvg avg = new SchedAvg();
        for (int ms = 1; ms <= 800; ms++) {
            pelt.updateTask(ms * 1_000_000L, avg, 1024, ms % 2 == 1, ms % 2 == 1, ms % 2 == 1);
        }
        assertThat(avg.utilAvg).isEqualTo(506);
    }

    @Test
    void staysWithinItsBounds() {
        SplittableRandom random = new SplittableRandom(7);
        SchedAvg avg = new SchedAvg();
        long now = 1;
        for (int i = 0; i < 200_000; i++) {
            now += random.nextInt(random.nextInt(100) == 0 ? 500_000_000 : 3_000_000);
            boolean onRq = random.nextBoolean();
            boolean running = onRq && random.nextBoolean();
            pelt.updateTask(now, avg, 1024, onRq, onRq, running);
            assertThat(avg.loadSum).isBetween(0L, (long) Pelt.LOAD_AVG_MAX);
            assertThat(Pelt.utilSum(avg)).isBetween(0L, avg.runnableSum);
            assertThat(avg.runnableSum).isLessThanOrEqualTo((long) Pelt.LOAD_AVG_MAX << 10);
            assertThat(avg.utilAvg).isBetween(0L, 1024L);
            assertThat(avg.loadAvg).isBetween(0L, 1024L);
            assertThat(avg.periodContrib).isBetween(0, 1023);
            assertThat(now - avg.lastUpdateTime).isBetween(0L, 1023L);
        }
    }

    @Test
    void timeThatGoesBackwardsCountsNothing() {
        SchedAvg avg = new SchedAvg();
        pelt.updateTask(5_000_000, avg, 1024, true, true, true);
        long sum = avg.loadSum;

        assertThat(pelt.updateTask(3_000_000, avg, 1024, true, true, true)).isFalse();
        assertThat(avg.lastUpdateTime).isEqualTo(3_000_000);
        assertThat(avg.loadSum).isEqualTo(sum);
    }

    @Test
    void theSumOfManyTasksIsUnsigned() {
        SchedAvg queue = new SchedAvg();
        SchedAvg busy = new SchedAvg();
        busy.utilAvg = 1024;
        busy.loadAvg = 1024;
        for (int i = 0; i < 60; i++) {
            pelt.attach(queue, busy, 1024);
        }
        assertThat(Pelt.utilSum(queue))
                .isEqualTo(60L * 1024 * Pelt.PELT_MIN_DIVIDER)
                .isGreaterThan(Integer.MAX_VALUE);
        pelt.detach(queue, busy, 1024);
        assertThat(queue.utilAvg).isEqualTo(59 * 1024);
        assertThat(Pelt.utilSum(queue)).isEqualTo(59L * 1024 * Pelt.PELT_MIN_DIVIDER);
    }

    @Test
    void whatIsTakenOffStopsAtZero() {
        SchedAvg queue = new SchedAvg();
        queue.loadAvg = 10;
        queue.loadSum = 10L * Pelt.PELT_MIN_DIVIDER;
        queue.utilAvg = 10;
        queue.utilSum = 10 * Pelt.PELT_MIN_DIVIDER;
        pelt.applyRemoved(queue, 11, 4, 0);

        assertThat(queue.loadAvg).isZero();
        assertThat(queue.loadSum).isZero();
        assertThat(queue.utilAvg).isEqualTo(6);
        assertThat(Pelt.utilSum(queue)).isEqualTo(6L * Pelt.PELT_MIN_DIVIDER);
    }
}
