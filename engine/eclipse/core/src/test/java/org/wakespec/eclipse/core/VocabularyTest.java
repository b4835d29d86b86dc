// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.eclipse.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Steps, policies and machines as the jars list them, and what is said about features that use them. */
class VocabularyTest {

    private static final String START = "Feature: F\n  Scenario: S\n    ";

    private static List<String> findings(String lines) {
        return StepCheck.of(FeatureText.of(lines), Real.WORDS).stream()
                .map(f -> f.line() + " " + f.kind() + " " + f.message())
                .toList();
    }

    private static List<Proposal> proposals(String marked) {
        int at = marked.indexOf('^');
        return Completion.at(FeatureText.of(marked.replace("^", "")), at, Real.WORDS);
    }

    private static List<String> labels(String marked) {
        return proposals(marked).stream().map(Proposal::label).toList();
    }

    @Test
    void the_published_metadata_is_understood() {
        assertThat(Real.WORDS.problems()).isEmpty();
        assertThat(Real.WORDS.steps()).hasSizeGreaterThan(150);
        assertThat(Real.WORDS.policy("mainline")).map(Named::name).contains("linux-7.2");
        assertThat(Real.WORDS.machine("smp-8")).isPresent();
        assertThatThrownBy(() -> Metadata.steps("some.jar", "{\"format\": 9}"))
                .hasMessageContaining("some.jar: format 9");
        assertThatThrownBy(() -> Metadata.steps("some.jar", "{")).hasMessageContaining("some.jar: not valid JSON");
    }

    @Test
    void every_example_is_matched_by_its_definition_alone() {
        for (StepDefinition definition : Real.WORDS.steps()) {
            for (String example : definition.examples()) {
                assertThat(Real.WORDS.match(example.lines().findFirst().orElseThrow()))
                        .as(example)
                        .containsExactly(definition);
            }
        }
    }

    @Test
    void undefined_ambiguous_and_unknown_are_found() {
        assertThat(findings(START + "Given the machine \"smp-8\"\n    And A hums\n"))
                .containsExactly("4 UNDEFINED no step definition matches 'A hums'");
        assertThat(findings(START + "Given the machine \"smp-9\"\n"))
                .containsExactly("3 UNKNOWN_MACHINE no machine is called 'smp-9'. Did you mean 'smp-2'?");
        assertThat(findings("@policy:linux-7.3 @not-policy:no-sync\nFeature: F\n@policy:linux-72\n  Scenario: S\n"))
                .containsExactly("3 UNKNOWN_POLICY no policy is called 'linux-72'. Did you mean 'linux-7.2'?");
        Vocabulary twice =
                new Vocabulary(List.of(step("A hums"), step("A (loudly )hums")), List.of(), List.of(), List.of());
        assertThat(StepCheck.of(FeatureText.of(START + "Given A hums\n"), twice))
                .singleElement()
                .satisfies(f -> assertThat(f.kind()).isEqualTo(Finding.Kind.AMBIGUOUS));
        assertThat(StepCheck.of(FeatureText.of(START + "Given A hums\n"), Vocabulary.EMPTY))
                .isEmpty();
    }

    private static StepDefinition step(String expression) {
        return new StepDefinition(expression, Dialect.StepType.GIVEN, "", List.of(), "", "");
    }

    @Test
    void outlines_are_checked_with_their_rows() {
        String outline =
                "Feature: F\n  Scenario Outline: S\n    Given CPU <n> is <state>\n    Examples:\n      | n | state |\n      | 3 | %s |\n";
        assertThat(findings(outline.formatted("busy"))).isEmpty();
        assertThat(findings(outline.formatted("lazy")))
                .containsExactly(
                        "3 UNDEFINED no step definition matches 'CPU <n> is <state>' (with the first example row: CPU 3 is lazy)");
    }

    @Test
    void a_wrong_expression_is_a_problem_and_not_the_end() {
        Vocabulary words = new Vocabulary(List.of(step("{nothing}"), step("A hums")), List.of(), List.of(), List.of());
        assertThat(words.problems()).singleElement().asString().contains("{nothing}");
        assertThat(words.match("A hums")).hasSize(1);
    }

