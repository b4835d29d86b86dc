// SPDX-License-Identifier: EPL-2.0 OR GPL-2.0-or-later
package org.wakespec.engine;

import java.util.Optional;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.discovery.SelectorResolver;

/** Puts a feature into the tree and notes what was selected of it. */
final class FeatureSelectorResolver implements SelectorResolver {

    private final Discovery discovery;

    FeatureSelectorResolver(Discovery discovery) {
        this.discovery = discovery;
    }

    @Override
    public Resolution resolve(DiscoverySelector selector, Context context) {
        if (!(selector instanceof FeatureSelector wanted)) {
            return Resolution.unresolved();
        }
        Optional<FeatureDescriptor> descriptor = wanted.trigger() == null
                ? context.addToParent(parent -> create(parent, wanted.file(), null))
                : context.addToParent(
                        () -> DiscoverySelectors.selectClass(wanted.trigger()),
                        parent -> create(parent, wanted.file(), (TriggerDescriptor) parent));
        return descriptor
                .map(feature -> {
                    feature.selection().add(wanted.choice());
                    return Resolution.match(Match.exact(feature));
                })
                .orElseGet(Resolution::unresolved);
    }

    private Optional<FeatureDescriptor> create(TestDescriptor parent, FeatureFile file, TriggerDescriptor trigger) {
        return Optional.of(new FeatureDescriptor(parent.getUniqueId(), file, trigger, discovery));
    }
}
