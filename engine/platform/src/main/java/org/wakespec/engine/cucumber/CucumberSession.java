// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.gherkin.Pickle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.wakespec.engine.gherkin.EvidenceListener;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.gherkin.ScenarioOutcome;
import org.wakespec.engine.gherkin.ScenarioSession;
import org.wakespec.engine.gherkin.SessionSettings;
import org.wakespec.engine.spi.Variant;

/** One set of step classes at work: a pool of runners and the reports of each variant. */
final class CucumberSession implements ScenarioSession {

    private final SessionSettings settings;
    private final List<PlannedScenario> plan;
    private final Set<Variant> variants = new LinkedHashSet<>();
    private SessionOptions options;
    private int slots;
    private final Deque<RunnerSlot> free = new ArrayDeque<>();
    private final GlueEvents glue = new GlueEvents();
    private final Map<Variant, VariantReports> reports = new LinkedHashMap<>();
    private final List<Throwable> reportProblems = new ArrayList<>();

    CucumberSession(SessionSettings settings, List<PlannedScenario> plan) {
        this.settings = settings;
        this.plan = plan;
        plan.forEach(p -> variants.add(p.variant()));
    }

    /** Made when it is needed first, so that what is wrong with it is the failure of a container and not of the engine. */
    private synchronized SessionOptions options() {
        if (options == null) {
            options = SessionOptions.of(settings);
        }
        return options;
    }

    @Override
    public void start() {
        try {
            options();
        } catch (IllegalArgumentException e) {
            reportProblems.add(e);
            return;
        }
        for (Variant variant : variants) {
            List<String> plugins = settings.plugins().getOrDefault(variant, List.of());
            if (!plugins.isEmpty()) {
                VariantReports report = new VariantReports(variant, plan, plugins, options(), glue, reportProblems);
                reports.put(variant, report);
                report.start();
            }
        }
    }

    @Override
    public void beforeAll() throws Throwable {
        forEachVariant(RunnerSlot::beforeAll);
    }

    @Override
    public void afterAll() throws Throwable {
        forEachVariant(RunnerSlot::afterAll);
    }

    @SuppressWarnings("try") // a scope is closed, not used
    private void forEachVariant(Consumer<RunnerSlot> action) throws Throwable {
        Throwable first = null;
        for (Variant variant : variants) {
            try (Variant.Scope scope = Variant.standIn(variant)) {
                RunnerSlot slot = borrow(anyLanguage(variant));
                try {
                    action.accept(slot);
                } finally {
                    giveBack(slot);
                }
            } catch (Throwable t) {
                if (first == null) {
                    first = t;
                } else if (first != t) {
                    first.addSuppressed(t);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }

    private String anyLanguage(Variant variant) {
        PlannedScenario one = plan.stream()
                .filter(p -> p.variant().equals(variant))
                .findFirst()
                .orElseThrow();
        return ((CucumberDocument) one.document()).pickle(one.element()).getLanguage();
    }

    @Override
    @SuppressWarnings("try") // a scope is closed, not used
    public ScenarioOutcome run(PlannedScenario scenario, EvidenceListener evidence) {
        CucumberDocument document = (CucumberDocument) scenario.document();
        VariantReports report = reports.isEmpty() ? null : reports.get(scenario.variant());
        List<Object> events = report == null ? null : new ArrayList<>();
        ScenarioRecorder recorder =
                new ScenarioRecorder(document.uri().toString(), scenario.element(), evidence, events);
        try (Variant.Scope scope = Variant.standIn(scenario.variant())) {
            Pickle pickle = new VariantPickle(document.pickle(scenario.element()), scenario.variant());
            RunnerSlot slot = borrow(pickle.getLanguage());
            slot.run(
                    pickle,
                    recorder,
                    report == null
                            ? Ids.unreported()
                            : Ids.of(document.uri() + " " + scenario.element().runnable() + " "
                                    + scenario.variant().name()));
            // a slot that threw is not used again: nobody knows what state its objects are in
            giveBack(slot);
            return explain(recorder.outcome());
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable t) {
            return recorder.failed(t);
        } finally {
            if (report != null) {
                report.ended(scenario, events);
            }
        }
    }

    private ScenarioOutcome explain(ScenarioOutcome outcome) {
        if (outcome.status() != ScenarioOutcome.Status.UNDEFINED) {
            return outcome;
        }
        List<String> definitions = glue.stepDefinitions();
        if (!definitions.isEmpty()) {
            return new ScenarioOutcome(
                    outcome.status(),
                    outcome.error(),
                    outcome.place(),
                    outcome.undefined().stream()
                            .map(step -> step.near(NearestSteps.of(step.text(), definitions)))
                            .toList());
        }
        return new ScenarioOutcome(
                outcome.status(),
                Optional.of(new IllegalStateException(
                        "no step definition was found in the glue packages " + String.join(", ", settings.glue())
                                + "; name the packages of the step classes in the trigger annotation (glue = ...) or in"
                                + " wakespec.glue")),
                outcome.place(),
                outcome.undefined());
    }

    private RunnerSlot borrow(String language) {
        RunnerSlot slot = takeFree(language);
        if (slot == null) {
            slot = newSlot();
        }
        if (!slot.language().equals(language)) {
            glue.record(language, slot.prepare(language));
        }
        return slot;
    }

    private RunnerSlot newSlot() {
        SessionOptions current = options();
        synchronized (this) {
            slots++;
        }
        return new RunnerSlot(current);
    }

    /** How many runners there were, and how often the class path was scanned. */
    synchronized int slots() {
        return slots;
    }

    private synchronized RunnerSlot takeFree(String language) {
        for (Iterator<RunnerSlot> slots = free.iterator(); slots.hasNext(); ) {
            RunnerSlot slot = slots.next();
            if (slot.language().equals(language)) {
                slots.remove();
                return slot;
            }
        }
        return free.pollFirst();
    }

    private synchronized void giveBack(RunnerSlot slot) {
        free.addFirst(slot);
    }

    @Override
    public void finish() throws Throwable {
        for (VariantReports report : reports.values()) {
            try {
                report.finish();
            } catch (RuntimeException e) {
                reportProblems.add(e);
            }
        }
        if (!reportProblems.isEmpty()) {
            Throwable first = reportProblems.get(0);
            reportProblems.stream().skip(1).forEach(first::addSuppressed);
            throw first;
        }
    }
}
