// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.wakespec.engine.spi.Variant;
import org.wakespec.engine.spi.VariantSource;

/** What step libraries see. */
class VariantTest {

    private static final Variant SWEET = Variant.of("flavour", "sweet");
    private static final Variant SOUR = Variant.of("flavour", "sour");

    @Test
    void outside_a_scenario_there_is_none() {
        assertThat(Variant.ifCurrent()).isEmpty();
        assertThatThrownBy(Variant::current)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("standIn");
    }

    @Test
    void stand_ins_nest() {
        try (Variant.Scope outer = Variant.standIn(SWEET)) {
            assertThat(outer).isNotNull();
            try (Variant.Scope inner = Variant.standIn(SOUR)) {
                assertThat(inner).isNotNull();
                assertThat(Variant.current()).isEqualTo(SOUR);
            }
            assertThat(Variant.current()).isEqualTo(SWEET);
        }
        assertThat(Variant.ifCurrent()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "two words", "a,b", "-x", "a/b", "a:b", "a&b"})
    void names_are_words(String name) {
        assertThatThrownBy(() -> Variant.of("flavour", name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'");
    }

    @Test
    void tags_and_aliases() {
        Variant tip = new Variant("policy", "linux-7.2", List.of("tip"), "", "");
        assertThat(tip.tag()).isEqualTo("@policy:linux-7.2");
        assertThat(tip.isCalled("tip")).isTrue();
        assertThat(tip.isCalled("linux-7.2")).isTrue();
        assertThat(tip.isCalled("linux")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"policy, policies", "flavour, flavours", "key, keys", "variant, variants"})
    void plurals(String label, String plural) {
        VariantSource source = new VariantSource() {
            @Override
            public String label() {
                return label;
            }

            @Override
            public List<Variant> variants() {
                return List.of();
            }

            @Override
            public List<String> defaults() {
                return List.of();
            }
        };
        assertThat(source.plural()).isEqualTo(plural);
    }

    @Test
    void a_name_cannot_mean_two_variants() {
        VariantSource source = new Flavours() {
            @Override
            public List<Variant> variants() {
                return List.of(SWEET, new Variant("flavour", "honey", List.of("sweet"), "", ""));
            }
        };
        assertThatThrownBy(() -> new VariantCatalogue(source, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'sweet' means both 'sweet' and 'honey'");
    }
}
