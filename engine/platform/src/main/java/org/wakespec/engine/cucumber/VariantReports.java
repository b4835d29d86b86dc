// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.eventbus.EventBus;
import io.cucumber.core.plugin.PluginFactory;
import io.cucumber.core.plugin.Plugins;
import io.cucumber.core.runtime.CucumberExecutionContext;
import io.cucumber.core.runtime.ExitStatus;
import io.cucumber.core.runtime.TimeServiceEventBus;
import io.cucumber.messages.types.Envelope;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.wakespec.engine.gherkin.PlannedScenario;
import org.wakespec.engine.spi.Variant;

/**
 * The report plug-ins of one variant.
 *
 * <p>Scenarios end in any order when they run in parallel. Their events are kept until all scenarios before them in the
 * plan have ended, so that every plug-in sees the same sequence in every run and needs no lock of its own.
 */
final class VariantReports {

    private final List<PlannedScenario> plan;
    private final Object[] ended;
    private final int[] positions;
    private final GlueEvents glue;
    private final EventBus bus;
    private final CucumberExecutionContext context;
    private final Set<CucumberDocument> introduced = new HashSet<>();
    private final Set<String> languages = new HashSet<>();
    private final Set<String> hooks = new HashSet<>();
    private int next;

    /** @param problems takes what goes wrong with single plug-ins; the others still work */
    VariantReports(
            Variant variant,
            List<PlannedScenario> wholePlan,
            List<String> plugins,
            SessionOptions options,
            GlueEvents glue,
            List<Throwable> problems) {
        this.plan = wholePlan.stream().filter(p -> p.variant().equals(variant)).toList();
        this.ended = new Object[plan.size()];
        this.positions = new int[wholePlan.size()];
        for (int i = 0; i < plan.size(); i++) {
            positions[plan.get(i).index()] = i;
        }
        this.glue = glue;
        Ids ids = Ids.of("run " + variant.name());
        bus = new TimeServiceEventBus(Clock.systemUTC(), ids::next);
        PluginFactory factory = new PluginFactory();
        Plugins all = new Plugins(factory, options);
        for (String plugin : plugins) {
            try {
                new Plugins(factory, options.with(plugin)).getPlugins().forEach(all::addPlugin);
            } catch (RuntimeException e) {
                problems.add(
                        new IllegalStateException("report '" + plugin + "' cannot be written: " + e.getMessage(), e));
            }
        }
        ExitStatus exitStatus = new ExitStatus(options);
        all.addPlugin(exitStatus);
        all.setEventBusOnEventListenerPlugins(bus);
        context = new CucumberExecutionContext(bus, exitStatus, () -> {
            throw new IllegalStateException("scenarios are run by the session");
        });
    }

    synchronized void start() {
        context.startTestRun();
    }

    synchronized void ended(PlannedScenario scenario, List<Object> events) {
        ended[positions[scenario.index()]] = events;
        while (next < ended.length && ended[next] != null) {
            send(next++);
        }
    }

    synchronized void finish() {
        for (; next < ended.length; next++) {
            if (ended[next] != null) {
                send(next);
            }
        }
        context.finishTestRun();
    }

    private void send(int position) {
        CucumberDocument document = (CucumberDocument) plan.get(position).document();
        if (introduced.add(document)) {
            context.beforeFeature(document.cucumberFeature());
        }
        String language = document.pickle(plan.get(position).element()).getLanguage();
        if (languages.add(language)) {
            glue.of(language).stream().filter(this::isNews).forEach(bus::send);
        }
        for (Object event : (List<?>) ended[position]) {
            bus.send(event);
        }
        ended[position] = new ArrayList<>(0);
    }

    /** Hooks do not depend on the language; runners describe them again for each all the same. */
    private boolean isNews(Object event) {
        return !(event instanceof Envelope envelope)
                || envelope.getHook().isEmpty()
                || hooks.add(envelope.getHook().get().getId());
    }
}
