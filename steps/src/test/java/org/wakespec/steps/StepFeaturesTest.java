// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClasspathResource;

import io.cucumber.cucumberexpressions.Expression;
import io.cucumber.cucumberexpressions.ExpressionFactory;
import io.cucumber.gherkin.GherkinParser;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;

/**
 * Every step at work: scenarios that pass. Run through the engine without the properties of the build, so that a choice
 * of policies or features for the suite leaves them alone.
 */
class StepFeaturesTest {

    private static final String FOLDER = "org/wakespec/steps/works";

    private static Path folder() throws URISyntaxException {
        return Path.of(
                StepFeaturesTest.class.getClassLoader().getResource(FOLDER).toURI());
    }

    private static List<Path> features() throws IOException, URISyntaxException {
        try (Stream<Path> files = Files.walk(folder())) {
            return files.filter(f -> f.toString().endsWith(".feature")).sorted().toList();
        }
    }

    @TestFactory
    Stream<DynamicTest> scenarios() throws IOException, URISyntaxException {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path feature : features()) {
            List<Event> finished = EngineTestKit.engine("wakespec")
                    .selectors(selectClasspathResource(FOLDER + "/" + folder().relativize(feature)))
                    .configurationParameter("wakespec.results.file", "none")
                    .configurationParameter("wakespec.attachments.files", "never")
                    .execute()
                    .testEvents()
                    .finished()
                    .list();
            assertThat(finished).as("scenarios of %s", feature).isNotEmpty();
            for (Event event : finished) {
                TestExecutionResult result = event.getRequiredPayload(TestExecutionResult.class);
                String name = event.getTestDescriptor()
                                .getParent()
                                .map(p -> p.getDisplayName() + " ")
                                .orElse("")
                        + event.getTestDescriptor().getDisplayName();
                tests.add(dynamicTest(feature.getFileName() + ": " + name, () -> {
                    if (result.getThrowable().isPresent()) {
                        throw result.getThrowable().get();
                    }
                    assertThat(result.getStatus()).isEqualTo(TestExecutionResult.Status.SUCCESSFUL);
                }));
            }
        }
        assertThat(tests).hasSizeGreaterThan(110);
        return tests.stream();
    }

    /** What is refused has tests of its own. */
    @Test
    void everyStepIsInSomeScenario() throws IOException, URISyntaxException {
        GherkinParser parser = GherkinParser.builder()
                .includeSource(false)
                .includeGherkinDocument(false)
                .build();
        List<String> used = new ArrayList<>();
        for (Path feature : features()) {
            parser.parse(feature)
                    .flatMap(envelope -> envelope.getPickle().stream())
                    .flatMap(pickle -> pickle.getSteps().stream())
                    .forEach(step -> used.add(step.getText()));
        }
        ExpressionFactory factory = StepCatalog.factory();
        List<String> unused = new ArrayList<>();
        for (StepCatalog.Step step : StepCatalog.steps()) {
            Expression expression = factory.createExpression(step.expression());
            if (!step.group().equals("unmodelled")
                    && used.stream().noneMatch(text -> StepCatalog.matches(expression, text))) {
                unused.add(step.expression());
            }
        }
        assertThat(unused).isEmpty();
    }
}
