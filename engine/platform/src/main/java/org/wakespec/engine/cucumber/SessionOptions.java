// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine.cucumber;

import io.cucumber.core.backend.ObjectFactory;
import io.cucumber.core.eventbus.UuidGenerator;
import io.cucumber.core.feature.GluePath;
import io.cucumber.core.options.PluginOption;
import io.cucumber.core.snippets.SnippetType;
import java.net.URI;
import java.util.List;
import org.wakespec.engine.gherkin.SessionSettings;

/** Our settings as Cucumber's runner, back ends and plug-ins want to be asked for them. */
final class SessionOptions
        implements io.cucumber.core.plugin.Options, io.cucumber.core.runner.Options, io.cucumber.core.backend.Options {

    private final List<URI> glue;
    private final boolean dryRun;
    private final Class<? extends ObjectFactory> objectFactory;
    private final List<Plugin> plugins;

    private SessionOptions(
            List<URI> glue, boolean dryRun, Class<? extends ObjectFactory> objectFactory, List<Plugin> plugins) {
        this.glue = glue;
        this.dryRun = dryRun;
        this.objectFactory = objectFactory;
        this.plugins = plugins;
    }

    static SessionOptions of(SessionSettings settings) {
        List<URI> glue = settings.glue().stream().map(GluePath::parse).toList();
        return new SessionOptions(
                glue,
                settings.dryRun(),
                settings.objectFactory()
                        .<Class<? extends ObjectFactory>>map(SessionOptions::load)
                        .orElse(null),
                List.of());
    }

    /** The same with one plug-in. */
    SessionOptions with(String plugin) {
        return new SessionOptions(glue, dryRun, objectFactory, List.of(PluginOption.parse(plugin)));
    }

    private static Class<? extends ObjectFactory> load(String className) {
        try {
            return Class.forName(className, false, Thread.currentThread().getContextClassLoader())
                    .asSubclass(ObjectFactory.class);
        } catch (ClassNotFoundException | ClassCastException e) {
            throw new IllegalArgumentException(
                    "wakespec.object-factory=" + className + ": " + e
                            + "; expected the name of a class that implements " + ObjectFactory.class.getName(),
                    e);
        }
    }

    @Override
    public Iterable<Plugin> plugins() {
        return plugins;
    }

    @Override
    public boolean isMonochrome() {
        return true;
    }

    @Override
    public boolean isWip() {
        return false;
    }

    @Override
    public List<URI> getGlue() {
        return glue;
    }

    @Override
    public boolean isDryRun() {
        return dryRun;
    }

    @Override
    public SnippetType getSnippetType() {
        return SnippetType.CAMELCASE;
    }

    @Override
    public Class<? extends ObjectFactory> getObjectFactoryClass() {
        return objectFactory;
    }

    @Override
    public Class<? extends UuidGenerator> getUuidGeneratorClass() {
        return null;
    }
}
