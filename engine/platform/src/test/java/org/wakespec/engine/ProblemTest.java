// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.engine.DiscoveryIssue.Severity;
import org.wakespec.engine.triggers.Triggers;
import org.wakespec.results.Verdict;

/** Every problem is one failing leaf that says what is wrong and where; everything else still runs. */
class ProblemTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = ';',
            value = {
                "not-gherkin.feature; 1; expected:",
                "ragged-table.feature; 6; inconsistent cell count",
                "unknown-language.feature; 1; Language not supported: xx",
                "unclosed-text.feature; 7; unexpected end of file",
                "two-features.feature; 6; expected:",
                "tag-with-space.feature; 1; A tag may not contain whitespace",
                "unknown-encoding.feature; 1; unknown encoding, KLINGON-8"
            })
    void a_broken_feature(String file, int line, String message) {
        EngineRun run = EngineRun.of(selectClass(Triggers.Bad.class)).execute();
        run.leaf(file + " - feature file")
                .failed("bad/" + file + ":" + line, message)
                .at("bad/" + file, line);
        run.leaf("Good among bad - Runs [plain]").passed();
        assertThat(run.leaves()).hasSize(8);
        assertThat(run.file().results()).hasSize(8);
        assertThat(run.file().counts().count(Verdict.FAILED)).isEqualTo(7);
    }

    @Test
    void broken_features_are_never_an_error_of_the_discovery() {
        assertThat(EngineRun.of(selectClass(Triggers.Bad.class)).issues())
                .isNotEmpty()
                .allMatch(issue -> issue.severity().compareTo(Severity.ERROR) < 0);
    }

    @Test
    void files_with_nothing_to_run_are_warned_about() {
        assertThat(EngineRun.of(selectClass(Triggers.Bad.class)).issues())
                .extracting("message")
                .containsExactlyInAnyOrder(
                        "comment.feature: feature contains no feature", "empty.feature: feature contains no feature",
                        "No rows: feature contains no scenario", "No scenario: feature contains no scenario");
    }

    @Test
    void an_undefined_step_with_a_snippet_of_the_right_types() {
        EngineRun run = EngineRun.ofSpec("undefined-step.feature").execute();
        run.leaf("Undefined - Nobody knows [plain]")
                .failed(
                        "undefined-step.feature:5: no step definition matches 'I stir 3 times with 2.5 N and \"care\"'",
                        "undefined-step.feature:6: no step definition matches 'I use this'",
                        "@When(\"I stir {int} times with {double} N and {string}\")",
                        "(Integer int1, Double double1, String string)",
                        "io.cucumber.datatable.DataTable dataTable")
                .at("undefined-step.feature", 5)
                .at("undefined-step.feature", 6);
        run.leaf("Undefined - Known [plain]").passed();
    }

    @Test
    void a_snippet_in_the_language_of_the_feature() {
        EngineRun run = EngineRun.ofSpec("german.feature").execute();
        run.leaf("Tee - Ein Löffel [plain]").passed();
        run.leaf("Tee - Unbekannt [plain]").failed("@Angenommen(\"eine Tasse mit {int} Löffeln\")");
    }

    @Test
    void an_ambiguous_step_with_both_definitions() {
        EngineRun run = EngineRun.ofSpec("ambiguous-step.feature").execute();
        run.leaf("Ambiguous - Two know [plain]")
                .failed("one of two", "one of {word}")
                .at("ambiguous-step.feature", 5);
        run.leaf("Ambiguous - One knows [plain]").passed();
    }

    @Test
    void a_failing_hook() {
        EngineRun run = EngineRun.of(selectClass(Triggers.FailingHook.class)).execute();
        run.leaf("House rules - One spoon is enough - Inside [plain]")
                .failed("the cup broke")
                .inMethod("breakCup")
                .at("rule.feature", 15);
        run.leaf("House rules - Outside [plain]").passed();
    }

    @Test
    void a_pending_hook_is_a_failure() {
        EngineRun run = EngineRun.of(selectClass(Triggers.Pending.class)).execute();
        run.leaf("House rules - One spoon is enough - Inside [plain]").failed("later");
    }

    @Test
    void a_failing_hook_before_all_is_the_failure_of_the_class() {
        EngineRun run =
                EngineRun.of(selectClass(Triggers.FailingBeforeAll.class)).execute();
        run.container("FailingBeforeAll").failed("no kettle");
        run.container("Wakespec").passed();
        assertThat(run.leaves()).isEmpty();
        assertThat(run.file().results())
                .hasSize(2)
                .allMatch(r -> r.verdict() == Verdict.FAILED)
                .allMatch(r -> r.message().orElseThrow().contains("no kettle"));
        assertThat(run.file().isComplete()).isTrue();
    }

    @Test
    void step_classes_that_contradict_each_other_are_the_failure_of_the_class() {
        EngineRun run = EngineRun.of(selectClass(Triggers.DuplicateStep.class), selectClass(Triggers.Rules.class))
                .execute();
        run.container("DuplicateStep").failed("DuplicateStep.anotherCup()", "TastingSteps.cup()");
        run.leaf("House rules - Outside [plain]").passed();
    }

    @Test
    void no_step_classes_at_all() {
        EngineRun run = EngineRun.ofSpec("rule.feature")
                .with("wakespec.variant-source", "octave")
                .execute();
        run.leaf("House rules - Outside [octave-4]")
                .failed(
                        "no step definition matches 'a cup'",
                        "no step definition was found in the glue packages specs, org.wakespec.engine.glue",
                        "wakespec.glue");
    }

    @Test
    void a_class_without_features() {
        EngineRun.of(selectClass(Triggers.Nowhere.class))
                .execute()
                .onlyLeaf()
                .failed("Nowhere", "no .feature file was found in 'no.such.place'");
    }

    @Test
    void a_scenario_without_steps_is_warned_about() {
        assertThat(EngineRun.ofSpec("no-steps.feature").issues())
                .singleElement()
                .satisfies(issue -> {
                    assertThat(issue.severity()).isEqualTo(Severity.WARNING);
                    assertThat(issue.message()).contains("Gibberish", "has no steps", "description");
                    assertThat(issue.source().orElseThrow().toString()).contains("no-steps.feature", "line = 3");
                });
    }

    @Test
    void a_disabled_class_is_skipped_and_recorded() {
        EngineRun run = EngineRun.of(selectClass(Triggers.Off.class)).execute();
        run.results().containerEvents().assertStatistics(s -> s.skipped(1));
        assertThat(run.leaves()).isEmpty();
        assertThat(run.file().results())
                .hasSize(2)
                .allMatch(r -> r.verdict() == Verdict.SKIPPED)
                .allMatch(r -> r.message().orElseThrow().equals("not today"));
    }

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(
            delimiter = ';',
            value = {
                "wakespec.source; fiel; expected auto, file, method or class",
                "wakespec.naming; tall; expected short or long",
                "wakespec.dry-run; yes; expected true or false",
                "wakespec.summary; on; expected true or false",
                "wakespec.execution.order; backwards; expected lexical or random",
                "wakespec.attachments.files; some; expected always, failed or never",
                "wakespec.variant-source; flavor; names no variant source. Nearest: 'flavour'"
            })
    void a_setting_that_makes_no_sense_runs_nothing_and_says_so(String key, String value, String message) {
        EngineRun.ofSpec("rule.feature").with(key, value).execute().onlyLeaf().failed(key + "=" + value, message);
    }

    @Test
    void a_report_nobody_knows_is_one_failing_leaf() {
        EngineRun run = EngineRun.ofSpec("sub/below.feature")
                .with("wakespec.plugins", "htlm:target/x.html")
                .execute();
        run.leaf("wakespec.plugins=htlm:target/x.html").failed("Could not load plugin class 'htlm'", "html");
        run.leaf("Sub - Below [plain]").passed();
    }

    @Test
    void a_report_that_cannot_be_written_fails_after_all_scenarios_have_run() {
        EngineRun run = EngineRun.ofSpec("sub/below.feature")
                .with("wakespec.plugins", "json:pom.xml/below/report.json")
                .execute();
        run.leaf("Sub - Below [plain]").passed();
        run.container("Sub").failed("report 'json:", "cannot be written");
    }

    @Test
    void an_object_factory_nobody_knows() {
        EngineRun run = EngineRun.ofSpec("sub/below.feature")
                .with("wakespec.object-factory", "no.Factory")
                .execute();
        run.container("Sub").failed("wakespec.object-factory=no.Factory", "ObjectFactory");
    }
}
