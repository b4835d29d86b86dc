// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectDirectory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.wakespec.engine.triggers.Triggers;

/** Properties that leave scenarios out. */
class FilterTest {

    private static EngineRun.Plan everything() {
        return EngineRun.of(selectDirectory(EngineRun.spec("").toFile()));
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "rule.feature; 2",
                "specs/rule.feature; 2",
                "src/test/resources/specs/rule.feature; 2",
                "classpath:specs/rule.feature; 2",
                "rule.feature:15; 1",
                "rule.feature:7:15; 2",
                "outline.feature:11; 1",
                "outline.feature:5; 3",
                "sub; 1",
                "specs/sub/; 1",
                "sub/below.feature,rule.feature:6; 2",
                "below.feature, outline.feature:10:16; 3"
            })
    void features(String value, int leaves) {
        assertThat(everything().with("wakespec.features", value).leaves()).hasSize(leaves);
    }

    @Test
    void features_that_match_nothing_fail_and_name_the_nearest() {
        EngineRun run = everything()
                .with("wakespec.features", "rules.feature,below.feature")
                .execute();
        run.leaf("wakespec.features=rules.feature").failed("matches no feature", "Nearest: 'rule.feature'");
        run.leaf("Sub - Below [plain]").passed();
        assertThat(run.leaves()).hasSize(2);
    }

    @Test
    void a_line_that_is_not_there_fails() {
        EngineRun run =
                everything().with("wakespec.features", "rule.feature:400").execute();
        run.onlyLeaf().failed("line 400", "no such line", "6 'Outside'");
    }

    @Test
    void problems_appear_below_the_class_where_there_is_one() {
        EngineRun run = EngineRun.of(selectClass(Triggers.Rules.class))
                .with("wakespec.features", "x.feature")
                .with("wakespec.source", "method")
                .execute();
        run.onlyLeaf().failed("'x.feature'", "Nearest: 'rule.feature'");
        assertThat(run.results()
                        .testEvents()
                        .list()
                        .get(0)
                        .getTestDescriptor()
                        .getParent()
                        .orElseThrow())
                .isInstanceOf(TriggerDescriptor.class);
    }

    @Test
    void tags() {
        assertThat(everything().with("wakespec.tags", "@tea and @sugar").leaves())
                .containsExactly("Tea - Two spoons [plain]");
        assertThat(everything().with("wakespec.tags", "@flavour:sweet").leaves())
                .isNotEmpty()
                .allMatch(name -> name.endsWith("[sweet]"));
    }

    @Test
    void tags_that_match_nothing_fail_and_name_the_nearest() {
        everything()
                .with("wakespec.tags", "@sugars")
                .execute()
                .onlyLeaf()
                .failed("nothing is left to run", "No scenario has the tag @sugars", "'@sugar'");
    }

    @Test
    void tags_without_their_sign_fail_and_say_so() {
        everything()
                .with("wakespec.tags", "sugar and not @cold")
                .execute()
                .onlyLeaf()
                .failed("nothing is left to run", "A tag begins with @: @sugar.");
    }

    @Test
    void a_malformed_tag_expression_runs_nothing() {
        everything()
                .with("wakespec.tags", "@a and or")
                .execute()
                .onlyLeaf()
                .failed(
                        "' is not a tag expression",
                        "@sync and not",
                        "; expected for example: @sync and not (@numa or @smt)");
    }

    @Test
    void names() {
        assertThat(everything().with("wakespec.name", "^House rules - Out").leaves())
                .containsExactly("House rules - Outside [plain]");
        everything()
                .with("wakespec.name", "Outsidre")
                .execute()
                .onlyLeaf()
                .failed("nothing is left to run", "Nearest: 'Outside'");
        everything().with("wakespec.name", "(").execute().onlyLeaf().failed("is not a regular expression");
    }

    @Test
    void filters_that_only_together_match_nothing_say_so() {
        everything()
                .with("wakespec.features", "rule.feature")
                .with("wakespec.tags", "@sugar")
                .execute()
                .onlyLeaf()
                .failed("wakespec.features=rule.feature and wakespec.tags=@sugar");
    }

    @Test
    void variants_that_leave_nothing_say_so() {
        EngineRun.ofSpec("variant-tags.feature")
                .with("wakespec.name", "Only sweet")
                .flavours("plain")
                .execute()
                .onlyLeaf()
                .failed("nothing is left to run", "wakespec.flavours=plain");
    }

    @Test
    void settings_that_choose_are_in_the_record() {
        EngineRun run = everything()
                .with("wakespec.features", "rule.feature")
                .flavours("sweet")
                .execute();
        assertThat(run.file().header().selection())
                .containsEntry("wakespec.features", "rule.feature")
                .containsEntry("wakespec.flavours", "sweet");
        assertThat(run.file().header().variants()).extracting("name").containsExactly("sweet");
    }
}
