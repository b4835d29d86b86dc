// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.idle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.simulator.cost.MachineFamily;

class MenuGovernorTest {

    private static final long TICK = 1_000_000;
    private static final long FAR = 10_000_000_000L;

    private final MenuGovernor menu = new MenuGovernor(MachineFamily.INTEL.idleStates(), TICK);

    private int afterIntervals(long ns) {
        for (int i = 0; i < 8; i++) {
            menu.select(FAR, TICK, false, false);
            menu.reflect(ns);
        }
        return menu.select(FAR, TICK, false, false);
    }

    @Test
    void shortIdlePeriodsGetAShallowStateAndKeepTheTick() {
        assertThat(afterIntervals(2_000)).isEqualTo(1);
        assertThat(menu.stopTick()).isFalse();
    }

    @Test
    void middlingIdlePeriodsGetTheMiddleState() {
        assertThat(afterIntervals(100_000)).isEqualTo(2);
        assertThat(menu.stopTick()).isFalse();
    }

    @Test
    void longIdlePeriodsGetTheDeepestStateAndStopTheTick() {
        assertThat(afterIntervals(20_000_000)).isEqualTo(3);
        assertThat(menu.stopTick()).isTrue();
    }

    @Test
    void aNearTimerForbidsADeepState() {
        afterIntervals(20_000_000);
        assertThat(menu.select(100_000, TICK, false, false)).isEqualTo(2);
        assertThat(menu.stopTick()).isFalse();
    }

    @Test
    void outliersAreLeftOut() {
        afterIntervals(10_000);
        menu.reflect(30_000_000);
        assertThat(menu.select(FAR, TICK, false, false)).isEqualTo(2);
        assertThat(menu.stopTick()).isFalse();
    }

    @Test
    void aSingleStateStopsTheTickOnlyAfterATickInTheSameIdlePeriod() {
        MenuGovernor single = new MenuGovernor(List.of(new IdleState("WFI", 1000, 1000, 100, false, false)), TICK);
        assertThat(single.select(FAR, TICK, false, false)).isZero();
        assertThat(single.stopTick()).isFalse();
        single.select(FAR, TICK, false, true);
        assertThat(single.stopTick()).isTrue();
    }

    @Test
    void aStoppedTickStaysStopped() {
        afterIntervals(2_000);
        menu.select(FAR, TICK, true, false);
        assertThat(menu.stopTick()).isTrue();
    }
}
