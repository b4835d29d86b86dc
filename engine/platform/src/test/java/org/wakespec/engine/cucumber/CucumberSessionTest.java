// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.EvidenceListener;
import org.wakespec.engine.gherkin.FeatureDocument;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.gherkin.ScenarioOutcome;
import org.wakespec.engine.gherkin.SessionSettings;
import org.wakespec.engine.spi.Variant;

/** The adapter itself: one scan per concurrency slot, and elements with extents. */
class CucumberSessionTest {

    private static final EvidenceListener NOBODY = new EvidenceListener() {
        @Override
        public void attached(String name, String mediaType, byte[] content) {
            throw new AssertionError("nothing is attached here");
        }

        @Override
        public void logged(String text) {
            throw new AssertionError("nothing is logged here");
        }
    };

    private final CucumberRuntime runtime = new CucumberRuntime();

    private FeatureDocument document(String text) {
        return runtime.parse(URI.create("file:/x.feature"), text.getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    private List<PlannedScenario> plan(FeatureDocument document, int variants) {
        List<PlannedScenario> plan = new ArrayList<>();
        for (Element element : document.runnables()) {
            for (int v = 0; v < variants; v++) {
                plan.add(new PlannedScenario(plan.size(), document, element, Variant.of("flavour", "f" + v)));
            }
        }
        return plan;
    }

    private CucumberSession session(List<PlannedScenario> plan) {
        return (CucumberSession) runtime.open(
                new SessionSettings(
                        List.of("org.wakespec.engine.steps", "org.wakespec.engine.glue"),
                        false,
                        Map.of(),
                        Optional.empty()),
                plan);
    }

    private static String scenarios(String language, String scenario, String given, int count) {
        StringBuilder text = new StringBuilder(
                "# language: " + language + "\n" + (language.equals("de") ? "Funktion" : "Feature") + ": x\n");
        for (int i = 0; i < count; i++) {
            text.append("  ")
                    .append(scenario)
                    .append(": ")
                    .append(i)
                    .append("\n    ")
                    .append(given)
                    .append(" a cup\n");
        }
        return text.toString();
    }

    @Test
    void all_variants_share_one_runner_when_scenarios_follow_each_other() throws Throwable {
        List<PlannedScenario> plan = plan(document(scenarios("en", "Scenario", "Given", 20)), 8);
        CucumberSession session = session(plan);
        session.start();
        session.beforeAll();
        for (PlannedScenario scenario : plan) {
            assertThat(session.run(scenario, NOBODY)).isSameAs(ScenarioOutcome.PASSED);
        }
        session.afterAll();
        session.finish();
        assertThat(session.slots()).isEqualTo(1);
    }

    @Test
    void there_are_no_more_runners_than_threads() throws Exception {
        List<PlannedScenario> plan = plan(document(scenarios("en", "Scenario", "Given", 100)), 4);
        CucumberSession session = session(plan);
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            List<Future<ScenarioOutcome>> outcomes = new ArrayList<>();
            plan.forEach(scenario -> outcomes.add(threads.submit(() -> session.run(scenario, NOBODY))));
            for (Future<ScenarioOutcome> outcome : outcomes) {
                assertThat(outcome.get().status()).isEqualTo(ScenarioOutcome.Status.PASSED);
            }
        } finally {
            threads.shutdown();
        }
        assertThat(session.slots()).isBetween(1, 3);
    }

    @Test
    void another_language_needs_no_other_runner() {
        List<PlannedScenario> plan = new ArrayList<>(plan(document(scenarios("en", "Scenario", "Given", 2)), 1));
        plan.addAll(plan(document(scenarios("de", "Szenario", "Angenommen", 2)), 1));
        CucumberSession session = session(plan);
        for (int i = 0; i < 3; i++) {
            plan.forEach(scenario -> assertThat(session.run(scenario, NOBODY)).isSameAs(ScenarioOutcome.PASSED));
        }
        assertThat(session.slots()).isEqualTo(1);
    }

    @Test
    void parts_own_the_lines_up_to_the_next_part() {
        Element feature = document("""
                # comment
                @a
                Feature: F
                  words

                  Background:
                    Given a cup

                  @b
                  Scenario: S
                    Given a cup

                  @c
                  Rule: R

                    @d @e
                    Scenario Outline: O
                      Given a cup

                      @f
                      Examples: E
                        | x |
                        | 1 |
                        | 2 |

                """).feature();
        String[] owners = {
            null, "F", "F", "F", "F", "F", "F", "F", "F", "S", "S", "S", "S", "R", "R", "R", "O", "O", "O", "O", "E",
            "E", "E", "1", "2", "2"
        };
        for (int line = 1; line < owners.length; line++) {
            assertThat(feature.at(line).map(Element::title)).as("line %d", line).contains(owners[line]);
        }
        assertThat(feature.at(0)).isEmpty();
        assertThat(feature.at(owners.length)).isEmpty();
        assertThat(feature.at(23).orElseThrow().tags()).containsExactly("@a", "@c", "@d", "@e", "@f");
    }

    @Test
    void broken_features_tell_their_first_wrong_line() {
        assertThatThrownBy(
                        () -> document("Feature: A\n\n  Scenario: B\n    Gibberish step\n    Given x\n    nonsense\n"))
                .isInstanceOfSatisfying(BrokenFeatureException.class, e -> {
                    assertThat(e.line()).isEqualTo(6);
                    assertThat(e).hasMessageContaining("nonsense").hasMessageNotContaining("Failed to parse");
                });
    }

    @Test
    void ids_depend_on_what_they_are_for_only() {
        assertThat(Ids.of("a").next())
                .isEqualTo(Ids.of("a").next())
                .isNotEqualTo(Ids.of("b").next());
        Ids ids = Ids.of("a");
        assertThat(ids.next()).isNotEqualTo(ids.next());
    }
}
