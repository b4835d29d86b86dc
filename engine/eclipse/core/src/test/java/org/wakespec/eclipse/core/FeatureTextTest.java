// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Lines of feature files, in every language, and their parts. */
class FeatureTextTest {

    private static List<LineKind> kinds(String text) {
        return FeatureText.of(text).lines().stream().map(FeatureLine::kind).toList();
    }

    @Test
    void every_line_is_something() {
        assertThat(kinds("""
                # a comment
                @tag
                Feature: F
                  Given free text is no step

                  Background:
                    Given a
                      | t |
                  Rule: R
                  Scenario Outline: S
                    * b
                      \"""
                      Given text
                      \"""
                    Examples:
                      | x |"""))
                .containsExactly(
                        LineKind.COMMENT,
                        LineKind.TAGS,
                        LineKind.FEATURE,
                        LineKind.OTHER,
                        LineKind.BLANK,
                        LineKind.BACKGROUND,
                        LineKind.STEP,
                        LineKind.TABLE,
                        LineKind.RULE,
                        LineKind.OUTLINE,
                        LineKind.STEP,
                        LineKind.DOC_DELIMITER,
                        LineKind.DOC_TEXT,
                        LineKind.DOC_DELIMITER,
                        LineKind.EXAMPLES,
                        LineKind.TABLE);
    }

    static List<String> languages() {
        return Dialect.languages();
    }

    @ParameterizedTest
    @MethodSource("languages")
    void keywords_of_every_language_are_known(String language) {
        Dialect dialect = Dialect.of(language).orElseThrow();
        for (String feature : dialect.headings(LineKind.FEATURE)) {
            for (String scenario : dialect.headings(LineKind.SCENARIO)) {
                StringBuilder text =
                        new StringBuilder("# language: " + language + "\n" + feature + ": F\n" + scenario + ": S\n");
                dialect.stepKeywords().forEach(keyword -> text.append(keyword).append("x\n"));
                List<FeatureLine> lines = FeatureText.of(text.toString()).lines();
                assertThat(lines.get(1).kind()).isEqualTo(LineKind.FEATURE);
                assertThat(lines.get(2).kind()).isIn(LineKind.SCENARIO, LineKind.OUTLINE);
                assertThat(lines.subList(3, lines.size() - 1)).allMatch(line -> line.kind() == LineKind.STEP);
            }
        }
    }

    @Test
    void another_language_does_not_have_english_keywords() {
        assertThat(kinds("# language: de\nFeature: F")).containsExactly(LineKind.COMMENT, LineKind.OTHER);
    }

    @Test
    void offsets_hold_with_every_kind_of_line_end() {
        FeatureText text = FeatureText.of("Feature: F\r\n  Scenario: S\r    Given x\n");
        assertThat(text.lines()).hasSize(4);
        FeatureLine step = text.lines().get(2);
        assertThat(text.text().substring(step.start(), step.end())).isEqualTo("Given x");
        assertThat(text.text().substring(step.bodyStart(), step.end())).isEqualTo("x");
        assertThat(text.lineAt(step.start() + 2)).isEqualTo(step);
        assertThat(text.lineAt(999).number()).isEqualTo(4);
    }

    @Test
    void and_says_what_the_step_before_it_said() {
        FeatureText text = FeatureText.of("Feature: F\nScenario: S\nGiven a\nWhen b\nAnd c\nScenario: T\nAnd d\n");
        assertThat(text.stepType(5)).isEqualTo(Dialect.StepType.WHEN);
        assertThat(text.stepType(7)).isEqualTo(Dialect.StepType.GIVEN);
    }

    @Test
    void the_outline_follows_rules_and_scenarios() {
        List<Outline> roots = Outline.of(FeatureText.of("""
                Feature: F
                  Background:
                    Given a
                  Rule: R
                    @slow
                    Scenario Outline: S <x>
                      Given b
                      Examples: E
                        | x |
                        | 1 |
                  Rule: Q
                    Scenario: T
                """));
        assertThat(roots).hasSize(1);
        Outline feature = roots.get(0);
        assertThat(feature.children()).map(Outline::toString).containsExactly("Background", "Rule: R", "Rule: Q");
        Outline scenario = feature.children().get(1).children().get(0);
        assertThat(scenario.tags()).containsExactly("@slow");
        assertThat(scenario.firstLine()).isEqualTo(5);
        assertThat(scenario.lastLine()).isEqualTo(10);
        assertThat(scenario.children()).map(Outline::toString).containsExactly("Given b", "Examples: E");
        assertThat(Outline.scenarioAt(roots, 10)).contains(scenario);
        assertThat(Outline.scenarioAt(roots, 2)).isEmpty();
    }

    @Test
    void colours_cover_lines_without_gaps() {
        FeatureText text = FeatureText.of(
                "Feature: F\n  Scenario: S <x>\n    Given CPU 3 has \"a\" <x>\n      | h |\n      | v |\n");
        List<Colours.Part> parts = Colours.of(text, 0, text.text().length());
        assertThat(parts.stream()
                        .filter(p -> p.offset() >= text.lines().get(2).offset())
                        .limit(8))
                .map(p -> text.text().substring(p.offset(), p.offset() + p.length()) + "=" + p.kind())
                .containsExactly(
                        "Given =STEP_KEYWORD",
                        "CPU =TEXT",
                        "3=NUMBER",
                        " has =TEXT",
                        "\"a\"=STRING",
                        " =TEXT",
                        "<x>=PLACEHOLDER",
                        "|=TABLE_BAR");
        for (int i = 1; i < parts.size(); i++) {
            int end = parts.get(i - 1).offset() + parts.get(i - 1).length();
            assertThat(text.text().substring(end, parts.get(i).offset())).isBlank();
        }
    }

    @Test
    void tables_are_lined_up_and_escapes_stay() {
        String before =
                "Feature: F\n  Scenario: S\n    Given t\n      |n|name|\n      | 1 | a \\| b |\n      |10|c|\n    And u\n      | x |\n";
        FeatureText text = FeatureText.of(before);
        assertThat(Tables.apply(before, Tables.format(text, 4, 4)))
                .isEqualTo(
                        "Feature: F\n  Scenario: S\n    Given t\n      |  n | name   |\n      |  1 | a \\| b |\n      | 10 | c      |\n    And u\n      | x |\n");
        assertThat(Tables.format(text, 8, 8)).isEmpty();
        assertThat(Tables.cells("| a | b")).containsExactly("a", "b");
    }

    @Test
    void the_parser_of_gherkin_says_what_is_wrong() {
        assertThat(SyntaxCheck.of(FeatureText.of("Feature: F\n  Scenario: S\n    nonsense\n  Given x\n  more\n")))
                .anySatisfy(finding -> {
                    assertThat(finding.line()).isEqualTo(5);
                    assertThat(finding.message()).startsWith("expected: ").contains("got 'more'");
                });
        assertThat(SyntaxCheck.of(FeatureText.of("Feature: F\n  Scenario: S\n    Given x\n")))
                .isEmpty();
        assertThat(SyntaxCheck.of(FeatureText.of(""))).isEmpty();
    }
}
