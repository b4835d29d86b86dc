// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is offered to someone who mistyped a name. */
class NearestNamesTest {

    private static final List<String> NAMES =
            List.of("zen3-2p-128c256t", "zen4-2p-256c512t", "smp-8", "smp-2", "altra-80-llc2", "altra-80-llc80");

    @Test
    void names_within_a_few_edits_come_first() {
        assertThat(NearestNames.of("smp-9", NAMES)).containsExactly("smp-2", "smp-8");
        assertThat(NearestNames.of("ALTRA-80-LLC8", NAMES)).startsWith("altra-80-llc2", "altra-80-llc80");
    }

    @Test
    void without_them_those_that_begin_alike() {
        assertThat(NearestNames.of("zen9", NAMES)).containsExactly("zen3-2p-128c256t", "zen4-2p-256c512t");
        assertThat(NearestNames.of("altravista", NAMES)).containsExactly("altra-80-llc2", "altra-80-llc80");
    }

    @Test
    void what_has_nothing_in_common_is_near_nothing() {
        assertThat(NearestNames.of("qqqqqq", NAMES)).isEmpty();
        assertThat(NearestNames.of("ze", NAMES)).isEmpty();
    }
}
