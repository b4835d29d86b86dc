// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.wakespec.engine.gherkin.EvidenceListener;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.gherkin.ScenarioOutcome;
import org.wakespec.engine.gherkin.ScenarioSession;
import org.wakespec.engine.gherkin.SessionSettings;
import org.wakespec.engine.spi.Variant;

/** The session of one set of glue packages, and the containers whose scenarios run in it. */
final class SessionGroup {

    private final ScenarioSession session;
    private int containersLeft;
    private boolean beforeAllDone;
    private Throwable beforeAllFailure;
    private final AtomicBoolean afterAllDone = new AtomicBoolean();
    private final AtomicBoolean finished = new AtomicBoolean();

    /** @param number how many groups there were before: their reports must not share files */
    SessionGroup(
            Discovery discovery,
            OutputNames names,
            List<String> glue,
            List<PlannedScenario> plan,
            boolean isDryRun,
            int number) {
        Map<Variant, List<String>> plugins = new LinkedHashMap<>();
        List<String> templates = discovery.settings().list(Settings.PLUGINS).stream()
                .filter(plugin -> discovery.gherkin().checkPlugin(plugin).isEmpty())
                .toList();
        List<Variant> variants =
                plan.stream().map(PlannedScenario::variant).distinct().toList();
        for (Variant variant : variants) {
            plugins.put(
                    variant,
                    templates.stream()
                            .map(template -> names.plugin(template, variant, variants.size() > 1, number))
                            .toList());
        }
        Optional<String> objectFactory = discovery.settings().text(Settings.OBJECT_FACTORY);
        session = discovery.gherkin().open(new SessionSettings(glue, isDryRun, plugins, objectFactory), plan);
    }

    void expectContainer() {
        containersLeft++;
    }

    void start() {
        session.start();
    }

    /** Runs the hooks before all scenarios on the first call; every call throws what went wrong then. */
    synchronized void beforeAll() throws Throwable {
        if (!beforeAllDone) {
            beforeAllDone = true;
            try {
                session.beforeAll();
            } catch (Throwable t) {
                beforeAllFailure = t;
            }
        }
        if (beforeAllFailure != null) {
            throw beforeAllFailure;
        }
    }

    ScenarioOutcome run(PlannedScenario scenario, EvidenceListener evidence) {
        return session.run(scenario, evidence);
    }

    /** Ends the session with the last container, so that what its hooks and reports throw has a place in the tree. */
    void containerEnded() {
        if (isLast()) {
            afterAll();
            complete();
        }
    }

    void containerSkipped() {
        isLast();
    }

    private synchronized boolean isLast() {
        return --containersLeft == 0;
    }

    /** Whatever has not been ended, because the last container was skipped. */
    void finish() {
        afterAll();
        complete();
    }

    private void afterAll() {
        boolean hooksRan;
        synchronized (this) {
            hooksRan = beforeAllDone;
        }
        if (hooksRan && afterAllDone.compareAndSet(false, true)) {
            try {
                session.afterAll();
            } catch (Throwable t) {
                try {
                    complete();
                } catch (RuntimeException | Error e) {
                    t.addSuppressed(e);
                }
                throw Sneaky.raise(t);
            }
        }
    }

    private void complete() {
        if (finished.compareAndSet(false, true)) {
            try {
                session.finish();
            } catch (Throwable t) {
                throw Sneaky.raise(t);
            }
        }
    }
}
