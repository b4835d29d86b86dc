// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.function.Supplier;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.discovery.ClasspathResourceSelector;
import org.junit.platform.engine.discovery.DirectorySelector;
import org.junit.platform.engine.discovery.FileSelector;
import org.junit.platform.engine.discovery.MethodSelector;
import org.junit.platform.engine.discovery.UniqueIdSelector;
import org.junit.platform.engine.discovery.UriSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/**
 * Turns what a resolver throws into a failing leaf. JUnit would make it an error of the discovery, by which the tests of
 * all engines are lost under Surefire.
 */
final class GuardedResolver implements SelectorResolver {

    private final SelectorResolver resolver;
    private final WakespecDescriptor root;

    GuardedResolver(SelectorResolver resolver, WakespecDescriptor root) {
        this.resolver = resolver;
        this.root = root;
    }

    private Resolution guard(DiscoverySelector selector, Supplier<Resolution> resolution) {
        try {
            return resolution.get();
        } catch (RuntimeException e) {
            root.discovery().problem(new Problem(selector.toString(), selector + " cannot be resolved: " + e));
            root.discovery().wantProblems();
            return Resolution.match(Match.partial(root));
        }
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
                ? guard(selector, () -> resolver.resolve(selector, context))
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
                ? guard(selector, () -> resolver.resolve(selector, context))
                : Resolution.unresolved();
    }

    @Override
    public Resolution resolve(FileSelector selector, Context context) {
        return guard(selector, () -> resolver.resolve(selector, context));
    }

    @Override
    public Resolution resolve(DirectorySelector selector, Context context) {
        return guard(selector, () -> resolver.resolve(selector, context));
    }

    @Override
    public Resolution resolve(UriSelector selector, Context context) {
        return guard(selector, () -> resolver.resolve(selector, context));
    }

    @Override
    public Resolution resolve(ClasspathResourceSelector selector, Context context) {
        return guard(selector, () -> resolver.resolve(selector, context));
    }

    @Override
    public Resolution resolve(UniqueIdSelector selector, Context context) {
        return guard(selector, () -> resolver.resolve(selector, context));
    }

    @Override
    public Resolution resolve(DiscoverySelector selector, Context context) {
        return guard(selector, () -> resolver.resolve(selector, context));
    }
}
