// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Granite Rapids with SNC3: what firmware says between packages is replaced by one mean. */
class SncDistancesTest {

    private static final int[][] RAW = {
        {10, 15, 17, 21, 28, 26},
        {15, 10, 15, 23, 26, 23},
        {17, 15, 10, 26, 23, 21},
        {21, 28, 26, 10, 15, 17},
        {23, 26, 23, 15, 10, 15},
        {26, 23, 21, 17, 15, 10},
    };

    @Test
    void distances_between_packages_become_their_mean() {
        assertThat(SncDistances.average(RAW, new int[] {0, 0, 0, 1, 1, 1})).isDeepEqualTo(new int[][] {
            {10, 15, 17, 24, 24, 24},
            {15, 10, 15, 24, 24, 24},
            {17, 15, 10, 24, 24, 24},
            {24, 24, 24, 10, 15, 17},
            {24, 24, 24, 15, 10, 15},
            {24, 24, 24, 17, 15, 10},
        });
    }

    @Test
    void one_package_or_fewer_nodes_keep_the_raw_table() {
        assertThat(SncDistances.average(RAW, new int[] {0, 0, 0, 0, 0, 0})).isSameAs(RAW);
        assertThat(SncDistances.average(RAW, new int[] {0, 0, 1, 1, 2, 2})).isSameAs(RAW);
        assertThat(SncDistances.average(RAW, new int[] {0, 0, 0, 0, 1, 1})).isSameAs(RAW);
    }
}