    @Test
    void completion_goes_on_from_what_was_typed() {
        assertThat(proposals(START + "When A wakes B with W^\n").get(0).text()).isEqualTo("A wakes B with WF_SYNC");
        Proposal busy = proposals(START + "Given CPU 3 is b^\n").stream()
                .filter(p -> p.text().endsWith("is busy"))
                .findFirst()
                .orElseThrow();
        assertThat(busy.text()).isEqualTo("CPU 3 is busy");
        Proposal whole = proposals(START + "When ^\n").stream()
                .filter(p -> p.text().equals("A wakes B with WF_SYNC"))
                .findFirst()
                .orElseThrow();
        assertThat(whole.blanks())
                .map(b -> b.name() + "=" + whole.text().substring(b.start(), b.start() + b.length()))
                .containsExactly("task=A", "task=B", "flags=WF_SYNC");
        assertThat(labels(START + "Then B has migrated ^\n")).contains("B has migrated at most 2 times");
        assertThat(labels(START + "When !!!^\n")).isEmpty();
    }

    @Test
    void completion_prefers_steps_of_the_kind_and_finds_words_anywhere() {
        assertThat(labels(START + "Then ^\n").get(0))
                .isNotEqualTo(labels(START + "When ^\n").get(0));
        assertThat(labels(START + "Then deciding^\n")).anyMatch(l -> l.startsWith("the deciding rule is"));
        assertThat(labels(START + "Then by pol^\n")).contains("by policy:");
        assertThat(proposals(START + "Then by pol^\n").get(0).text()).contains("\n      | policy");
    }

    @Test
    void completion_knows_names_keywords_and_tags() {
        assertThat(labels(START + "Given the machine \"smp^\n"))
                .contains("smp-8")
                .noneMatch(l -> l.startsWith("biglittle"));
        assertThat(proposals(START + "Given the machine \"smp-8^\"\n").get(0).text())
                .isEqualTo("smp-8");
        assertThat(labels("@^\nFeature: F\n")).contains("@policy:", "@not-policy:");
        assertThat(labels("@policy:sync^\nFeature: F\n"))
                .contains("sync-pair-v4")
                .doesNotContain("linux-7.2");
        assertThat(labels(START + "Th^\n")).containsExactly("Then");
        assertThat(labels("Fea^")).containsExactly("Feature:");
        assertThat(labels("Feature: F\n  Sc^"))
                .contains("Scenario:", "Scenario Outline:")
                .doesNotContain("Given");
        assertThat(labels(START + "Then by policy:\n      | policy | x |\n      | sync-pair-v4^ | y |\n"))
                .containsExactly("sync-pair-v4");
        assertThat(labels("# language: d^")).contains("de");
        assertThat(labels(START + "Given x\n      \"\"\"\n      Gi^\n      \"\"\"\n"))
                .isEmpty();
    }

    @Test
    void hovers_describe_steps_and_names() {
        String text = START + "When A wakes B with WF_SYNC\n";
        assertThat(Describe.at(FeatureText.of(text), text.indexOf("wakes"), Real.WORDS)
                        .orElseThrow()
                        .html())
                .contains("{task} wakes {task} with {flags}");
        assertThat(Describe.at(FeatureText.of("@policy:tip\nFeature: F\n"), 9, Real.WORDS)
                        .orElseThrow()
                        .html())
                .contains("mainline 7.2");
        assertThat(Describe.at(FeatureText.of("Feature: tip\n"), 10, Vocabulary.EMPTY))
                .isEmpty();
    }

    @Test
    void a_method_is_written_for_a_step() {
        StepMethod method = StepMethod.of(
                "the \"fan\" of CPU 3 turns 1200 times", Dialect.StepType.WHEN, StepMethod.Argument.TABLE, Real.WORDS);
        assertThat(method.source())
                .startsWith("    @When(\"the {string} of {cpu} turns {int} times\")\n    public void theOfTurnsTimes(")
                .contains("String string, String cpu, int int1, DataTable table")
                .contains("throw new PendingException();");
        assertThat(method.imports())
                .containsExactly(
                        "io.cucumber.datatable.DataTable",
                        "io.cucumber.java.PendingException",
                        "io.cucumber.java.en.When");
        assertThat(method.newClass("a.b", "C"))
                .startsWith("package a.b;\n\nimport ")
                .contains("public final class C {");
    }
}
