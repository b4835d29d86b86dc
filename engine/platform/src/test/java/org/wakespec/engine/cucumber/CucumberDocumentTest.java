// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.core.gherkin.Pickle;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.wakespec.engine.gherkin.BrokenFeatureException;
import org.wakespec.engine.gherkin.Element;

/** A discovery reads features without Cucumber, and finds exactly what Cucumber will run. */
class CucumberDocumentTest {

    private static final String EVERY_SHAPE = """
            @feature
            Feature: Shapes
              Background:
                Given one
                And two

              Scenario: own steps
                When three

              Scenario: none of its own

              Scenario Outline: <n> cups
                When three

                Examples: no table

                Examples: a header
                  | n |

                Examples: rows
                  | n |
                  | 1 |
                  |   |

              Rule: inner
                Background:
                  Given four

                Scenario: both backgrounds
                  When three

                Scenario Outline: without steps
                  Examples:
                    | n |
                    | 1 |

              Rule: again
                Scenario: only the outer background
                  When three
                  Then four
            """;

    private final CucumberRuntime runtime = new CucumberRuntime();

    private CucumberDocument document(String text) {
        return (CucumberDocument) runtime.parse(URI.create("file:/x.feature"), text.getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
    }

    @Test
    void what_is_run_is_what_cucumber_compiles() {
        CucumberDocument document = document(EVERY_SHAPE);
        assertThat(document.runnables())
                .extracting(Element::steps)
                .as("steps, background included")
                .containsExactly(3, 0, 3, 3, 4, 0, 4);
        assertThat(document.runnables())
                .extracting(Element::title)
                .as("never blank: a unique id cannot hold that")
                .contains("1", "(empty)");
        assertSameAsCucumber(document);
    }

    @Test
    void all_our_features() throws IOException {
        List<CucumberDocument> documents = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources"))) {
            for (Path file : files.filter(f -> f.toString().endsWith(".feature"))
                    .sorted()
                    .toList()) {
                try {
                    runtime.parse(file.toUri(), Files.readAllBytes(file))
                            .ifPresent(document -> documents.add((CucumberDocument) document));
                } catch (BrokenFeatureException e) {
                    assertThat(file.toString()).contains("/bad/");
                }
            }
        }
        assertThat(documents).hasSizeGreaterThan(15);
        documents.forEach(CucumberDocumentTest::assertSameAsCucumber);
    }

    private static void assertSameAsCucumber(CucumberDocument document) {
        List<Pickle> pickles = document.cucumberFeature().getPickles();
        assertThat(document.runnables()).as("%s", document.uri()).hasSameSizeAs(pickles);
        for (Element runnable : document.runnables()) {
            Pickle pickle = document.pickle(runnable);
            assertThat(pickle.getLocation().getLine()).as("%s", runnable).isEqualTo(runnable.line());
            assertThat(pickle.getSteps()).as("%s", runnable).hasSize(runnable.steps());
            assertThat(pickle.getTags()).as("%s", runnable).containsExactlyElementsOf(runnable.tags());
        }
    }

    @Test
    void cucumber_reads_a_feature_when_it_is_first_asked_for() {
        CucumberDocument document = document(EVERY_SHAPE);
        document.feature().at(5);
        document.runnables().forEach(Element::tags);
        assertThat(document.isParsedByCucumber()).isFalse();
        assertThat(document.source()).isEqualTo(EVERY_SHAPE);
        assertThat(document.isParsedByCucumber()).isTrue();
        assertThat(document.cucumberFeature()).isSameAs(document.cucumberFeature());
    }
}
