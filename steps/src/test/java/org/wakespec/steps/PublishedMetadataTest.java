// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.cucumber.cucumberexpressions.Expression;
import io.cucumber.cucumberexpressions.ExpressionFactory;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.wakespec.policies.PolicyRegistry;

/**
 * The published lists are what the code says. After a change of the vocabulary or of a policy run this test with
 * {@code -Dwakespec.regenerate=true}.
 */
class PublishedMetadataTest {

    @Test
    void stepsAreThoseOfTheCode() throws IOException {
        compare(StepCatalog.STEPS_RESOURCE, StepCatalog.stepsJson(), Path.of("src/main/resources"));
    }

    @Test
    void policiesAreThoseOfTheRegistry() throws IOException {
        compare(
                StepCatalog.POLICIES_RESOURCE,
                StepCatalog.policiesJson(PolicyRegistry.standard()),
                Path.of("../policies/src/main/resources"));
    }

    private static void compare(String resource, String generated, Path folder) throws IOException {
        if (Boolean.getBoolean("wakespec.regenerate")) {
            Path file = folder.resolve(resource);
            Files.createDirectories(file.getParent());
            Files.writeString(file, generated);
            return;
        }
        try (InputStream in = PublishedMetadataTest.class.getClassLoader().getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .as("%s is stale: run this test with -Dwakespec.regenerate=true", resource)
                    .isEqualTo(generated);
        }
    }

    @Test
    void everyExampleMatchesExactlyOneStep() {
        ExpressionFactory factory = StepCatalog.factory();
        List<StepCatalog.Step> steps = StepCatalog.steps();
        List<Expression> expressions = steps.stream()
                .map(s -> factory.createExpression(s.expression()))
                .toList();
        for (StepCatalog.Step step : steps) {
            for (String example : step.examples()) {
                List<String> matching = new ArrayList<>();
                for (Expression expression : expressions) {
                    if (StepCatalog.matches(expression, example)) {
                        matching.add(expression.getSource());
                    }
                }
                assertThat(matching)
                        .as("steps that match '%s'", example)
                        .containsExactly(expressions.get(steps.indexOf(step)).getSource());
            }
        }
    }

    @Test
    void everyStepHasAnExample() {
        int expressions = 0;
        for (Class<?> type : StepCatalog.STEP_CLASSES) {
            for (Method method : type.getDeclaredMethods()) {
                int here = method.getAnnotationsByType(Given.class).length
                        + method.getAnnotationsByType(When.class).length
                        + method.getAnnotationsByType(Then.class).length;
                if (here > 0) {
                    assertThat(method.getAnnotation(Example.class))
                            .as("example of %s", method)
                            .isNotNull();
                    expressions += here;
                }
            }
        }
        assertThat(StepCatalog.steps()).hasSize(expressions).hasSizeGreaterThan(100);
    }
}
