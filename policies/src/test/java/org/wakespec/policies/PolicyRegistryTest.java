// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.policies;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.simulator.wakeup.PolicyInfo;

class PolicyRegistryTest {

    private final PolicyRegistry registry = PolicyRegistry.standard();

    @Test
    void mainlineComesFirstAndIsTheDefault() {
        assertThat(registry.ids()).first().isEqualTo(PolicyRegistry.DEFAULT);
    }

    @Test
    void knowsEveryPolicyOfTheCatalogue() {
        assertThat(registry.ids())
                .containsExactlyInAnyOrder(
                        "linux-7.2",
                        "no-sync",
                        "sync-pair-v1",
                        "sync-pair-v2",
                        "sync-pair-v3",
                        "sync-pair-v4",
                        "sync-pair-v5",
                        "llc-overcommit-rfc",
                        "wake-hint-affine",
                        "wake-hint-hold",
                        "linux-6.1",
                        "linux-6.12",
                        "linux-6.18",
                        "linux-7.3",
                        "sis-current-v8",
                        "vagin-sync",
                        "irq-nosync",
                        "sync-core",
                        "sis-sync",
                        "scx-default");
    }

    @Test
    void everySimulationGetsAnInstanceOfItsOwn() {
        assertThat(registry.create("linux-7.2")).isNotSameAs(registry.create("linux-7.2"));
    }

    @Test
    void aliasesLeadToTheSamePolicy() {
        assertThat(registry.resolve("tip")).isEqualTo("linux-7.2");
        assertThat(registry.info("tip").standing()).isEqualTo(PolicyInfo.Standing.EXACT);
    }

    @ParameterizedTest
    @CsvSource({"linux-7.1, linux-7.2", "sync-pair-4, sync-pair-v4", "sync-pair, sync-pair-v1", "nosync, no-sync"})
    void anUnknownNameIsAnsweredWithTheNearestOnes(String wrong, String expected) {
        assertThatThrownBy(() -> registry.create(wrong))
                .isInstanceOf(UnknownPolicyException.class)
                .hasMessageContaining("unknown policy '" + wrong + "'")
                .hasMessageContaining("did you mean")
                .hasMessageContaining(expected);
    }

    @Test
    void aNameNearNothingIsToldWhereAllAre() {
        assertThatThrownBy(() -> registry.resolve("zork"))
                .hasMessage("unknown policy 'zork'. 'wakespec policies' lists all "
                        + registry.infos().size());
    }

    @Test
    void everyPolicySaysWhereItsRuleComesFrom() {
        assertThat(registry.infos()).allSatisfy(info -> {
            assertThat(info.rule()).isNotBlank();
            assertThat(info.source()).isNotBlank();
            assertThat(info.title()).isNotBlank();
        });
    }

    @Test
    void kernelVersionsAreOfScopePlacement() {
        assertThat(registry.infos().stream()
                        .filter(i -> i.scope() == PolicyInfo.Scope.PLACEMENT)
                        .map(PolicyInfo::id))
                .contains("linux-6.1", "linux-6.12", "linux-6.18", "linux-7.3");
    }

    @Test
    void namesInDataFilesLeadToKnownPolicies() {
        assertThat(PolicyNames.aliases().values())
                .allSatisfy(id -> assertThat(registry.ids()).contains(id));
        assertThat(PolicyNames.id("pair_v4")).isEqualTo("sync-pair-v4");
        assertThat(PolicyNames.id("sync-pair-v4")).isEqualTo("sync-pair-v4");
    }

    @Test
    void serviceFileNamesEveryPublicPolicyOnce() throws IOException {
        String path = "/META-INF/services/org.wakespec.simulator.wakeup.PlacementPolicy";
        try (InputStream in = getClass().getResourceAsStream(path)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertThat(text.lines().filter(line -> !line.isBlank()))
                    .doesNotHaveDuplicates()
                    .hasSize(registry.ids().size());
        }
    }
}
