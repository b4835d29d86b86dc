// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Hints for people who mistyped. */
class NearestTest {

    private static final List<String> POLICIES = List.of("linux-7.2", "linux-6.12", "sync-pair-v4", "no-sync");

    @Test
    void the_nearest_first() {
        assertThat(Nearest.of("linux-72", POLICIES)).first().isEqualTo("linux-7.2");
        assertThat(Nearest.of("SYNC-PAIR-V3", POLICIES)).first().isEqualTo("sync-pair-v4");
        assertThat(Nearest.of("pair", POLICIES)).containsExactly("sync-pair-v4");
    }

    @Test
    void nothing_near_lists_what_there_is() {
        assertThat(Nearest.hint("zzzzzzzzzzzzzzzzzz", POLICIES))
                .isEqualTo("There are: 'linux-6.12', 'linux-7.2', 'no-sync', 'sync-pair-v4'.");
        assertThat(Nearest.hint("x", List.of())).isEqualTo("There are none.");
        assertThat(Nearest.hint(
                        "zzzzzzzzzzzzzzzzzz",
                        IntStream.range(0, 50).mapToObj(i -> "name-" + i).toList()))
                .startsWith("There are 50, among them: 'name-0'");
    }
}
