// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.TagFilter;
import org.wakespec.engine.triggers.Triggers;

/** Which variants a scenario runs on. */
class VariantChoiceTest {

    private static EngineRun.Plan tags() {
        return EngineRun.ofSpec("variant-tags.feature");
    }

    private static List<String> titles(EngineRun.Plan plan) {
        return plan.leaves().stream()
                .map(name -> name.replaceFirst("Variants by tag - ", ""))
                .toList();
    }

    @Test
    void tags_choose_and_the_default_fills_in() {
        assertThat(titles(tags()))
                .containsExactly(
                        "No tag [plain]",
                        "Two of them [sweet]",
                        "Two of them [bitter-70]",
                        "Only sweet [sweet]",
                        "The same twice [plain]",
                        "All but sweet [plain]",
                        "All but sweet [bitter-70]");
    }

    @Test
    void a_property_chooses_where_no_tag_does_and_intersects_where_one_does() {
        assertThat(titles(tags().flavours("sweet")))
                .containsExactly("No tag [sweet]", "Two of them [sweet]", "Only sweet [sweet]", "Not plain [sweet]");
    }

    @Test
    void all_means_all() {
        assertThat(titles(tags().flavours("all")))
                .containsExactly(
                        "No tag [plain]",
                        "No tag [sweet]",
                        "No tag [bitter-70]",
                        "Two of them [sweet]",
                        "Two of them [bitter-70]",
                        "Only sweet [sweet]",
                        "Not plain [sweet]",
                        "Not plain [bitter-70]",
                        "The same twice [plain]",
                        "All but sweet [plain]",
                        "All but sweet [bitter-70]");
    }

    @Test
    void aliases_are_names() {
        assertThat(titles(tags().flavours("dark,natural"))).contains("No tag [bitter-70]", "No tag [plain]");
    }

    @Test
    void the_trigger_class_prefers_and_the_property_overrules() {
        assertThat(EngineRun.of(selectClass(Triggers.Preferring.class)).leaves())
                .contains("Tea - One spoon [sweet]", "Tea - One spoon [bitter-70]")
                .doesNotContain("Tea - One spoon [plain]");
        assertThat(EngineRun.of(selectClass(Triggers.Preferring.class))
                        .flavours("plain")
                        .leaves())
                .contains("Tea - One spoon [plain]")
                .doesNotContain("Tea - One spoon [sweet]");
    }

    @Test
    void an_unknown_name_in_a_tag_is_one_failing_leaf_and_the_rest_runs() {
        EngineRun run = EngineRun.ofSpec("unknown-variant.feature").execute();
        run.leaf("Unknown variant - Typo [sweet]").passed();
        run.leaf("Unknown variant - Typo [sweat]")
                .failed("unknown-variant.feature:4", "@flavour:sweat", "unknown flavour 'sweat'", "Nearest: 'sweet'")
                .at("unknown-variant.feature", 4);
        run.leaf("Unknown variant - Typo in what not [plian]").failed("Nearest: 'plain'");
        run.leaf("Unknown variant - Typo in what not [plain]").passed();
        assertThat(run.leaves()).hasSize(4);
        assertThat(run.file().results()).hasSize(4);
    }

    @Test
    void an_unknown_name_in_the_property_is_one_failing_leaf_and_the_rest_runs() {
        EngineRun run =
                EngineRun.ofSpec("sub/below.feature").flavours("sweet,bitter").execute();
        run.leaf("Sub - Below [sweet]").passed();
        run.leaf("wakespec.flavours=bitter").failed("unknown flavour 'bitter'", "Nearest: 'bitter-70'", "Known: plain");
        assertThat(run.leaves()).hasSize(2);
    }

    @Test
    void a_source_with_a_listing_of_its_own_is_not_listed_in_messages() {
        VariantCatalogue listed = new VariantCatalogue(
                new Flavours() {
                    @Override
                    public String listing() {
                        return "'tongue' tastes all 4.";
                    }
                },
                List.of());
        assertThat(listed.hint("sweat")).isEqualTo("Nearest: 'sweet'. 'tongue' tastes all 4.");
    }

    @Test
    void an_unknown_name_in_the_trigger_class_is_one_failing_leaf() {
        EngineRun run =
                EngineRun.of(selectClass(Triggers.PreferringUnknown.class)).execute();
        run.leaf("unknown flavour saur").failed("PreferringUnknown", "'saur'", "sweet");
        run.leaf("House rules - Outside [sweet]").passed();
    }

    @Test
    void steps_get_the_variant_and_hooks_can_be_bound_to_it() {
        EngineRun run = tags().flavours("all").execute();
        run.everythingPassed();
        assertThat(run.file().results()).hasSize(11);
    }

    @Test
    void junit_tag_filters_see_the_variant() {
        EngineRun run = tags().flavours("all")
                .filter(TagFilter.includeTags("flavour:bitter-70"))
                .execute();
        assertThat(run.leaves()).hasSize(4).allMatch(name -> name.endsWith("[bitter-70]"));
    }
}
