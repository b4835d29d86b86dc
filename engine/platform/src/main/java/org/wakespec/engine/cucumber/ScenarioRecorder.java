// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.plugin.event.EmbedEvent;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Result;
import io.cucumber.plugin.event.SnippetsSuggestedEvent;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestStep;
import io.cucumber.plugin.event.TestStepFinished;
import io.cucumber.plugin.event.WriteEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.EvidenceListener;
import org.wakespec.engine.gherkin.ScenarioOutcome;
import org.wakespec.engine.gherkin.ScenarioOutcome.Place;
import org.wakespec.engine.gherkin.ScenarioOutcome.UndefinedStep;

/** Follows one scenario through its events and tells how it ended. */
final class ScenarioRecorder implements Consumer<Object> {

    private final String uri;
    private final Element element;
    private final EvidenceListener evidence;
    private final List<Object> events;
    private final List<UndefinedStep> undefined = new ArrayList<>(0);
    private Status worst = Status.PASSED;
    private TestStep worstStep;
    private Result result;

    /** @param events where to keep the events for the reports; null if there are none */
    ScenarioRecorder(String uri, Element element, EvidenceListener evidence, List<Object> events) {
        this.uri = uri;
        this.element = element;
        this.evidence = evidence;
        this.events = events;
    }

    @Override
    public void accept(Object event) {
        if (event instanceof TestStepFinished finished) {
            Status status = finished.getResult().getStatus();
            if (finished.getResult().getError() != null) {
                // now, before Cucumber makes a message of it
                Place place = place(finished.getTestStep());
                Traces.tidy(finished.getResult().getError(), Traces.feature(place.text(), uri, place.line()));
            }
            // the first of the worst: Cucumber takes the error from there, too
            if (status.compareTo(worst) > 0) {
                worst = status;
                worstStep = finished.getTestStep();
            }
        } else if (event instanceof TestCaseFinished finished) {
            result = finished.getResult();
        } else if (event instanceof SnippetsSuggestedEvent suggested) {
            undefined.add(new UndefinedStep(
                    suggested.getSuggestion().getStep(),
                    suggested.getStepLocation().getLine(),
                    suggested.getSuggestion().getSnippets(),
                    List.of()));
        } else if (event instanceof EmbedEvent embed) {
            evidence.attached(embed.getName() == null ? "" : embed.getName(), embed.getMediaType(), embed.getData());
        } else if (event instanceof WriteEvent write) {
            evidence.logged(write.getText());
        }
        if (events != null) {
            events.add(event);
        }
    }

    ScenarioOutcome outcome() {
        if (result == null) {
            return failed(new IllegalStateException("the scenario did not come to its end"));
        }
        ScenarioOutcome.Status status =
                switch (result.getStatus()) {
                    case PASSED -> ScenarioOutcome.Status.PASSED;
                    case SKIPPED, UNUSED -> ScenarioOutcome.Status.ABORTED;
                    case PENDING -> ScenarioOutcome.Status.PENDING;
                    case UNDEFINED -> ScenarioOutcome.Status.UNDEFINED;
                    case AMBIGUOUS -> ScenarioOutcome.Status.AMBIGUOUS;
                    case FAILED -> ScenarioOutcome.Status.FAILED;
                };
        if (status == ScenarioOutcome.Status.PASSED) {
            return ScenarioOutcome.PASSED;
        }
        return new ScenarioOutcome(
                status, Optional.ofNullable(result.getError()), Optional.of(place(worstStep)), List.copyOf(undefined));
    }

    /** The outcome when running the scenario itself was not possible. */
    ScenarioOutcome failed(Throwable error) {
        Place place = place(worstStep);
        Traces.tidy(error, Traces.feature(place.text(), uri, place.line()));
        return new ScenarioOutcome(
                ScenarioOutcome.Status.FAILED, Optional.of(error), Optional.of(place), List.copyOf(undefined));
    }

    private Place place(TestStep testStep) {
        if (testStep instanceof PickleStepTestStep step) {
            return new Place(
                    step.getStep().getText(), step.getStep().getLocation().getLine());
        }
        return new Place(element.title(), element.line());
    }
}
