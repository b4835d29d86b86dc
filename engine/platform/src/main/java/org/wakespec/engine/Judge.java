// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.opentest4j.TestAbortedException;
import org.wakespec.engine.gherkin.Element;
import org.wakespec.engine.gherkin.Element.Kind;
import org.wakespec.engine.gherkin.ScenarioOutcome;
import org.wakespec.engine.gherkin.ScenarioOutcome.Place;
import org.wakespec.engine.gherkin.ScenarioOutcome.UndefinedStep;
import org.wakespec.engine.spi.KnownGapException;
import org.wakespec.engine.spi.UndecidedException;
import org.wakespec.results.Verdict;

/** Makes a verdict of the way a scenario ended, and the exception by which JUnit is told. */
final class Judge {

    private static final Pattern OUTLINE_PARAMETER = Pattern.compile("<([^<>]+)>");

    private final boolean isDryRun;

    Judge(boolean isDryRun) {
        this.isDryRun = isDryRun;
    }

    Judgement judge(VariantDescriptor leaf, ScenarioOutcome outcome) {
        return switch (outcome.status()) {
            case PASSED -> passed(leaf);
            case ABORTED -> aborted(leaf, outcome);
            case FAILED -> failed(leaf, outcome);
            case UNDEFINED -> new Judgement(Verdict.FAILED, undefined(leaf, outcome));
            case AMBIGUOUS, PENDING -> new Judgement(Verdict.FAILED, errorOf(leaf, outcome));
        };
    }

    private Judgement passed(VariantDescriptor leaf) {
        Optional<String> gap = leaf.knownGap();
        if (gap.isEmpty() || isDryRun) {
            return new Judgement(Verdict.PASSED, null);
        }
        String tag = gap.get().isEmpty() ? "@known-gap" : "@known-gap:" + gap.get();
        return new Judgement(
                Verdict.FAILED,
                new SpecificationError(
                        "known gap closed: the scenario passes, remove the tag " + tag,
                        leaf.feature()
                                .file()
                                .frame(leaf.element().title(), leaf.element().line())));
    }

    private static Judgement aborted(VariantDescriptor leaf, ScenarioOutcome outcome) {
        Throwable error = errorOf(leaf, outcome);
        if (error instanceof UndecidedException) {
            return new Judgement(Verdict.UNDECIDED, error);
        }
        return new Judgement(error instanceof KnownGapException ? Verdict.KNOWN_GAP : Verdict.SKIPPED, error);
    }

    /**
     * The tag excuses an expectation that does not hold. A scenario that is wrong itself, with steps nobody defines or a name
     * nobody knows, is no gap of the model.
     */
    private static Judgement failed(VariantDescriptor leaf, ScenarioOutcome outcome) {
        Throwable error = errorOf(leaf, outcome);
        Optional<String> gap = leaf.knownGap();
        if (gap.isEmpty() || !(error instanceof AssertionError)) {
            return new Judgement(Verdict.FAILED, error);
        }
        String reason = gap.get().isEmpty() ? "known gap" : "known gap: " + gap.get();
        KnownGapException known = new KnownGapException(reason + ": " + messageOf(error), error);
        known.setStackTrace(error.getStackTrace());
        return new Judgement(Verdict.KNOWN_GAP, known);
    }

    static String messageOf(Throwable error) {
        return error.getMessage() == null ? error.getClass().getName() : error.getMessage();
    }

    private static SpecificationError undefined(VariantDescriptor leaf, ScenarioOutcome outcome) {
        List<UndefinedStep> steps = outcome.undefined();
        Set<String> snippets = new LinkedHashSet<>();
        List<StackTraceElement> frames = new ArrayList<>();
        StringBuilder message = new StringBuilder();
        FeatureFile file = leaf.feature().file();
        for (UndefinedStep step : steps) {
            message.append(message.isEmpty() ? "" : "\n")
                    .append(file.key())
                    .append(':')
                    .append(step.line())
                    .append(": no step definition matches '")
                    .append(step.text())
                    .append('\'');
            Optional<String> column = missingColumn(leaf.element(), step.text());
            if (column.isPresent()) {
                message.append(": ").append(column.get());
            } else if (!step.nearest().isEmpty()) {
                message.append("; nearest: '")
                        .append(String.join("', '", step.nearest()))
                        .append('\'');
            } else {
                snippets.addAll(step.snippets());
            }
            frames.add(file.frame(step.text(), step.line()));
        }
        if (steps.isEmpty()) {
            Place place = place(leaf, outcome);
            message.append(file.key())
                    .append(':')
                    .append(place.line())
                    .append(": no step definition matches '")
                    .append(place.text())
                    .append('\'');
            frames.add(file.frame(place.text(), place.line()));
        }
        outcome.error().ifPresent(error -> message.append('\n').append(error.getMessage()));
        if (!snippets.isEmpty()) {
            message.append("\nA step definition could begin like this:\n\n").append(String.join("\n", snippets));
        }
        return new SpecificationError(message.toString(), frames.toArray(new StackTraceElement[0]));
    }

    /** A step that still has a parameter of the outline in it: what its table has instead. */
    private static Optional<String> missingColumn(Element element, String step) {
        Matcher parameter = OUTLINE_PARAMETER.matcher(step);
        while (parameter.find()) {
            String name = parameter.group(1);
            if (element.kind() == Kind.EXAMPLE && !element.cells().containsKey(name)) {
                return Optional.of("the Examples of line "
                        + element.parent().orElseThrow().line() + " have no column '" + name + "'; columns: "
                        + String.join(", ", element.cells().keySet()));
            }
            if (element.kind() != Kind.EXAMPLE) {
                return Optional.of("<" + name + "> stands for a column, and the scenario has no Examples");
            }
        }
        return Optional.empty();
    }

    /** What was thrown; the session has put the line of the feature file into its trace. */
    private static Throwable errorOf(VariantDescriptor leaf, ScenarioOutcome outcome) {
        return outcome.error().orElseGet(() -> {
            Place place = place(leaf, outcome);
            StackTraceElement frame = leaf.feature().file().frame(place.text(), place.line());
            return outcome.status() == ScenarioOutcome.Status.ABORTED
                    ? new TestAbortedException("skipped by a step or hook")
                    : new SpecificationError("failed", frame);
        });
    }

    private static Place place(VariantDescriptor leaf, ScenarioOutcome outcome) {
        return outcome.place()
                .orElseGet(
                        () -> new Place(leaf.element().title(), leaf.element().line()));
    }
}
