// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NrIdleScanTest {

    private static final int[] UTILISATION = {0, 27, 28, 128, 256, 384, 512, 640, 768, 870, 876, 1024};

    /** The values the kernel publishes for imbalance_pct 117, by mean utilisation. */
    @ParameterizedTest
    @CsvSource({
        "2,  2 2 1 1 1 1 1 0 0 0 0 0",
        "4,  4 4 3 3 3 3 2 1 0 0 0 0",
        "8,  8 8 7 7 7 6 5 3 1 0 0 0",
        "16, 16 16 15 15 14 12 10 7 3 0 0 0",
        "96, 96 96 95 94 87 77 63 44 22 1 0 0",
    })
    void the_budget_shrinks_with_utilisation(int weight, String expected) {
        StringBuilder actual = new StringBuilder();
        for (int utilisation : UTILISATION) {
            actual.append(actual.length() == 0 ? "" : " ")
                    .append(NrIdleScan.of((long) utilisation * weight, weight, 117));
        }
        assertThat(actual.toString()).isEqualTo(expected);
    }

    @Test
    void a_higher_imbalance_pct_gives_up_earlier() {
        assertThat(NrIdleScan.of(512 * 16, 16, 110)).isGreaterThan(NrIdleScan.of(512 * 16, 16, 140));
    }

    @Test
    void more_than_full_use_still_gives_zero() {
        assertThat(NrIdleScan.of(1_000_000, 4, 117)).isZero();
    }

    @Test
    void a_domain_has_cpus() {
        assertThatThrownBy(() -> NrIdleScan.of(0, 0, 117)).hasMessageContaining("weight 0");
        assertThatThrownBy(() -> NrIdleScan.of(-1, 4, 117)).hasMessageContaining("utilisation -1");
    }
}
