// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.simulator.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyRulesTest {

    @ParameterizedTest
    @CsvSource({
        "6.1.0-57-amd64, 6.1",
        "6.5, 6.1",
        "6.6, 6.6",
        "6.7, 6.12",
        "6.12.117+deb13-amd64, 6.12",
        "6.18.15, 6.18",
        "7.1.5, 6.18",
        "7.2, 7.2",
        "7.2-rc4, 7.2",
        "7.3.4+deb13-amd64, 7.3",
        "8.0, 7.3",
    })
    void a_release_follows_the_nearest_described_kernel(String release, String label) {
        assertThat(TopologyRules.forRelease(release).label()).isEqualTo(label);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "linux", "7", "7.x", "v7.2"})
    void a_release_begins_with_two_numbers(String release) {
        assertThatThrownBy(() -> TopologyRules.forRelease(release))
                .hasMessage("kernel release '" + release + "': expected a form like 7.2 or 6.12.117+deb13-amd64");
    }

    @Test
    void older_kernels_are_not_described() {
        assertThatThrownBy(() -> TopologyRules.forRelease("5.15")).hasMessageContaining("this one is older");
    }

    @Test
    void flags_are_called_as_each_kernel_calls_them() {
        int flags = SdFlag.SD_SHARE_LLC | SdFlag.SD_NUMA;

        assertThat(TopologyRules.LINUX_6_1.flagNames(flags))
                .containsExactly("SD_SHARE_PKG_RESOURCES", "SD_NUMA", "SD_OVERLAP");
        assertThat(TopologyRules.LINUX_6_12.flagNames(flags)).containsExactly("SD_SHARE_LLC", "SD_NUMA", "SD_OVERLAP");
        assertThat(TopologyRules.LINUX_7_2.flagNames(flags)).containsExactly("SD_SHARE_LLC", "SD_NUMA");
    }
}
