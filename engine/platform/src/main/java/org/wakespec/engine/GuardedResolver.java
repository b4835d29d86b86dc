// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.io.UncheckedIOException;
import java.util.function.Supplier;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.ClasspathResourceSelector;
import org.junit.platform.engine.discovery.DirectorySelector;
import org.junit.platform.engine.discovery.FileSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.discovery.UriSelector;
import org.junit.platform.engine.support.discovery.EngineDiscoveryRequestResolver.InitializationContext;
import org.junit.platform.engine.support.discovery.SelectorResolver;
import org.wakespec.results.FileTrouble;

/**
 * Has each kind of selector resolved by the resolver for it, and turns what that throws into a failing leaf. JUnit would
 * make it an error of the discovery, by which the tests of all engines are lost under Surefire.
 */
final class GuardedResolver implements SelectorResolver {

    private final WakespecDescriptor root;
    private final SelectorResolver classes;
    private final SelectorResolver methods;
    private final SelectorResolver files;
    private final SelectorResolver directories;
    private final SelectorResolver uris;
    private final SelectorResolver resources;
    private final SelectorResolver uniqueIds;
    private final SelectorResolver features;

    GuardedResolver(InitializationContext<WakespecDescriptor> context) {
        this.root = context.getEngineDescriptor();
        Discovery discovery = root.discovery();
        this.classes = new TriggerClassResolver(discovery, context.getClassNameFilter());
        this.methods = new TriggerMethodResolver(discovery);
        this.files = new FileResolver(discovery);
        this.directories = new DirectoryResolver();
        this.uris = new UriResolver();
        this.resources = new ClasspathResourceResolver(discovery);
        this.uniqueIds = new UniqueIdResolver(root);
        this.features = new FeatureSelectorResolver(discovery);
    }

    private Resolution guard(DiscoverySelector selector, Supplier<Resolution> resolution) {
        try {
            return resolution.get();
        } catch (RuntimeException e) {
            String name = name(selector);
            root.discovery().problem(new Problem(name, name + " cannot be resolved: " + reason(e)));
            root.discovery().wantProblems();
            return Resolution.match(Match.partial(root));
        }
    }

    private static String name(DiscoverySelector selector) {
        if (selector instanceof FileSelector file) {
            return file.getRawPath();
        }
        return selector instanceof DirectorySelector directory ? directory.getRawPath() : selector.toString();
    }

    private static String reason(RuntimeException e) {
        if (e instanceof UncheckedIOException io) {
            return FileTrouble.reason(io.getCause());
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        Class<?> type;
        try {
            type = selector.getJavaClass();
        } catch (RuntimeException | LinkageError e) {
            // a class that does not load may be any engine's
            return Resolution.unresolved();
        }
        return TriggerDescriptor.isTrigger(type)
                ? guard(selector, () -> classes.resolve(selector, context))
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(MethodSelector selector, Context context) {
        Class<?> type;
        try {
            type = selector.getJavaClass();
        } catch (RuntimeException | LinkageError e) {
            return Resolution.unresolved();
        }
        return TriggerDescriptor.isTrigger(type)
                ? guard(selector, () -> methods.resolve(selector, context))
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(FileSelector selector, Context context) {
        return guard(selector, () -> files.resolve(selector, context));
    }

    @Override
    public Resolution resolve(DirectorySelector selector, Context context) {
        return guard(selector, () -> directories.resolve(selector, context));
    }

    @Override
    public Resolution resolve(UriSelector selector, Context context) {
        return guard(selector, () -> uris.resolve(selector, context));
    }

    @Override
    public Resolution resolve(ClasspathResourceSelector selector, Context context) {
        return guard(selector, () -> resources.resolve(selector, context));
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        return guard(selector, () -> uniqueIds.resolve(selector, context));
    }

    @Override
    public Resolution resolve(DiscoverySelector selector, Context context) {
        return guard(selector, () -> features.resolve(selector, context));
    }
}
