// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.ClassSelector;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Resolves trigger classes: what Surefire, Gradle and IDEs select. */
final class TriggerClassResolver implements SelectorResolver {

    private final Discovery discovery;
    private final Predicate<String> classNames;

    TriggerClassResolver(Discovery discovery, Predicate<String> classNames) {
        this.discovery = discovery;
        this.classNames = classNames;
    }

    @Override
    public Resolution resolve(ClassSelector selector, Context context) {
        if (!classNames.test(selector.getClassName())) {
            return Resolution.unresolved();
        }
        Class<?> type = selector.getJavaClass();
        if (!TriggerDescriptor.isTrigger(type)) {
            return Resolution.unresolved();
        }
        return context.addToParent(parent -> Optional.of(new TriggerDescriptor(parent.getUniqueId(), type, discovery)))
                .map(trigger -> Resolution.match(Match.exact(trigger, () -> features(trigger))))
                .orElseGet(Resolution::unresolved);
    }

    private static Set<DiscoverySelector> features(TriggerDescriptor trigger) {
        Set<DiscoverySelector> features = new LinkedHashSet<>();
        trigger.features()
                .forEach(file -> features.add(new FeatureSelector(trigger.type(), file, Selection.Choice.all())));
        return features;
    }
}
